import type { BBox } from '#shared/geo/BBox.ts';
import { bboxIntersection } from '#shared/geo/BBox.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { GROUND_BOUNDS, type TileSet } from '#web/ground/land/groundTiles.ts';

/** A picture of more is coarser. */
const MOST_TILES = 6;

export interface GroundTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The tiles of the set that hold what ships of the ground in the box: as fine as few of them can be. */
export function groundTilesIn(box: BBox, { zooms: [coarsest, finest] }: TileSet): GroundTile[] {
  const [west, south, east, north] = GROUND_BOUNDS;
  const shown = bboxIntersection(box, { west, south, east, north });
  if (!shown) return [];
  for (let zoom = finest; ; zoom -= 1) {
    const tiles = tilesAt(shown, zoom);
    if (tiles.length <= MOST_TILES || zoom === coarsest) return tiles;
  }
}

function tilesAt({ west, south, east, north }: BBox, zoom: number): GroundTile[] {
  const span = (from: number, to: number) => {
    const [first, last] = [Math.floor(from * 2 ** zoom), Math.floor(to * 2 ** zoom)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const rows = span(mercatorY(north), mercatorY(south));
  return span(mercatorX(west), mercatorX(east)).flatMap((x) => rows.map((y) => ({ zoom, x, y })));
}
