import type { BBox } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileAt, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM, SLICE_ZOOM_MAX } from '#shared/limits.ts';

/** Most slices that a view requests per hour; its tiles are as fine as this allows. */
const MAX_TILES_PER_HOUR = 4;
/** Tiles around a measuring point are this coarse (450 km), to reveal little of where a visitor is. */
const NEAR_ZOOM = 6;

export interface ViewedArea {
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

/** Returns the cells to stream: the cells that cover the view, or if it is too wide those nearest its centre. */
export function viewCells(bbox: BBox): Tile[] {
  return tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) ?? nearestCells(bbox);
}

/** Returns the tiles of the view at the finest zoom where a few suffice, so that a city's day stays small. */
export function viewSliceTiles(bbox: BBox): Tile[] {
  for (let z = SLICE_ZOOM_MAX; z > CELL_ZOOM; z -= 1) {
    const tiles = tilesCovering(bbox, z, MAX_TILES_PER_HOUR);
    if (tiles) return tiles;
  }
  return viewCells(bbox);
}

export function viewExceedsCells(bbox: BBox): boolean {
  return tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) === undefined;
}

/** Returns the cells of both parts; `tooWide` if they do not cover both. */
export function viewedCells({ view, near }: ViewedArea): { readonly cells: Tile[]; readonly tooWide: boolean } {
  const all = withoutRepeats([...(near ? viewCells(near) : []), ...viewCells(view)]);
  return {
    cells: all.slice(0, MAX_CELLS_PER_STREAM),
    tooWide: viewExceedsCells(view) || all.length > MAX_CELLS_PER_STREAM,
  };
}

/** Returns the slice tiles of both parts, without tiles that lie in another. */
export function watchedTiles({ view, near }: ViewedArea): Tile[] {
  const tiles = viewSliceTiles(view);
  const names = new Set(tiles.map(formatTile));
  const covered = (tile: Tile) => {
    for (let z = tile.z; z >= CELL_ZOOM; z -= 1) if (names.has(formatTile(ancestorAt(tile, z)))) return true;
    return false;
  };
  const around = near ? (tilesCovering(near, NEAR_ZOOM, MAX_TILES_PER_HOUR) ?? viewCells(near)) : [];
  return [...tiles, ...around.filter((tile) => !covered(tile))];
}

function withoutRepeats(tiles: readonly Tile[]): Tile[] {
  return [...new Map(tiles.map((tile) => [formatTile(tile), tile])).values()];
}

/** Returns the tile at zoom `z` that contains `tile`; `z` must not exceed the tile's own zoom. */
export function ancestorAt(tile: Tile, z: number): Tile {
  const shrink = 2 ** (tile.z - z);
  return { z, x: Math.floor(tile.x / shrink), y: Math.floor(tile.y / shrink) };
}
