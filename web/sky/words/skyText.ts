import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { TREND_SPAN_MS } from '#web/sky/strikes/nearestKnown.ts';
import { awayParts, awayText, distanceText, nearPlaceText } from './placeText.ts';
import { clockText, timeFilterText, whenText } from './timeText.ts';

export type AnswerFacts = Pick<Sky, 'truth' | 'nowMs' | 'complete' | 'quiet' | 'measure' | 'nearest' | 'trend'> & {
  readonly counts: Pick<Sky['counts'], 'total'>;
};

/**
 * Says where the nearest strike is, how old, and whether it comes closer, or within what distance there is none. While
 * the feed is down it only says what was last known. Undefined if nothing is.
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
  const { quiet, measure, nearest, trend, nowMs } = facts;
  const words = LL.map.truth;
  if (!measure || !nearest) return [];
  const { strike, withinKm } = nearest;
  if (!strike) return quiet ? [words.noneWithin({ distance: distanceText(withinKm, LL, locale) })] : [];
  const away = words.nearest({ away: awayText(measure, strike, LL, locale) });
  const age = whenText(strike.atMs, facts, LL, locale);
  // The trend is that of the newest strikes; beside an old one it would be taken for its own.
  const moves = trend && nowMs - strike.atMs <= TREND_SPAN_MS ? [words[trend]()] : [];
  return [away, age, ...moves];
}

export type SummaryFacts = Pick<Sky, 'truth' | 'presentMs' | 'endMs' | 'quiet' | 'windowMs' | 'from' | 'nearest'> & {
  readonly counts: Pick<Sky['counts'], 'total'>;
};

/** Returns the map's state, to be read out; first that it is of the past, if it is. */
export function summaryText(facts: SummaryFacts, LL: Texts, locale: Locale, places?: NearestPlaces): string {
  const { truth, endMs, presentMs } = facts;
  const state = stateText(facts, LL, locale, places);
  return truth.kind === 'past' ? `${LL.timeline.past()}, ${clockText(endMs, presentMs, locale)}. ${state}` : state;
}

/** Calls a sky empty only if that is known. */
function stateText(
  { truth, quiet, counts, windowMs, from, nearest }: SummaryFacts,
  LL: Texts,
  locale: Locale,
  places: NearestPlaces | undefined,
): string {
  const words = LL.map.summary;
  if (truth.kind === 'down') return words.unknown();
  if (truth.kind === 'outside') return words.outside();
  if (quiet) return words.none();
  if (counts.total === 0) return '';
  const some = words.some({ count: counts.total, range: timeFilterText(windowMs, LL) });
  const strike = nearest?.strike;
  if (!from || !strike) return some;
  const away = awayParts(from, strike, LL, locale);
  const near = places?.near(strike);
  if (!near) return `${some} ${words.nearest(away)}`;
  return `${some} ${words.nearestAt({ ...away, place: nearPlaceText(near, LL, locale) })}`;
}

type UnsureFacts = Pick<Sky, 'truth' | 'complete' | 'tooWide'>;

/** Why strikes of the view may be missing; undefined once all are held. */
export function fillingText({ complete, tooWide }: Omit<UnsureFacts, 'truth'>, LL: Texts): string | undefined {
  if (complete) return undefined;
  return tooWide ? LL.map.truth.tooWide() : LL.map.truth.filling();
}

/** Why a list without strikes does not mean an empty sky; undefined if it does. */
export function unsureText(facts: UnsureFacts, LL: Texts): string | undefined {
  if (facts.truth.kind === 'outside') return LL.map.summary.outside();
  return facts.truth.kind === 'down' ? LL.map.summary.unknown() : fillingText(facts, LL);
}
