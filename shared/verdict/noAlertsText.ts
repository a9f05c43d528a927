import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { fill } from './sayVerdict.ts';
import type { VerdictWords } from './VerdictWords.ts';

const MINUTE_MS = 60_000;

/** What must be said of a source wherever its strikes are shown: that nothing warns. Undefined if it may guard. */
export function noAlertsText(
  { kind, supportsAlerts, worstDelayMs }: PrimarySource,
  texts: Pick<VerdictWords, 'primary'>,
): string | undefined {
  if (supportsAlerts) return undefined;
  const text = kind === 'optical-flash' ? texts.primary.satellite : texts.primary.late;
  return fill(text, { minutes: Math.max(1, Math.round(worstDelayMs / MINUTE_MS)) });
}
