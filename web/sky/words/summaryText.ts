import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { clockText } from './clockText.ts';
import { nearPlaceText } from './nearPlaceText.ts';
import { awayParts } from './placeText.ts';
import { timeFilterText } from './timeFilterText.ts';

/** The part of the sky that the summary describes. */
export type SummaryFacts = Pick<Sky, 'truth' | 'presentMs' | 'endMs' | 'quiet' | 'windowMs' | 'from' | 'nearest'> & {
  readonly counts: Pick<Sky['counts'], 'total'>;
};

/** Returns the state of the map in a few words, to be read out: first that it is of the past, if it is. */
export function summaryText(facts: SummaryFacts, LL: Texts, locale: Locale, places?: NearestPlaces): string {
  const { truth, endMs, presentMs } = facts;
  const state = stateText(facts, LL, locale, places);
  return truth.kind === 'past' ? `${LL.timeline.past()}, ${clockText(endMs, presentMs, locale)}. ${state}` : state;
}

/** The state in two sentences. It calls a sky empty only if that is known. */
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
