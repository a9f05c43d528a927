import { verdictTexts } from '#shared/i18n/serverTexts.ts';
import type { Language } from '#shared/languages.ts';
import { type SkyFacts, verdictOf } from '#shared/sky/verdictOf.ts';
import { formatVerdict, type Sentence } from '#shared/sky/verdictText.ts';

export const NOW = Date.UTC(2026, 6, 1, 12, 30);
export const MINUTE_MS = 60_000;

/** A visitor under a sky that is seen live, without lightning. */
export function aSky(parts: Partial<SkyFacts> = {}): SkyFacts {
  return {
    nowMs: NOW,
    feed: { kind: 'live' },
    read: 'all',
    requestedMs: 60 * MINUTE_MS,
    withinKm: 100,
    from: 'visitor',
    cells: { kind: 'none' },
    supportsAlerts: true,
    simulated: false,
    ...parts,
  };
}

export function sentences(facts: SkyFacts, language: Language = 'en'): Sentence[] {
  const timeOf = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);
  return formatVerdict(verdictOf(facts), { texts: verdictTexts[language], language, timeOf }).map(({ part, text }) => ({
    part,
    text: text.replaceAll('\u00a0', ' '),
  }));
}

export function textOf(parts: Partial<SkyFacts>, language: Language = 'en'): string {
  return sentences(aSky(parts), language)
    .map(({ text }) => text)
    .join(' ');
}
