import { type BBox, bboxIntersection, boxAround } from '#shared/geo/BBox.ts';
import type { Scope } from '#web/tools/analytics/ask/analyticsAddress.ts';
import type { RegionTable } from '#web/tools/analytics/region/regionTable.ts';

/**
 * The box in which is counted: what of it is always watched. `waiting` for the regions; `outside` if nothing of it is
 * watched; `unknown` if there is no such region.
 */
export function scopeBox(
  scope: Scope,
  home: BBox,
  table: RegionTable | undefined,
): { readonly kind: 'box'; readonly box: BBox } | { readonly kind: 'waiting' | 'outside' | 'unknown' } {
  if (scope.kind === 'home') return { kind: 'box', box: home };
  if (scope.kind === 'region' && !table) return { kind: 'waiting' };
  const wanted =
    scope.kind === 'place'
      ? boxAround(scope, scope.radiusKm)
      : table?.regions.find(({ code }) => code === scope.code)?.box;
  if (!wanted) return { kind: 'unknown' };
  const box = bboxIntersection(wanted, home);
  return box ? { kind: 'box', box: hundredths(box, home) } : { kind: 'outside' };
}

/** Hundredths of a degree, outwards: boxes that hardly differ share an answer. */
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
