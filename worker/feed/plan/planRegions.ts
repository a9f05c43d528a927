import type { Areas } from '#shared/geo/Areas.ts';
import { type BBox, bboxIntersection, bboxUnion } from '#shared/geo/BBox.ts';
import { HOME_REGION, RING_REGION, regionOfCell } from '#shared/geo/regions.ts';
import { parseTile, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM } from '#shared/limits.ts';

/** However many cells viewers ask for, so many apart from home are polled: those with the most viewers. */
const MAX_CELLS_APART = 12;
const ALL_CELLS = 4 ** CELL_ZOOM;

/** An area with a mark of its own. What lies in `without` is not its concern. */
export interface Region {
  readonly key: string;
  readonly bbox: BBox;
  readonly without?: BBox;
}

export interface RegionPlan {
  readonly home: Region;
  /** Polled while somebody watches them, and only as far as home leaves calls over. */
  readonly foreign: readonly Region[];
}

/**
 * The regions to poll while `watched` viewers look at each cell: home exactly as it is set, its ring, and cells apart
 * from it, the most watched first.
 */
export function planRegions(areas: Areas, watched: Readonly<Record<string, number>>): RegionPlan {
  const { home, coverage } = areas;
  const byViewers = Object.entries(watched).sort(([a, many], [b, more]) => more - many || a.localeCompare(b));
  const keys = [...new Set(byViewers.flatMap(([cell]) => regionOfCell(cell, areas) ?? []))];
  const apart = keys.filter((key) => key !== HOME_REGION && key !== RING_REGION).slice(0, MAX_CELLS_APART);
  return {
    home: { key: HOME_REGION, bbox: home },
    foreign: [
      ...(keys.includes(RING_REGION) ? [{ key: RING_REGION, bbox: ringBox(areas), without: home }] : []),
      ...apart.flatMap((key) => {
        const tile = parseTile(key);
        const bbox = tile && bboxIntersection(tileBounds(tile), coverage);
        return bbox ? [{ key, bbox }] : [];
      }),
    ],
  };
}

function ringBox({ home, coverage }: Areas): BBox {
  const cells = tilesCovering(home, CELL_ZOOM, ALL_CELLS) ?? [];
  const around = cells.map(tileBounds).reduce(bboxUnion, home);
  return bboxIntersection(around, coverage) ?? home;
}
