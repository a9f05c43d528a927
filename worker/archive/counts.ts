import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, type Span } from '#shared/time.ts';
import { type RecordRow, recordOf, recordQuery, type StoredRecord } from './HomeRecord.ts';
import {
  ALL_TILES,
  EDGE_SQL,
  indexColumns,
  indexColumnsWithEdges,
  type TileColumn,
  usedTiles,
  windowValues,
} from './windowQuery.ts';

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
FROM strike INDEXED BY strike_by_tile_time
WHERE index_tile IN (SELECT index_tile FROM used) AND at_ms >= ?2 AND at_ms < ?2 + ${HOUR_MS}
  AND longitude BETWEEN ?3 AND ?4 AND latitude BETWEEN ?5 AND ?6`;

const COUNT_TILES = `
INSERT INTO tile_count (index_tile, hour, ${TENTHS.join(', ')})
WITH RECURSIVE ${usedTiles('?1')} SELECT index_tile, CAST(?2 / ${HOUR_MS} AS INTEGER), ${SUMS} ${IN_HOUR} GROUP BY index_tile`;

const COUNT_BOX = `
WITH RECURSIVE ${usedTiles('?1')} SELECT ${SUMS} ${IN_HOUR} HAVING count(*) > 0`;

const COUNT_HOME = `
INSERT OR REPLACE INTO home_count (hour, ${TENTHS.join(', ')})
SELECT ?1, ${TENTHS.map((tenth) => `coalesce(sum(${tenth}), 0)`).join(', ')} FROM tile_count WHERE hour = ?1`;

/**
 * Counts the strikes of home for dirty hours, newest first, then for hours never counted, at most `maxHours` in all.
 * Each hour is recounted in one transaction, so repeats and aborted runs leave correct sums. Returns how many hours
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
    db.prepare('DELETE FROM tile_count WHERE hour < ?1').bind(hour),
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
    db.prepare('DELETE FROM tile_count'),
    db.prepare('DELETE FROM home_count'),
    db.prepare('DELETE FROM packed_day'),
    db
      .prepare('UPDATE archive_state SET counted_from_hour = ?1, counted_home = ?2 WHERE one = 1')
      .bind(hour, formatBBox(home)),
  ]);
  return hour;
}

async function oldestHour(db: D1Database): Promise<number | undefined> {
  const statement = `WITH RECURSIVE ${usedTiles('?1')} SELECT min((
    SELECT at_ms FROM strike INDEXED BY strike_by_tile_time WHERE strike.index_tile = used.index_tile ORDER BY at_ms LIMIT 1
  )) AS at_ms FROM used`;
  const columns = JSON.stringify([ALL_TILES]);
  const row = await db.prepare(statement).bind(columns).first<{ at_ms: number | null }>();
  return row?.at_ms == null ? undefined : Math.floor(row.at_ms / HOUR_MS);
}

function countStatements(db: D1Database, home: BBox, hour: number): D1PreparedStatement[] {
  return [
    db.prepare('DELETE FROM tile_count WHERE hour = ?1').bind(hour),
    db.prepare(COUNT_TILES).bind(...inHour(home, indexColumnsWithEdges(home), hour)),
    db.prepare(COUNT_HOME).bind(hour),
    db.prepare('DELETE FROM dirty_hour WHERE hour = ?1').bind(hour),
  ];
}

/** One row with an hour's six counts in the tiles that `bbox` touches, straight from the strikes; none if empty. */
function countOfHour(db: D1Database, home: BBox, bbox: BBox, hour: number): D1PreparedStatement {
  const columns = bbox === home ? indexColumnsWithEdges(home) : indexColumns(bbox);
  return db.prepare(COUNT_BOX).bind(...inHour(home, columns, hour));
}

function inHour({ west, east, south, north }: BBox, columns: readonly TileColumn[], hour: number): unknown[] {
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

/** The newest dirty hours that are counted while the reader waits; the others are reported as uncounted. */
const MAX_COUNTED_NOW = 2;
/** After this number of rows a response counts no further hour: one of the heaviest storm takes as many again. */
const COUNTED_WITHIN_ROWS = 50_000;
/** Of more tiles and hours no sum is made: the box is too wide for the time. */
const MAX_TILE_HOURS = 40_000;

const SUMS_OF_CELLS = TENTHS.map((tenth) => `sum(${tenth}) AS ${tenth}`).join(', ');
const OF_TILES = `
WITH RECURSIVE ${usedTiles('?1', 'tile_count')}
SELECT hour, ${SUMS_OF_CELLS}, count(*) AS tiles FROM (
  SELECT * FROM tile_count WHERE index_tile IN (SELECT index_tile FROM used) AND hour >= ?2 AND hour < ?3 LIMIT ${MAX_TILE_HOURS})
