import type { BBox } from '#shared/geo/BBox.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { DayCount } from '#shared/wire/dayGrid.ts';
import { indexCellTile, indexColumnsWithEdges } from '#worker/archive/indexCells.ts';
import { usedCells } from '#worker/archive/usedCells.ts';

/** As `mercatorX` and `mercatorY`, in whole tiles of a world that is ?7 of them wide. */
const X = 'CAST((longitude + 180) / 360.0 * ?7 AS INTEGER)';
const SINE = 'sin(radians(latitude))';
const Y = `CAST((0.5 - ln((1 + ${SINE}) / (1 - ${SINE})) / (4 * pi())) * ?7 AS INTEGER)`;

const OF_STRIKES = `
WITH RECURSIVE ${usedCells('?1')}
SELECT ${X} AS x, ${Y} AS y, count(*) AS strikes
FROM strike INDEXED BY strike_by_cell_time
WHERE cell IN (SELECT cell FROM used) AND at_ms >= ?2 AND at_ms < ?3
  AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?8
GROUP BY 1, 2`;

const OF_COUNTS = `
SELECT cell, hour, c0 + c1 + c2 + c3 + c4 + c5 AS strikes FROM cell_count WHERE hour >= ?1 AND hour < ?2`;

export interface TileRow {
  readonly x: number;
  readonly y: number;
  readonly strikes: number;
}

/** The strikes of home by tile of `zoom`, straight from the strikes of some hours. Rows are `TileRow`s. */
export function strikesByTile(db: D1Database, home: BBox, zoom: number, fromHour: number, toHour: number) {
  const { west, east, south, north } = home;
  const columns = JSON.stringify(indexColumnsWithEdges(home));
  const span = [fromHour * HOUR_MS, toHour * HOUR_MS];
  return db.prepare(OF_STRIKES).bind(columns, ...span, west, east, south, 2 ** zoom, north);
}

export interface CellRow {
  readonly cell: number;
  readonly hour: number;
  readonly strikes: number;
}

/** What was counted of some hours, by index cell. Rows are `CellRow`s. */
export function countsByCell(db: D1Database, fromHour: number, toHour: number) {
  return db.prepare(OF_COUNTS).bind(fromHour, toHour);
}

export function dayCountOf({ cell, hour, strikes }: CellRow): DayCount {
  const { x, y } = indexCellTile(cell);
  return { hour: hour % 24, x, y, strikes };
}

/** The rows of one answer of a batch. */
export function rowsOf<Row>(answer: D1Result | undefined): readonly Row[] {
  return (answer?.results ?? []) as Row[];
}
