import type { BBox } from '#shared/geo/BBox.ts';
import { indexCellsWithEdges } from './indexCells.ts';
import { STRIKE_COLUMNS } from './strikeRow.ts';

/** Where a page continues: with strikes older than this one, ties broken by id. An empty id comes before every other. */
export interface PagePosition {
  readonly atMs: number;
  readonly id: string;
}

export interface StrikeQuery {
  readonly bbox: BBox;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly before: PagePosition | undefined;
  readonly limit: number;
}

/** Rows of one cell that the frontier passes at a step. Larger is coarser, smaller costs more seeks. */
const STRIDE = 64;

/** Sorts after every other id. */
const LAST_ID = '\u{10FFFF}';

/**
 * The newest strikes of a window, and `edge`: the instant down to which the window was searched. One row with the edge
 * alone where there is none. The cost is bounded however the strikes lie: the frontier walks down each cell's times, always
 * in the cell where it stands latest, and stops after ?4 steps; only what is newer than where it stopped is read.
 */
export const WINDOW_SQL = `
WITH RECURSIVE
frontier(cell, at_ms) AS (
  SELECT value, (
    SELECT at_ms FROM strike INDEXED BY strike_by_cell_time
    WHERE cell = value AND at_ms >= ?2 AND at_ms < ?3 ORDER BY at_ms DESC LIMIT 1)
  FROM json_each(?1)
  UNION ALL
  SELECT cell, (
    SELECT strike.at_ms FROM strike INDEXED BY strike_by_cell_time
    WHERE strike.cell = frontier.cell AND strike.at_ms >= ?2 AND strike.at_ms < frontier.at_ms
    ORDER BY strike.at_ms DESC LIMIT 1 OFFSET ${STRIDE - 1})
  FROM frontier WHERE at_ms IS NOT NULL
  ORDER BY 2 DESC LIMIT ?4
),
edge(at_ms) AS (
  SELECT CASE WHEN count(*) < ?4 OR count(at_ms) < count(*) THEN ?2 ELSE min(at_ms) END FROM frontier
)
SELECT edge.at_ms AS edge, found.* FROM edge LEFT JOIN (SELECT cell, ${STRIKE_COLUMNS} FROM strike INDEXED BY strike_by_cell_time) AS found
  ON found.cell IN (SELECT value FROM json_each(?1))
  AND found.at_ms >= edge.at_ms AND found.at_ms < ?3
  AND found.longitude BETWEEN ?5 AND ?6 AND found.latitude BETWEEN ?7 AND ?8
  AND (found.at_ms, found.id) < (?9, ?10)
ORDER BY found.at_ms DESC, found.id DESC LIMIT ?11`;

/** What `WINDOW_SQL` is bound to, so that the frontier passes about `walkRows` rows. */
export function windowValues({ bbox, fromMs, toMs, before, limit }: StrikeQuery, walkRows: number): unknown[] {
  return [
    JSON.stringify(indexCellsWithEdges(bbox)),
    fromMs,
    toMs,
    Math.max(1, Math.ceil(walkRows / STRIDE)),
    bbox.west,
    bbox.east,
    bbox.south,
    bbox.north,
    before?.atMs ?? toMs,
    before?.id ?? LAST_ID,
    limit,
  ];
}
