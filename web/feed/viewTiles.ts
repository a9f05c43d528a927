import type { BBox } from '#shared/geo/BBox.ts';
import { type Tile, tileAt, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM, SLICE_ZOOM_MAX } from '#shared/limits.ts';

/** Slices of one hour that a view may ask for; finer tiles are chosen as long as this many cover it. */
const MOST_TILES_PER_HOUR = 4;

function nearestCells(bbox: BBox): Tile[] {
  const side = 2 ** CELL_ZOOM;
  const centre = tileAt((bbox.west + bbox.east) / 2, (bbox.south + bbox.north) / 2, CELL_ZOOM);
  const all = tilesCovering(bbox, CELL_ZOOM, side * side) ?? [];
  const distance = (tile: Tile) => (tile.x - centre.x) ** 2 + (tile.y - centre.y) ** 2;
  return all.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_CELLS_PER_STREAM);
}

/** The cells a stream of this view subscribes to: all that cover it, or of a very wide one those around its centre. */
export function viewCells(bbox: BBox): Tile[] {
  return tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) ?? nearestCells(bbox);
}

/** The tiles whose slices fill this view: the finest zoom at which a few do, so that a city's day stays small. */
export function viewSliceTiles(bbox: BBox): Tile[] {
  for (let z = SLICE_ZOOM_MAX; z > CELL_ZOOM; z -= 1) {
    const tiles = tilesCovering(bbox, z, MOST_TILES_PER_HOUR);
    if (tiles) return tiles;
  }
  return viewCells(bbox);
}

/** Whether the view is wider than what its cells reach. */
export function viewExceedsCells(bbox: BBox): boolean {
  return tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) === undefined;
}

/** The tile at zoom `z` that `tile` lies in; `z` is at most the tile's own. */
export function ancestorAt(tile: Tile, z: number): Tile {
  const shrink = 2 ** (tile.z - z);
  return { z, x: Math.floor(tile.x / shrink), y: Math.floor(tile.y / shrink) };
}
