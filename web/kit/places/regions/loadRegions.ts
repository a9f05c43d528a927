import { type NamedRegion, parseRegions, type RegionTable } from '#shared/geo/regionTable.ts';
import type { Polygon } from '#shared/geo/Shape.ts';
import { decodeShape } from '#shared/geo/shapeCode.ts';
import { type ApiResult, requestApi } from '#web/kit/http/requestApi.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import regionsUrl from '../../../../shared/geo/regions.json?url';
import outlinesUrl from './outlines.txt?url';

/** The polygons of each region and country by its code, the largest first: see `outlinesText.ts`. */
export type RegionOutlines = ReadonlyMap<string, readonly string[]>;

export async function loadRegionOutlines(signal: AbortSignal): Promise<ApiResult<RegionOutlines>> {
  return requestApi(outlinesUrl, async (response) => parseOutlines(await response.text()), { signal });
}

export function parseOutlines(text: string): RegionOutlines {
  const lines = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [code = '', ...polygons] = line.split('\t');
      return [code, polygons];
    }),
  );
}

/** Codes of other shapes are dropped. */
export function polygonsOf(codes: readonly string[]): readonly Polygon[] {
  return codes.map(decodeShape).filter((shape): shape is Polygon => shape?.type === 'Polygon');
}

export async function loadRegions(signal: AbortSignal): Promise<ApiResult<RegionTable>> {
  return requestApi(regionsUrl, async (response) => parseRegions(await response.json()), { signal });
}

export function countryNames(locale: Locale): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  return (code) => names.of(code) ?? code;
}

/** For a country that is one region, the text for the whole country. */
export function regionName(region: NamedRegion, locale: Locale, LL: Texts): string {
  return region[locale] || LL.analytics.grid.whole({ country: countryNames(locale)(region.country) });
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
