import type { BBox } from '#shared/geo/BBox.ts';
import { type Tile, tileAt, tileRange } from '#shared/geo/tile.ts';

/** Cells of the first releases, at zoom 6: 5.6° wide. What is still filed under them is moved by `refileArchive`. */
const OLD_ZOOM = 6;
/** Zoom of the index cells: about 0.35° wide, so a few km touch one to four; home has some 2,400. */
const INDEX_ZOOM = 10;
/** Old cells have the numbers below this one. */
export const OLD_CELLS = 4 ** OLD_ZOOM;

/** Cells from `low` to `high`, both inclusive: a column of tiles, numbered from north to south. */
export type CellColumn = readonly [low: number, high: number];

/** Every cell there can be. */
export const ALL_CELLS: CellColumn = [0, OLD_CELLS + 4 ** INDEX_ZOOM - 1];

/** The cell that a strike is filed under. */
export function indexCell(longitude: number, latitude: number): number {
  const { x, y } = tileAt(longitude, latitude, INDEX_ZOOM);
  return numberOf({ z: INDEX_ZOOM, x, y });
}

export function indexCellTile(cell: number): Tile {
  const [z, number] = cell < OLD_CELLS ? [OLD_ZOOM, cell] : [INDEX_ZOOM, cell - OLD_CELLS];
  return { z, x: Math.floor(number / 2 ** z), y: number % 2 ** z };
}

/** The cells that share an area with the box, old ones too: for as long as there may be some. */
export function indexColumns(bbox: BBox): CellColumn[] {
  return [INDEX_ZOOM, OLD_ZOOM].flatMap((z) => {
    const { west, east, north, south } = tileRange(bbox, z);
    return Array.from({ length: east - west + 1 }, (_, index): CellColumn => {
      const x = west + index;
      return [numberOf({ z, x, y: north }), numberOf({ z, x, y: south })];
    });
  });
}

/** As `indexColumns`, with those that the box only touches: they may hold strikes exactly on its edges. */
export function indexColumnsWithEdges({ west, south, east, north }: BBox): CellColumn[] {
  const hair = 1e-9;
  return indexColumns({
    west: Math.max(-180, west - hair),
    south: Math.max(-90, south - hair),
    east: Math.min(180, east + hair),
    north: Math.min(90, north + hair),
  });
}

export function cellsOf(columns: readonly CellColumn[]): number[] {
  return columns.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, index) => low + index));
}

function numberOf({ z, x, y }: Tile): number {
  return (z === INDEX_ZOOM ? OLD_CELLS : 0) + x * 2 ** z + y;
}
