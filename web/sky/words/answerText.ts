import type { Texts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { clockText } from './clockText.ts';
import { awayText, distanceText } from './placeText.ts';
import { whenText } from './whenText.ts';

export type AnswerFacts = Pick<Sky, 'truth' | 'nowMs' | 'complete' | 'quiet' | 'measure' | 'nearest' | 'trend'> & {
  readonly counts: Pick<Sky['counts'], 'total'>;
};

/**
 * Answers what a visitor asks: where the nearest strike is, how old, and whether it comes closer; or that there is none
 * here, and within what distance. While the feed is down it only says what was last known. Undefined if nothing is.
 */
export function answerText(facts: AnswerFacts, LL: Texts, locale: string): string | undefined {
  const { truth, nowMs, complete, counts, quiet } = facts;
  const words = LL.map.truth;
  if (truth.kind === 'connecting' || truth.kind === 'outside') return undefined;
  if (truth.kind === 'down') {
    if (truth.sinceMs === null || (!complete && counts.total === 0)) return undefined;
    const time = clockText(truth.sinceMs, nowMs, locale);
    return counts.total === 0 ? words.lastKnownNone({ time }) : words.lastKnownAt({ time, count: counts.total });
  }
  const near = nearText(facts, LL, locale);
  return [...(quiet ? [words.quietHere()] : []), ...near].join(' · ') || undefined;
}

function nearText(facts: AnswerFacts, LL: Texts, locale: string): string[] {
  const { quiet, measure, nearest, trend } = facts;
  const words = LL.map.truth;
  if (!measure || !nearest) return [];
  const { strike, withinKm } = nearest;
  if (!strike) return quiet ? [words.noneWithin({ distance: distanceText(withinKm, LL, locale) })] : [];
  const away = words.nearest({ away: awayText(measure, strike, LL, locale) });
  const age = whenText(strike.atMs, facts, LL, locale);
  return [away, age, ...(trend ? [words[trend]()] : [])];
}
