import { bearingDegrees, compassPoint, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { russianGenitive } from '#shared/geo/russianGenitive.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearPlace } from '#web/kit/places/NearestPlaces.ts';
import type { Place } from '#web/kit/places/Place.ts';
import type { AgeCounts } from './findStrikes.ts';
import type { Measure, Sky } from './Sky.ts';

/** Returns a distance in whole kilometres, below 10 km in tenths. */
export function distanceText(km: number, LL: Texts, locale: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: km < 10 ? 1 : 0 }).format(km);
  return LL.map.kilometres({ number });
}

export function awayParts(from: Position, to: Position, LL: Texts, locale: string) {
  const distance = distanceText(distanceKm(from, to), LL, locale);
  return { distance, direction: LL.direction[compassPoint(bearingDegrees(from, to))]() };
}

/** Returns `11 km north-west of you`. */
export function awayText(from: Measure, to: Position, LL: Texts, locale: string): string {
  const parts = awayParts(from.at, to, LL, locale);
  const { away, awayFromPoint, awayFromCentre } = LL.map.strike;
  return { visitor: away, point: awayFromPoint, centre: awayFromCentre }[from.by](parts);
}

/** Within this distance, something counts as at the place. */
const AT_KM = 1.5;
/** In Russian a place with an undeclined name is called a town from this population on, else a settlement. */
const FEWEST_IN_A_TOWN = 10_000;

/** Returns `4 km north-west of Bansko`, or `Bansko` within the place. */
export function nearPlaceText({ place, km, direction }: NearPlace, LL: Texts, locale: Locale): string {
  if (km < AT_KM) return place[locale];
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(km);
  return LL.map.near.of({
    distance: LL.map.kilometres({ number }),
    direction: LL.direction[direction](),
    place: placeAfterPreposition(place, locale),
  });
}

/** The same within a sentence: `near Bansko` within the place. */
export function placeInSentence(near: NearPlace, LL: Texts, locale: Locale): string {
  if (near.km >= AT_KM) return nearPlaceText(near, LL, locale);
  return LL.map.near.by({ place: placeAfterPreposition(near.place, locale) });
}

/** The form of the name after "of" or "near": in Russian, after «от» and «около». */
export function placeAfterPreposition(place: Place, locale: Locale): string {
  if (locale !== 'ru') return place[locale];
  const { ru, population } = place;
  return russianGenitive(ru) ?? `${population >= FEWEST_IN_A_TOWN ? 'города' : 'н. п.'}\u00a0${ru}`;
}

/** Why a list without strikes does not mean a quiet sky; undefined if it does. */
export function unsureText(
  { viewStatus, complete, tooWide }: Pick<Sky, 'viewStatus' | 'complete' | 'tooWide'>,
  LL: Texts,
): string | undefined {
  const texts = LL.map.truth;
  if (viewStatus.kind === 'outside') return LL.map.summary.outside();
  if (viewStatus.kind === 'down') return LL.map.summary.unknown();
  if (complete) return undefined;
  return tooWide ? texts.tooWide() : texts.filling();
}

const AGES = ['fresh', 'recent', 'old'] as const;

export function countText(counts: AgeCounts, LL: Texts): string {
  const texts = LL.map.pointed;
  const ages = AGES.filter((age) => counts[age] > 0).map((age) => texts[age]({ count: counts[age] }));
  return texts.total({ count: counts.total, ages: ages.join(', ') });
}
