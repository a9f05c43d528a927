import { type BBox, bboxIntersection, boxAround } from '#shared/geo/BBox.ts';
import type { RegionTable } from '#shared/geo/regionTable.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { regionName } from '#web/kit/places/regions/loadRegions.ts';
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
