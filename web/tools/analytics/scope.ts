import { type BBox, bboxIntersection, boxAround } from '#shared/geo/BBox.ts';
import type { NamedRegion, RegionTable } from '#shared/geo/regionTable.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/usePlaceEntry.ts';
import type { CountedArea } from './analyticsAddress.ts';

export function scopeName(scope: CountedArea, table: RegionTable | undefined, locale: Locale, LL: Texts): string {
  const { ask: texts, summary } = LL.analytics;
  if (scope.kind === 'home') return texts.home();
  if (scope.kind === 'place')
    return summary.around({ name: scope.name || coordinatesText(scope, locale), km: scope.radiusKm });
  const region = table?.regions.find(({ code }) => code === scope.code);
  return region ? regionName(region, locale, LL) : scope.code;
}

export function countryNames(locale: Locale): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  return (code) => names.of(code) ?? code;
}

/** For a country that is one region, the text for the whole country. */
export function regionName(region: NamedRegion, locale: Locale, LL: Texts): string {
  return region[locale] || LL.analytics.grid.whole({ country: countryNames(locale)(region.country) });
}

/** The box to count in, clipped to home. `waiting` for the regions, `outside` home, or an `unknown` region. */
export function scopeBox(
  scope: CountedArea,
  home: BBox,
  table: RegionTable | undefined,
): { readonly kind: 'box'; readonly box: BBox } | { readonly kind: 'waiting' | 'outside' | 'unknown' } {
  if (scope.kind === 'home') return { kind: 'box', box: home };
  if (scope.kind === 'region' && !table) return { kind: 'waiting' };
  const requested =
    scope.kind === 'place'
      ? boxAround(scope, scope.radiusKm)
      : table?.regions.find(({ code }) => code === scope.code)?.box;
  if (!requested) return { kind: 'unknown' };
  const box = bboxIntersection(requested, home);
  return box ? { kind: 'box', box: hundredths(box, home) } : { kind: 'outside' };
}

/** Rounds outwards to hundredths of a degree, so that similar boxes share a response. */
function hundredths({ west, south, east, north }: BBox, home: BBox): BBox {
  const down = (value: number) => Math.floor(value * 100) / 100;
  const up = (value: number) => Math.ceil(value * 100) / 100;
  return {
    west: Math.max(home.west, down(west)),
    south: Math.max(home.south, down(south)),
    east: Math.min(home.east, up(east)),
    north: Math.min(home.north, up(north)),
  };
}

/** The regions of each country by name, as lists to choose from. */
export function byCountry(table: RegionTable, locale: Locale, LL: Texts) {
  const nameOf = countryNames(locale);
  const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name, locale);
  const codes = [...new Set(table.regions.map(({ country }) => country))];
  return codes
    .map((code) => ({
      code,
      name: nameOf(code),
      regions: table.regions
        .filter((region) => region.country === code)
        .map((region) => ({ code: region.code, name: regionName(region, locale, LL) }))
        .sort(byName),
    }))
    .sort(byName);
}
