import type { BBox } from '#shared/geo/BBox.ts';
import { type Tile, tileAt, tileNumber, tileRange } from '#shared/geo/tile.ts';

/** Zoom of the index cells: about 0.35° wide, so a few km touch one to four; home has some 2,400. */
const INDEX_ZOOM = 10;
const CELLS_A_SIDE = 2 ** INDEX_ZOOM;

/** Cells from `low` to `high`, both inclusive: a column of tiles, numbered from north to south. */
export type CellColumn = readonly [low: number, high: number];

export const ALL_CELLS: CellColumn = [0, CELLS_A_SIDE ** 2 - 1];

export function indexCell(longitude: number, latitude: number): number {
  return tileNumber(tileAt(longitude, latitude, INDEX_ZOOM));
}

export function indexCellTile(cell: number): Tile {
  return { z: INDEX_ZOOM, x: Math.floor(cell / CELLS_A_SIDE), y: cell % CELLS_A_SIDE };
}

export function indexColumns(bbox: BBox): CellColumn[] {
  const { west, east, north, south } = tileRange(bbox, INDEX_ZOOM);
  return Array.from({ length: east - west + 1 }, (_, index): CellColumn => {
    const x = west + index;
    return [tileNumber({ z: INDEX_ZOOM, x, y: north }), tileNumber({ z: INDEX_ZOOM, x, y: south })];
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

/** The cells that hold tiles of this zoom or a higher one, in as few columns as there can be. */
export function indexColumnsOfTiles(tiles: readonly Tile[]): CellColumn[] {
  const cells = tiles.map(({ z, x, y }) =>
    tileNumber({ z: INDEX_ZOOM, x: x >> (z - INDEX_ZOOM), y: y >> (z - INDEX_ZOOM) }),
  );
  const columns: [low: number, high: number][] = [];
  for (const cell of [...new Set(cells)].sort((a, b) => a - b)) {
    const last = columns.at(-1);
    if (last && last[1] === cell - 1) last[1] = cell;
    else columns.push([cell, cell]);
  }
  return columns;
}

export function cellsOf(columns: readonly CellColumn[]): number[] {
  return columns.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, index) => low + index));
}

/**
 * Common table expressions: `used(cell)` are the cells of the columns that have rows in `table`, found by one seek
 * each, so that a wide box costs only what lies in it. `columns` is a JSON array of `CellColumn`, as a bound parameter.
 */
export function usedCells(columns: string, table = 'strike INDEXED BY strike_by_cell_time'): string {
  return `
cell_column(low, high) AS (SELECT value ->> 0, value ->> 1 FROM json_each(${columns})),
found(cell, high) AS (
  SELECT (SELECT min(filed.cell) FROM (SELECT cell FROM ${table}) AS filed WHERE filed.cell BETWEEN low AND high), high
  FROM cell_column
  UNION ALL
  SELECT (
    SELECT min(filed.cell) FROM (SELECT cell FROM ${table}) AS filed
    WHERE filed.cell > found.cell AND filed.cell <= found.high), high
  FROM found WHERE cell IS NOT NULL
),
used(cell) AS MATERIALIZED (SELECT cell FROM found WHERE cell IS NOT NULL)`;
}
