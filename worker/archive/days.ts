import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS, type Span } from '#shared/time.ts';
import { DAY_GRIDS, type DayCount, type DayGridKind, encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { countWhileWaiting, spanOfHour } from './counts.ts';
import { type RecordRow, recordOf, recordQuery, type StoredRecord } from './HomeRecord.ts';
import { indexColumnsWithEdges, tileOfIndex, usedTiles } from './windowQuery.ts';

/** Each day reads its strikes. */
const MAX_DAYS_A_RUN = 3;
/** After the day's late strikes and its last sweep. */
const PACKED_AFTER_MS = 70 * 60_000;

/** Days before this one, since the Unix epoch, are over for long enough to be packed. */
export function daysOver(nowMs: number): number {
  return Math.floor((nowMs - PACKED_AFTER_MS) / DAY_MS);
}

/** Days that are over and wholly stored, with every hour counted and at least one not yet packed. Newest first. */
const DUE = `
SELECT DISTINCT hour / 24 AS day FROM home_count
WHERE count_version <= 0 AND hour >= ?1 * 24 AND hour < ?2 * 24
  AND hour / 24 * 24 >= (SELECT counted_from_hour FROM archive_state WHERE counted_home = ?3)
  AND hour / 24 * ${DAY_MS} >= (SELECT dropped_to_ms FROM archive_state)
  AND NOT EXISTS (SELECT 1 FROM dirty_hour WHERE dirty_hour.hour / 24 = home_count.hour / 24)
ORDER BY day DESC LIMIT ?4`;

const NEXT_VERSION =
  'UPDATE archive_state SET last_count_version = last_count_version + 1 WHERE one = 1 RETURNING last_count_version AS countVersion';
const BEGIN = `
UPDATE home_count SET count_version = -(SELECT last_count_version FROM archive_state WHERE one = 1) WHERE hour >= ?1 AND hour < ?2`;

/** Stores nothing if an hour was recounted meanwhile: the day is due again. */
const RETAIN = `
INSERT OR REPLACE INTO packed_day (day, home, count_version, hours, cells)
SELECT ?1, ?2, ?3, ?4, ?5
WHERE NOT EXISTS (SELECT 1 FROM home_count WHERE hour >= ?1 * 24 AND hour < ?1 * 24 + 24 AND count_version <> -?3)
  AND (SELECT counted_home FROM archive_state WHERE one = 1) = ?2`;
const END = `
UPDATE home_count SET count_version = ?2 WHERE hour >= ?1 * 24 AND hour < ?1 * 24 + 24
  AND EXISTS (SELECT 1 FROM packed_day WHERE day = ?1 AND count_version = ?2)`;

/**
 * Packs days that are over, a limited number. A stored day always matches the strikes its hours were last counted from.
 * Returns how many were packed. Rejects if D1 does not answer.
 */
export async function packDays(db: D1Database, home: BBox, nowMs: number, retainedSinceMs: number) {
  const fromDay = Math.ceil(retainedSinceMs / DAY_MS);
  const due = await db
    .prepare(DUE)
    .bind(fromDay, daysOver(nowMs), formatBBox(home), MAX_DAYS_A_RUN)
    .all<{ day: number }>();
  for (const { day } of due.results) await packDay(db, home, day);
  return due.results.length;
}

async function packDay(db: D1Database, home: BBox, day: number): Promise<void> {
  const [fromHour, toHour] = [day * 24, day * 24 + 24];
  const [versions, , hours, cells] = await db.batch([
    db.prepare(NEXT_VERSION),
    db.prepare(BEGIN).bind(fromHour, toHour),
    countsByCell(db, fromHour, toHour),
    strikesByTile(db, home, DAY_GRIDS.cells.zoom, fromHour, toHour),
  ]);
  const countVersion = rowsOf<{ readonly countVersion: number }>(versions)[0]?.countVersion;
  const ofHours = rowsOf<CellRow>(hours).map(dayCountOf);
  const ofCells = rowsOf<TileRow>(cells);
  await db.batch([
    db
      .prepare(RETAIN)
      .bind(
        day,
        formatBBox(home),
        countVersion,
        encodeDayGrid({ day, zoom: DAY_GRIDS.hours.zoom, counts: ofHours }),
        encodeDayGrid({ day, zoom: DAY_GRIDS.cells.zoom, counts: ofCells }),
      ),
    db.prepare(END).bind(day, countVersion),
  ]);
}

export async function forgetPackedDays(db: D1Database, beforeMs: number): Promise<void> {
  await db
    .prepare('DELETE FROM packed_day WHERE day < ?1')
    .bind(Math.ceil(beforeMs / DAY_MS))
    .run();
}

/** As `mercatorX` and `mercatorY`, in whole tiles of a world that is ?7 of them wide. */
const X = 'CAST((longitude + 180) / 360.0 * ?7 AS INTEGER)';
const SINE = 'sin(radians(latitude))';
const Y = `CAST((0.5 - ln((1 + ${SINE}) / (1 - ${SINE})) / (4 * pi())) * ?7 AS INTEGER)`;

const OF_STRIKES = `
WITH RECURSIVE ${usedTiles('?1')}
SELECT ${X} AS x, ${Y} AS y, count(*) AS strikes
FROM strike INDEXED BY strike_by_tile_time
WHERE index_tile IN (SELECT index_tile FROM used) AND at_ms >= ?2 AND at_ms < ?3
  AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?8
GROUP BY 1, 2`;

/** In the order of the index: nothing is sorted. */
const HOUR_OF_STRIKES = `
WITH RECURSIVE ${usedTiles('?1')}
SELECT index_tile, CAST(?2 / ${HOUR_MS} AS INTEGER) AS hour, count(*) AS strikes
FROM strike INDEXED BY strike_by_tile_time
WHERE index_tile IN (SELECT index_tile FROM used) AND at_ms >= ?2 AND at_ms < ?3
  AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?7
GROUP BY index_tile`;

const OF_COUNTS = `
SELECT index_tile, hour, c0 + c1 + c2 + c3 + c4 + c5 AS strikes FROM tile_count WHERE hour >= ?1 AND hour < ?2`;

interface TileRow {
  readonly x: number;
  readonly y: number;
  readonly strikes: number;
}

/** Strikes of home by tile of `zoom`, straight from the strikes. Rows are `TileRow`s. */
function strikesByTile(db: D1Database, home: BBox, zoom: number, fromHour: number, toHour: number) {
  const { west, east, south, north } = home;
  const columns = JSON.stringify(indexColumnsWithEdges(home));
  const span = [fromHour * HOUR_MS, toHour * HOUR_MS];
  return db.prepare(OF_STRIKES).bind(columns, ...span, west, east, south, 2 ** zoom, north);
}

interface CellRow {
  readonly index_tile: number;
  readonly hour: number;
  readonly strikes: number;
}

function countsByCell(db: D1Database, fromHour: number, toHour: number) {
  return db.prepare(OF_COUNTS).bind(fromHour, toHour);
}

/** As `countsByCell`, of one hour, straight from the strikes of home. */
function hourByCell(db: D1Database, home: BBox, hour: number) {
  const { west, east, south, north } = home;
  const columns = JSON.stringify(indexColumnsWithEdges(home));
  return db.prepare(HOUR_OF_STRIKES).bind(columns, hour * HOUR_MS, (hour + 1) * HOUR_MS, west, east, south, north);
}

function dayCountOf({ index_tile: index, hour, strikes }: CellRow): DayCount {
  const { x, y } = tileOfIndex(index);
  return { hour: hour % 24, x, y, strikes };
}

export function rowsOf<Row>(result: D1Result | undefined): readonly Row[] {
  return (result?.results ?? []) as Row[];
}

const PACKED = {
  hours: packedColumn('hours'),
  cells: packedColumn('cells'),
};

function packedColumn(column: DayGridKind): string {
  return `
SELECT ${column} AS body FROM packed_day WHERE day = ?1 AND home = ?2
  AND home = (SELECT counted_home FROM archive_state WHERE one = 1)
  AND NOT EXISTS (
    SELECT 1 FROM home_count WHERE hour >= ?1 * 24 AND hour < ?1 * 24 + 24 AND home_count.count_version <> packed_day.count_version)`;
}

interface DayResult {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly uncounted: readonly Span[];
  readonly record: StoredRecord;
  readonly rowsRead: number;
}

interface DayState {
  readonly record: StoredRecord;
  readonly countedFromHour: number;
  /** Newest first. */
  readonly dirty: readonly number[];
  readonly hours: readonly HourOfHome[];
  readonly packed: Uint8Array<ArrayBuffer> | undefined;
  readonly rowsRead: number;
}

/** Counts of strikes per tile of a day, in D1. Rejects if D1 does not answer. */
export class DayArchive {
  private readonly db: D1Database;
  private readonly home: BBox;

  constructor(db: D1Database, home: BBox) {
    this.db = db;
    this.home = home;
  }

  async grid(kind: DayGridKind, day: number, fromHour: number, toHour: number): Promise<DayResult> {
    const state = await this.state(kind, day);
    const whole = fromHour <= day * 24 && toHour >= day * 24 + 24;
    if (state.packed && whole) {
      const { packed: body, record, rowsRead, dirty } = state;
      return { body, uncounted: dirty.map(spanOfHour), record, rowsRead };
    }
    const first = Math.max(fromHour, Math.min(toHour, state.countedFromHour));
    const grid = await (kind === 'hours' ? this.byHour(state, first, toHour) : this.byCell(state, first, toHour));
    return {
      body: encodeDayGrid({ day, zoom: DAY_GRIDS[kind].zoom, counts: grid.counts }),
      uncounted: [...grid.uncounted, [fromHour * HOUR_MS, first * HOUR_MS]],
      record: state.record,
      rowsRead: state.rowsRead + grid.rowsRead,
    };
  }

  private async byHour({ dirty, rowsRead: readBefore }: DayState, fromHour: number, toHour: number) {
    const requested = dirty.filter((hour) => hour >= fromHour && hour < toHour);
    const stored = await countsByCell(this.db, fromHour, toHour).all<CellRow>();
    const retainedRows = rowsReadOf([stored]);
    const fresh = await countWhileWaiting<CellRow>(requested, readBefore + retainedRows, (hour) =>
      hourByCell(this.db, this.home, hour),
    );
    const counted = stored.results.filter(({ hour }) => !fresh.counted.has(hour));
    const counts = [...counted, ...[...fresh.counted.values()].flat()].map(dayCountOf);
    return { counts, uncounted: fresh.uncounted, rowsRead: retainedRows + fresh.rowsRead };
  }

  /** Straight from the strikes, of as many of the newest hours as one answer may cost. */
  private async byCell({ hours }: DayState, fromHour: number, toHour: number) {
    const first = affordableHours(hours, fromHour, toHour);
    const result = await strikesByTile(this.db, this.home, DAY_GRIDS.cells.zoom, first, toHour).all<TileRow>();
    const uncounted: Span[] = [[fromHour * HOUR_MS, first * HOUR_MS]];
    return { counts: result.results, uncounted, rowsRead: rowsReadOf([result]) };
  }

  private async state(kind: DayGridKind, day: number): Promise<DayState> {
    const [span, home] = [[day * 24, day * 24 + 24], formatBBox(this.home)];
    const results = await this.db.batch([
      // Before the counts: what is read meanwhile may be missing from them, and must not be called read.
      recordQuery(this.db),
      this.db.prepare('SELECT counted_from_hour AS hour FROM archive_state WHERE counted_home = ?').bind(home),
      this.db.prepare('SELECT hour FROM dirty_hour WHERE hour >= ?1 AND hour < ?2 ORDER BY hour DESC').bind(...span),
      this.db
        .prepare(
          'SELECT hour, c0 + c1 + c2 + c3 + c4 + c5 AS strikes FROM home_count WHERE hour >= ?1 AND hour < ?2 ORDER BY hour',
        )
        .bind(...span),
      this.db.prepare(PACKED[kind]).bind(day, home),
    ]);
    const [record, state, dirty, hours, packed] = results;
    const body = rowsOf<{ readonly body: readonly number[] }>(packed)[0]?.body;
    return {
      record: recordOf(rowsOf<RecordRow>(record)[0]),
      countedFromHour: rowsOf<{ readonly hour: number | null }>(state)[0]?.hour ?? Number.POSITIVE_INFINITY,
      dirty: rowsOf<{ readonly hour: number }>(dirty).map(({ hour }) => hour),
      hours: rowsOf<HourOfHome>(hours),
      packed: body && Uint8Array.from(body),
      rowsRead: rowsReadOf(results),
    };
  }
}

function rowsReadOf(results: readonly (D1Result | undefined)[]): number {
  return results.reduce((sum, result) => sum + (result?.meta.rows_read ?? 0), 0);
}

/** Strikes read while somebody waits, for the tiles of a day that was not packed. */
const MAX_STRIKES = 300_000;

interface HourOfHome {
  readonly hour: number;
  readonly strikes: number;
}

/** The first of the newest hours that together stay within `MAX_STRIKES`; the newest is always among them. */
export function affordableHours(
  hours: readonly HourOfHome[],
  fromHour: number,
  toHour: number,
  mostStrikes = MAX_STRIKES,
): number {
  let left = mostStrikes;
  for (const { hour, strikes } of hours.filter(({ hour }) => hour >= fromHour && hour < toHour - 1).toReversed()) {
    left -= strikes;
    if (left < 0) return hour + 1;
  }
  return fromHour;
}