GROUP BY hour`;
const OF_HOME = 'SELECT *, 0 AS tiles FROM home_count WHERE hour >= ?1 AND hour < ?2';

type TenthsRow = Readonly<Record<(typeof TENTHS)[number], number>>;
type HourRow = TenthsRow & { readonly hour: number; readonly tiles: number };

/** The strikes of each hour in which there were any, by its six stretches of ten minutes. */
interface HourCount {
  readonly hour: number;
  readonly tenths: readonly number[];
}

interface CountResult {
  readonly hours: readonly HourCount[];
  readonly uncounted: readonly Span[];
  readonly record: StoredRecord;
  readonly rowsRead: number;
  /** The box holds more than is summed up, and the counts are too few. */
  readonly isTooWide: boolean;
}

interface StateRow {
  readonly counted_from_hour: number | null;
}

/** Counts of strikes per ten minutes, in D1. Rejects if D1 does not answer. */
export class CountArchive {
  private readonly db: D1Database;
  private readonly home: BBox;

  constructor(db: D1Database, home: BBox) {
    this.db = db;
    this.home = home;
  }

  /**
   * Of strikes at home in the index tiles that `bbox` touches (undefined: all of home); `toHour` is exclusive. `spentRows`:
   * what was read for the same answer before.
   */
  async hours(bbox: BBox | undefined, fromHour: number, toHour: number, spentRows = 0): Promise<CountResult> {
    const { record, countedFromHour, dirty, ...state } = await this.state(fromHour, toHour);
    const stored = await (bbox
      ? this.db.prepare(OF_TILES).bind(JSON.stringify(indexColumns(bbox)), fromHour, toHour)
      : this.db.prepare(OF_HOME).bind(fromHour, toHour)
    ).all<HourRow>();
    const readBefore = state.rowsRead + stored.meta.rows_read;
    const fresh = await countWhileWaiting<HourRow>(dirty, spentRows + readBefore, (hour) =>
      countOfHour(this.db, this.home, bbox ?? this.home, hour),
    );
    const rows = new Map(stored.results.map((row) => [row.hour, row]));
    for (const [hour, [row]] of fresh.counted) {
      if (row) rows.set(hour, { ...row, hour });
      else rows.delete(hour);
    }
    return {
      hours: [...rows.values()].map((row) => ({ hour: row.hour, tenths: TENTHS.map((tenth) => row[tenth] ?? 0) })),
      uncounted: [...fresh.uncounted, [fromHour * HOUR_MS, countedFromHour * HOUR_MS]],
      record,
      rowsRead: readBefore + fresh.rowsRead,
      isTooWide: stored.results.reduce((sum, { tiles }) => sum + tiles, 0) >= MAX_TILE_HOURS,
    };
  }

  private async state(fromHour: number, toHour: number) {
    const [record, state, dirty] = await this.db.batch<RecordRow & StateRow & { readonly hour: number }>([
      // Before the counts: what is read meanwhile may be missing from them, and must not be called read.
      recordQuery(this.db),
      this.db.prepare('SELECT counted_from_hour FROM archive_state WHERE one = 1'),
      this.db
        .prepare('SELECT hour FROM dirty_hour WHERE hour >= ?1 AND hour < ?2 ORDER BY hour DESC')
        .bind(fromHour, toHour),
    ]);
    return {
      record: recordOf(record?.results[0]),
      countedFromHour: state?.results[0]?.counted_from_hour ?? toHour,
      dirty: (dirty?.results ?? []).map(({ hour }) => hour),
      rowsRead: [record, state, dirty].reduce((sum, result) => sum + (result?.meta.rows_read ?? 0), 0),
    };
  }
}

interface FreshCounts<Row> {
  readonly counted: ReadonlyMap<number, readonly Row[]>;
  readonly uncounted: readonly Span[];
  readonly rowsRead: number;
}

/** Counts as many dirty hours, newest first, as an answer that has read `spentRows` may wait for. */
export async function countWhileWaiting<Row>(
  dirty: readonly number[],
  spentRows: number,
  statementOf: (hour: number) => D1PreparedStatement,
): Promise<FreshCounts<Row>> {
  const counted = new Map<number, readonly Row[]>();
  let rowsRead = 0;
  for (const hour of dirty.slice(0, MAX_COUNTED_NOW)) {
    if (spentRows + rowsRead > COUNTED_WITHIN_ROWS) break;
    const { results, meta } = await statementOf(hour).all<Row>();
    counted.set(hour, results);
    rowsRead += meta.rows_read;
  }
  const uncounted = dirty.filter((hour) => !counted.has(hour)).map(spanOfHour);
  return { counted, uncounted, rowsRead };
}

export function spanOfHour(hour: number): Span {
  return [hour * HOUR_MS, (hour + 1) * HOUR_MS];
}

export const COUNT_STEPS = ['10min', 'hour', 'day'] as const;
type CountStep = (typeof COUNT_STEPS)[number];
const STEP_MS: Readonly<Record<CountStep, number>> = { '10min': TENTH_MS, hour: HOUR_MS, day: DAY_MS };

interface Bins {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** The bins that hold any of the requested time, but none that begins after `nowMs`. */
export function requestedBins(by: CountStep, fromMs: number, toMs: number, nowMs: number): Bins {
  const stepMs = STEP_MS[by];
  const first = Math.floor(fromMs / stepMs) * stepMs;
  const last = Math.ceil(Math.min(toMs, nowMs) / stepMs) * stepMs;
  return { fromMs: first, toMs: Math.max(first, last), stepMs };
}

export function binsOf({ fromMs, toMs, stepMs }: Bins, hours: readonly HourCount[]): number[] {
  const bins = Array.from({ length: (toMs - fromMs) / stepMs }, () => 0);
  for (const { hour, tenths } of hours) {
    for (const [tenth, strikes] of tenths.entries()) {
      const bin = Math.floor((hour * HOUR_MS + tenth * TENTH_MS - fromMs) / stepMs);
      if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + strikes;
    }
  }
  return bins;
}

/** Squares of a web-mercator map, and the ages that are distinguished. */
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

interface SquareCount {
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
  FROM edge CROSS JOIN (SELECT index_tile, at_ms, longitude, latitude FROM strike INDEXED BY strike_by_tile_time) AS struck
  WHERE struck.index_tile IN (SELECT index_tile FROM used)
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
