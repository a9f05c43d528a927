import type { FireBody } from '#shared/fires/bodies.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { type NamedRegion, REGION_ZOOM, type RegionTable } from '#shared/geo/regionTable.ts';
import { tileAt } from '#shared/geo/tile.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import { countryNames } from '#web/kit/places/regions/loadRegions.ts';
import { coordinatesText } from '#web/kit/places/usePlaceEntry.ts';
import { nearPlaceText } from '#web/sky/placeText.ts';
import { longSpanText } from '#web/sky/timeText.ts';

const ID = /^[0-9a-z]{16}$/;

/** The fire in a fragment, `#fire=<id>`; null if its id is malformed, undefined if there is none. */
export function parseFireAddress(hash: string): string | null | undefined {
  const id = new URLSearchParams(hash.replace(/^#/, '')).get('fire');
  return id === null ? undefined : ID.test(id) ? id : null;
}

export function formatFireAddress(id: string | undefined): string {
  return id === undefined ? '' : `#fire=${id}`;
}

/** A list has thirty rows, and creating a formatter is expensive. */
function perLocale<Created>(make: (locale: Locale) => Created): (locale: Locale) => Created {
  const formats = new Map<Locale, Created>();
  return (locale) => {
    const known = formats.get(locale) ?? make(locale);
    formats.set(locale, known);
    return known;
  };
}

const percents = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
const tenths = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const wholes = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const anyOf = perLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));
const countries = perLocale(countryNames);

/** Nothing below one per cent, which is the precision. */
export function sharePercent(share: number, LL: Texts, locale: Locale): string {
  const format = percents(locale);
  return share < 0.01 ? LL.fires.lessThan({ share: format.format(0.01) }) : format.format(share);
}

/**
 * State and chance as text: `Likely lightning, 62 %`, "at least" if data is incomplete. Without lightning there is no
 * chance to show.
 */
export function verdictText(
  { state, chance, gapShare = 0 }: Pick<FireBody, 'state' | 'chance' | 'gapShare'>,
  LL: Texts,
  locale: Locale,
): string {
  const texts = LL.fires;
  const text = texts.state[state]();
  if (state === 'none') return text;
  const share = sharePercent(chance, LL, locale);
  // "At least less than 1 %" has no meaning.
  if (chance < 0.01) return state === 'incomplete' ? text : texts.stateChance({ state: text, share });
  return texts[state === 'incomplete' || gapShare > 0 ? 'stateAtLeast' : 'stateChance']({ state: text, share });
}

/** The nearest town, or the coordinates if there is none. */
export function fireTownText(fire: FireBody, places: NearestPlaces | undefined, LL: Texts, locale: Locale): string {
  const near = places?.near(fire);
  return near ? nearPlaceText(near, LL, locale) : coordinatesText(fire, locale);
}

/**
 * The districts of the position's tile and its neighbours. A tile of some 7 km has the district of its middle, so near
 * a border each may be the right one. Empty at sea, and outside the table.
 */
export function districtsAt(
  { longitude, latitude }: Position,
  { regions, regionAt }: RegionTable,
): readonly NamedRegion[] {
  const { x, y } = tileAt(longitude, latitude, REGION_ZOOM);
  const steps = [0, -1, 1];
  const indexes = new Set(steps.flatMap((down) => steps.flatMap((right) => regionAt(x + right, y + down) ?? [])));
  return [...indexes].flatMap((index) => regions[index] ?? []);
}

/** Near a border every possible district; empty if none is known. */
export function fireDistrictText(fire: FireBody, table: RegionTable | undefined, locale: Locale): string {
  const names = table
    ? districtsAt(fire, table).map((region) => region[locale] || countries(locale)(region.country))
    : [];
  return anyOf(locale).format(names);
}

export function powerText({ frpMw }: Pick<FireBody, 'frpMw'>, LL: Texts, locale: Locale): string {
  const mw = (frpMw < 10 ? tenths : wholes)(locale).format(frpMw);
  return LL.fires.power({ mw });
}

/** How long before the first pass that saw the fire its lightning struck. */
export function leadText(
  { timestamp }: Pick<FireBody['candidates'][number], 'timestamp'>,
  { firstSeen }: Pick<FireBody, 'firstSeen'>,
  LL: Texts,
  locale: Locale,
): string {
  return LL.fires.candidate.before({
    span: longSpanText(Math.max(0, Date.parse(firstSeen) - Date.parse(timestamp)), locale),
  });
}
