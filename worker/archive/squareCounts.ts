import type { BBox } from '#shared/geo/BBox.ts';
import { EDGE_SQL, windowValues } from './windowQuery.ts';

/** Squares of a web-mercator map, and the ages that are told apart. */
export interface SquareQuery {
  readonly bbox: BBox;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly freshFromMs: number;
  readonly recentFromMs: number;
  readonly grid: SquareGrid;
}

/** Square x of a longitude: `(longitude - west) * perDegree`; y of a latitude: `(north - atanh(sin latitude)) * perRadian`. */
export interface SquareGrid {
  readonly west: number;
  readonly perDegree: number;
  readonly north: number;
  readonly perRadian: number;
}

export interface SquareCount {
  readonly x: number;
  readonly y: number;
  readonly fresh: number;
  readonly recent: number;
  readonly old: number;
}

export interface CountedSquares {
  readonly squares: readonly SquareCount[];
  readonly edgeMs: number;
  readonly rowsRead: number;
}

/**
 * Counted in the database: handing over a storm's strikes one by one takes five times as long. The squares are one
 * text, because several hundred rows take longer to hand over than to count.
 */
export const SQUARES_SQL = `${EDGE_SQL},
square AS (
  SELECT
    CAST((struck.longitude - ?11) * ?12 AS INTEGER) AS x,
    CAST((?13 - atanh(sin(radians(struck.latitude)))) * ?14 AS INTEGER) AS y,
    count(*) AS total, sum(struck.at_ms >= ?9) AS fresh, sum(struck.at_ms >= ?10) AS not_old
  FROM edge CROSS JOIN (SELECT cell, at_ms, longitude, latitude FROM strike INDEXED BY strike_by_cell_time) AS struck
  WHERE struck.cell IN (SELECT cell FROM used)
    AND struck.at_ms >= edge.at AND struck.at_ms < ?3
    AND struck.longitude BETWEEN ?5 AND ?6 AND struck.latitude BETWEEN ?7 AND ?8
  GROUP BY x, y)
SELECT edge.at AS edge,
  (SELECT json_group_array(json_array(x, y, fresh, not_old - fresh, total - not_old)) FROM square) AS squares
FROM edge`;

export function squareValues(query: SquareQuery, walkRows: number): unknown[] {
  const { bbox, fromMs, toMs, freshFromMs, recentFromMs, grid } = query;
  const window = windowValues({ bbox, fromMs, toMs, before: undefined, limit: 0 }, walkRows);
  return [...window.slice(0, 8), freshFromMs, recentFromMs, grid.west, grid.perDegree, grid.north, grid.perRadian];
}

/** `squares` is JSON: `[[x, y, fresh, recent, old], …]`. */
export interface SquaresRow {
  readonly edge: number;
  readonly squares: string;
}

type SquareTuple = readonly [x: number, y: number, fresh: number, recent: number, old: number];

export function countedSquares(query: SquareQuery, row: SquaresRow | undefined, rowsRead: number): CountedSquares {
  const tuples: readonly SquareTuple[] = JSON.parse(row?.squares ?? '[]');
  const squares = tuples.map(([x, y, fresh, recent, old]) => ({ x, y, fresh, recent, old }));
  return { squares, edgeMs: row?.edge ?? query.fromMs, rowsRead };
}
