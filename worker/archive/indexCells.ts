import type { BBox } from '#shared/geo/BBox.ts';
import { type Tile, tileAt, tilesCovering } from '#shared/geo/tile.ts';

/** Zoom of the index cells: about 5.6° wide, so a country touches a handful; the world has 4,096. */
const INDEX_ZOOM = 6;
const INDEX_SIDE = 2 ** INDEX_ZOOM;
export const INDEX_CELLS = INDEX_SIDE * INDEX_SIDE;

/** The cell that a strike is filed under. */
export function indexCell(longitude: number, latitude: number): number {
  const { x, y } = tileAt(longitude, latitude, INDEX_ZOOM);
  return x * INDEX_SIDE + y;
}

export function indexCellTile(cell: number): Tile {
  return { z: INDEX_ZOOM, x: Math.floor(cell / INDEX_SIDE), y: cell % INDEX_SIDE };
}

/** The cells that share an area with the box. */
export function indexCells(bbox: BBox): number[] {
  const tiles = tilesCovering(bbox, INDEX_ZOOM, INDEX_CELLS) ?? [];
  return tiles.map(({ x, y }) => x * INDEX_SIDE + y);
}

/** As `indexCells`, with those that the box only touches: they may hold strikes exactly on its edges. */
export function indexCellsWithEdges({ west, south, east, north }: BBox): number[] {
  const hair = 1e-9;
  return indexCells({
    west: Math.max(-180, west - hair),
    south: Math.max(-90, south - hair),
    east: Math.min(180, east + hair),
    north: Math.min(90, north + hair),
  });
}
