import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { ALL_CELLS, type CellColumn, indexColumns, indexColumnsWithEdges, usedCells } from './indexCells.ts';

/** A dirty hour costs some 5,000 rows and its strikes. A storm makes one an hour dirty, late strikes some more. */
const MAX_HOURS_A_RUN = 120;
/** Every hour is counted, or dirty. */
const ALL_HOURS = 0;
const TENTH_MS = HOUR_MS / 6;

export const TENTHS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const;

const SUMS = TENTHS.map((tenth, index) => {
  return `sum(CAST((at_ms - ?2) / ${TENTH_MS} AS INTEGER) = ${index}) AS ${tenth}`;
}).join(', ');
const IN_HOUR = `
FROM strike INDEXED BY strike_by_cell_time
WHERE cell IN (SELECT cell FROM used) AND at_ms >= ?2 AND at_ms < ?2 + ${HOUR_MS}
  AND longitude BETWEEN ?3 AND ?4 AND latitude BETWEEN ?5 AND ?6`;

const COUNT_CELLS = `
INSERT INTO cell_count (cell, hour, ${TENTHS.join(', ')})
WITH RECURSIVE ${usedCells('?1')} SELECT cell, CAST(?2 / ${HOUR_MS} AS INTEGER), ${SUMS} ${IN_HOUR} GROUP BY cell`;

const COUNT_BOX = `
WITH RECURSIVE ${usedCells('?1')} SELECT ${SUMS} ${IN_HOUR} HAVING count(*) > 0`;

const COUNT_HOME = `
INSERT OR REPLACE INTO home_count (hour, ${TENTHS.join(', ')})
SELECT ?1, ${TENTHS.map((tenth) => `coalesce(sum(${tenth}), 0)`).join(', ')} FROM cell_count WHERE hour = ?1`;

/**
 * Counts the strikes of home for dirty hours, newest first, then for hours never counted, at most `maxHours` in all.
 * Each hour is counted anew in one transaction, so repeats and aborted runs leave correct sums. Returns how many hours
 * were counted. Rejects if D1 does not answer.
 */
export async function countHours(db: D1Database, home: BBox, nowMs: number, maxHours = MAX_HOURS_A_RUN) {
  const firstHour = await startedAt(db, home, nowMs);
  const dirty = await db
    .prepare('SELECT hour FROM dirty_hour WHERE hour >= ?1 ORDER BY hour DESC LIMIT ?2')
    .bind(firstHour, maxHours)
    .all<{ hour: number }>();
  for (const { hour } of dirty.results) await db.batch(countStatements(db, home, hour));
  return dirty.results.length + (await goBack(db, home, firstHour, maxHours - dirty.results.length));
}

/** Counts hours that were never counted, newest first: of an archive that is older than its counts. */
async function goBack(db: D1Database, home: BBox, firstHour: number, most: number): Promise<number> {
  if (firstHour === ALL_HOURS || most <= 0) return 0;
  const oldest = await oldestHour(db);
  let hour = firstHour;
  while (oldest !== undefined && hour > oldest && firstHour - hour < most) {
    hour -= 1;
    await db.batch([...countStatements(db, home, hour), countedFrom(db, hour)]);
  }
  if (oldest === undefined || hour <= oldest) await countedFrom(db, ALL_HOURS).run();
  return firstHour - hour;
}

function countedFrom(db: D1Database, hour: number): D1PreparedStatement {
  return db.prepare('UPDATE archive_state SET counted_from_hour = ?1 WHERE one = 1').bind(hour);
}

export async function forgetCounts(db: D1Database, beforeMs: number): Promise<void> {
  const hour = Math.floor(beforeMs / HOUR_MS);
  await db.batch([
    db.prepare('DELETE FROM cell_count WHERE hour < ?1').bind(hour),
    db.prepare('DELETE FROM home_count WHERE hour < ?1').bind(hour),
    db.prepare('DELETE FROM dirty_hour WHERE hour < ?1').bind(hour),
    db.prepare('INSERT OR IGNORE INTO dirty_hour (hour) VALUES (?1)').bind(hour),
  ]);
}

/** The first counted hour; the present one if none was counted, or another home was. */
async function startedAt(db: D1Database, home: BBox, nowMs: number): Promise<number> {
  const state = await db
    .prepare('SELECT counted_from_hour AS hour, counted_home AS home FROM archive_state WHERE one = 1')
    .first<{ hour: number | null; home: string | null }>();
  if (state?.hour != null && state.home === formatBBox(home)) return state.hour;
  const hour = Math.floor(nowMs / HOUR_MS) + 1;
  await db.batch([
    db.prepare('DELETE FROM cell_count'),
    db.prepare('DELETE FROM home_count'),
    db.prepare('DELETE FROM packed_day'),
    db
      .prepare('UPDATE archive_state SET counted_from_hour = ?1, counted_home = ?2 WHERE one = 1')
      .bind(hour, formatBBox(home)),
  ]);
  return hour;
}

async function oldestHour(db: D1Database): Promise<number | undefined> {
  const statement = `WITH RECURSIVE ${usedCells('?1')} SELECT min((
    SELECT at_ms FROM strike INDEXED BY strike_by_cell_time WHERE strike.cell = used.cell ORDER BY at_ms LIMIT 1
  )) AS at_ms FROM used`;
  const columns = JSON.stringify([ALL_CELLS]);
  const row = await db.prepare(statement).bind(columns).first<{ at_ms: number | null }>();
  return row?.at_ms == null ? undefined : Math.floor(row.at_ms / HOUR_MS);
}

function countStatements(db: D1Database, home: BBox, hour: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM cell_count WHERE hour = ?1').bind(hour),
    db.prepare(COUNT_CELLS).bind(...inHour(home, indexColumnsWithEdges(home), hour)),
    db.prepare(COUNT_HOME).bind(hour),
    db.prepare('DELETE FROM dirty_hour WHERE hour = ?1').bind(hour),
  ];
}

/** One row with an hour's six counts in the cells that `bbox` touches, straight from the strikes; none if empty. */
export function countOfHour(db: D1Database, home: BBox, bbox: BBox, hour: number): D1PreparedStatement {
  const columns = bbox === home ? indexColumnsWithEdges(home) : indexColumns(bbox);
  return db.prepare(COUNT_BOX).bind(...inHour(home, columns, hour));
}

function inHour({ west, east, south, north }: BBox, columns: readonly CellColumn[], hour: number): unknown[] {
  return [JSON.stringify(columns), hour * HOUR_MS, west, east, south, north];
}

export const MARK_DIRTY = 'INSERT OR IGNORE INTO dirty_hour (hour) SELECT value FROM json_each(?1)';

export function hoursOf(strikes: readonly Strike[]): string {
  return JSON.stringify([...new Set(strikes.map(({ atMs }) => Math.floor(atMs / HOUR_MS)))]);
}

/** As `MARK_DIRTY`, for the lowest-numbered strikes, before they are deleted. Binds their number. */
export const MARK_FIRST_DIRTY = `
INSERT OR IGNORE INTO dirty_hour (hour)
SELECT DISTINCT at_ms / ${HOUR_MS} FROM (SELECT at_ms FROM strike ORDER BY ordinal LIMIT ?1)`;
