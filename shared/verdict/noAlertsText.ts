import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { fill } from './sayVerdict.ts';
import type { VerdictWords } from './VerdictWords.ts';

const MINUTE_MS = 60_000;

/** The notice required wherever such a source's strikes are displayed: no alerts. Undefined if it supports alerts. */
export function noAlertsText(
  { kind, supportsAlerts, worstDelayMs }: PrimarySource,
  texts: Pick<VerdictWords, 'primary'>,
): string | undefined {
  if (supportsAlerts) return undefined;
  const text = kind === 'optical-flash' ? texts.primary.satellite : texts.primary.late;
  return fill(text, { minutes: Math.max(1, Math.round(worstDelayMs / MINUTE_MS)) });
}
