import type { BBox } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileAt, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM, SLICE_ZOOM_MAX } from '#shared/limits.ts';

/** Slices of one hour that a view may ask for; finer tiles are chosen as long as this many cover it. */
const MOST_TILES_PER_HOUR = 4;
/** Tiles around a measuring point are this coarse, 450 km: what is asked for says little of where somebody stands. */
const NEAR_ZOOM = 6;

/** What is to be held: what the map shows, and the surroundings of a point that distances are measured from. */
export interface WatchedArea {
  readonly view: BBox;
  readonly near: BBox | undefined;
}

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

/** The cells of both parts of the area, and whether that is less than both need. */
export function watchedCells({ view, near }: WatchedArea): { cells: Tile[]; tooWide: boolean } {
  const all = withoutRepeats([...(near ? viewCells(near) : []), ...viewCells(view)]);
  return {
    cells: all.slice(0, MAX_CELLS_PER_STREAM),
    tooWide: viewExceedsCells(view) || all.length > MAX_CELLS_PER_STREAM,
  };
}

/** The slice tiles of both parts, none that lies in another. */
export function watchedTiles({ view, near }: WatchedArea): Tile[] {
  const shown = viewSliceTiles(view);
  const names = new Set(shown.map(formatTile));
  const covered = (tile: Tile) => {
    for (let z = tile.z; z >= CELL_ZOOM; z -= 1) if (names.has(formatTile(ancestorAt(tile, z)))) return true;
    return false;
  };
  const around = near ? (tilesCovering(near, NEAR_ZOOM, MOST_TILES_PER_HOUR) ?? viewCells(near)) : [];
  return [...shown, ...around.filter((tile) => !covered(tile))];
}

function withoutRepeats(tiles: readonly Tile[]): Tile[] {
  return [...new Map(tiles.map((tile) => [formatTile(tile), tile])).values()];
}

/** The tile at zoom `z` that `tile` lies in; `z` is at most the tile's own. */
export function ancestorAt(tile: Tile, z: number): Tile {
  const shrink = 2 ** (tile.z - z);
  return { z, x: Math.floor(tile.x / shrink), y: Math.floor(tile.y / shrink) };
}
