import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { type Tile, tileBounds } from '#shared/geo/tile.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { clippedSpans, DAY_MS, HOUR_MS, lengthMs, mergedSpans, type Span } from '#shared/time.ts';
import type { ReadExtent } from '#shared/wire/StrikeBody.ts';
import {
  type CountedSquares,
  countedSquares,
  hoursOf,
  MARK_DIRTY,
  SQUARES_SQL,
  type SquareQuery,
  type SquaresRow,
  squareValues,
} from './counts.ts';
import {
  type HomeRecord,
  type RecordRow,
  recordOf,
  recordQuery,
  recordStatements,
  type StoredRecord,
} from './HomeRecord.ts';
import {
  DETAIL_COLUMN,
  indexColumns,
  indexColumnsWithEdges,
  indexTile,
  type PagePosition,
  POSITIONS_SQL,
  type PositionQuery,
  positionValues,
  type StrikeQuery,
  type StrikeRow,
  strikeOfRow,
  usedTiles,
  windowSql,
  windowValues,
} from './windowQuery.ts';

const INSERT = `
INSERT INTO strike (id, ordinal, index_tile, at_ms, latitude, longitude)
SELECT value ->> 'id', value ->> 'ordinal', value ->> 'indexTile', value ->> 'atMs', value ->> 'latitude', value ->> 'longitude'
FROM json_each(?1) WHERE true
ON CONFLICT DO NOTHING`;

/** Past strikes are numbered from -1 down, apart from the Feed's numbers. */
const INSERT_PAST = `
INSERT INTO strike (id, ordinal, index_tile, at_ms, latitude, longitude)
SELECT value ->> 'id', (SELECT min(0, coalesce(min(ordinal), 0)) FROM strike) - 1 - key,
  value ->> 'indexTile', value ->> 'atMs', value ->> 'latitude', value ->> 'longitude'
FROM json_each(?1) WHERE true
ON CONFLICT DO NOTHING`;

/** Under the number that the archive has for the strike, which it may have known before. */
const INSERT_DETAILS = `
INSERT INTO strike_detail (ordinal, detail)
SELECT strike.ordinal, value ->> 'detail' FROM json_each(?1) CROSS JOIN strike ON strike.id = value ->> 'id'
WHERE value ->> 'detail' IS NOT NULL
ON CONFLICT DO NOTHING`;

const COUNT_PAST = 'UPDATE archive_state SET strikes = strikes + changes() WHERE one = 1 RETURNING strikes';

const COUNT_NEW = 'UPDATE archive_state SET strikes = strikes + changes(), seq = max(seq, ?1) WHERE one = 1';

type WindowRow = { readonly edge: number; readonly first_detail: number | null } & (
  | StrikeRow
  | { readonly [Column in keyof StrikeRow]: null }
);

function isFound(row: WindowRow): row is WindowRow & StrikeRow {
  return row.id !== null;
}

function newestFirst(a: StrikeRow, b: StrikeRow): number {
  return b.at_ms - a.at_ms || (a.id < b.id ? 1 : -1);
}

function withIndexTile<Row extends Strike>(strike: Row): Row & { readonly indexTile: number } {
  return { ...strike, indexTile: indexTile(strike.longitude, strike.latitude) };
}

type PositionsRow = {
  readonly edge: number | null;
  readonly times: string;
  readonly latitudes: string;
  readonly longitudes: string;
};

/** Each strike has the same index in all three arrays. */
export interface FoundPositions extends Omit<WindowResult, 'strikes'> {
  readonly atMs: readonly number[];
  readonly latitude: readonly number[];
  readonly longitude: readonly number[];
}

/** A slice contains no ids. */
type ArchivedTileStrike = Omit<NumberedStrike, 'id'>;

export interface ArchivedTile {
  readonly seq: number;
  readonly record: StoredRecord;
  /** By ordinal. */
  readonly strikes: readonly ArchivedTileStrike[];
  readonly rowsRead: number;
}

/** Some 20 ms. No tile has as many strikes in one millisecond. */
const TILE_PAGE_ROWS = 2_500;

export interface PageOfPast {
  readonly record: StoredRecord;
  readonly strikes: readonly Pick<Strike, 'atMs' | 'latitude' | 'longitude'>[];
}

/** The history of strikes, in D1. Every method rejects if D1 does not answer. */
export class StrikeArchive {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** One transaction, safe to repeat. Records completeness up to `seq` and, with `record`, what was read of home. */
  async insert(strikes: readonly NumberedStrike[], seq: number, record?: HomeRecord): Promise<void> {
    await this.db.batch([
      this.db.prepare(INSERT).bind(JSON.stringify(strikes.map(withIndexTile))),
      this.db.prepare(COUNT_NEW).bind(seq),
      this.db.prepare(MARK_DIRTY).bind(hoursOf(strikes)),
      ...this.detailStatements(strikes),
      ...(record ? recordStatements(this.db, record) : []),
    ]);
  }

  /**
   * Inserts strikes that the Feed does not number, in one transaction; one already there stays as it is, so this is
   * safe to repeat. The first gets the highest, negative, ordinal. Returns how many strikes the archive holds.
   */
  async insertPast(strikes: readonly Strike[]): Promise<number> {
    const [, counted] = await this.db.batch<{ strikes: number }>([
      this.db.prepare(INSERT_PAST).bind(JSON.stringify(strikes.map(withIndexTile))),
      this.db.prepare(COUNT_PAST),
      this.db.prepare(MARK_DIRTY).bind(hoursOf(strikes)),
      ...this.detailStatements(strikes),
    ]);
    return counted?.results[0]?.strikes ?? 0;
  }

  async record(): Promise<StoredRecord> {
    return recordOf(await recordQuery(this.db).first<RecordRow>());
  }

  /** Newest first, at most `limit`, as far back as a walk over about `walkRows` rows reaches. */
  async window(query: StrikeQuery, walkRows: number): Promise<WindowResult> {
    const { results, meta } = await this.windowStatement(query, walkRows).all<WindowRow>();
    const found = results.filter(isFound).sort(newestFirst).slice(0, query.limit);
    const requested = found.length > 0 && results[0]?.first_detail !== null;
    const details = requested ? await this.detailsOf(found) : undefined;
    return {
      strikes: found.map(
        details ? (row) => strikeOfRow({ ...row, detail: details.of.get(row.ordinal) ?? null }) : strikeOfRow,
      ),
      edgeMs: results[0]?.edge ?? query.fromMs,
      rowsRead: meta.rows_read + (details?.rowsRead ?? 0),
    };
  }

  /** Where and when strikes fell, in no order, as far back as a walk over about `walkRows` rows reaches. */
  async positions(query: PositionQuery, walkRows: number): Promise<FoundPositions> {
    const { results, meta } = await this.positionsStatement(query, walkRows).all<PositionsRow>();
    const [row] = results;
    return {
      atMs: JSON.parse(row?.times ?? '[]') as number[],
      latitude: JSON.parse(row?.latitudes ?? '[]') as number[],
      longitude: JSON.parse(row?.longitudes ?? '[]') as number[],
      edgeMs: row?.edge ?? query.fromMs,
      rowsRead: meta.rows_read,
    };
  }

  /** Counts per square, as far back as a walk over about `walkRows` rows reaches, and the record at that time. */
  async squares(query: SquareQuery, walkRows: number): Promise<CountedSquares & { readonly record: StoredRecord }> {
    const [state, counted] = await this.db.batch<RecordRow & SquaresRow>([
      recordQuery(this.db),
      this.db.prepare(SQUARES_SQL).bind(...squareValues(query, walkRows)),
    ]);
    const squares = countedSquares(query, counted?.results[0], counted?.meta.rows_read ?? 0);
    return { ...squares, record: recordOf(state?.results[0]) };
  }

  /** As `windowStatement`. */
  positionsStatement(query: PositionQuery, walkRows: number, explain = ''): D1PreparedStatement {
    return this.db.prepare(explain + POSITIONS_SQL).bind(...positionValues(query, walkRows));
  }

  /** The statement of `window`; separate so that a test can explain its plan. */
  windowStatement(query: StrikeQuery, walkRows: number, explain = ''): D1PreparedStatement {
    return this.db.prepare(explain + windowSql(query, walkRows)).bind(...windowValues(query, walkRows));
  }

  /**
   * The strikes of a tile with `fromMs <= atMs < toMs`, by ordinal, on request with their details. The archive is
   * complete up to `seq`. Read in pages by tile and time, so that other statements have their turn between them;
   * `pause` is waited for after each page.
   */
  async tile(
    tile: Tile,
    fromMs: number,
    toMs: number,
    withDetails = false,
    pause: () => Promise<void> = async () => {},
  ): Promise<ArchivedTile> {
    const bbox = tileBounds(tile);
    // Before the strikes: what comes meanwhile may be missing from them, and must not be called complete.
    const [state, used] = await this.db.batch<RecordRow & { readonly tiles: string }>([
      recordQuery(this.db),
      this.db
        .prepare(`WITH RECURSIVE ${usedTiles('?1')} SELECT json_group_array(index_tile) AS tiles FROM used`)
        .bind(JSON.stringify(indexColumns(bbox))),
    ]);
    const tiles = JSON.parse(used?.results[0]?.tiles ?? '[]') as number[];
    let rowsRead = used?.meta.rows_read ?? 0;
    const strikes: ArchivedTileStrike[] = [];
    const reported = new Set<number>();
    let [tileIndex, atMs] = [tiles[0], fromMs];
    while (tileIndex !== undefined) {
      const left = tiles.slice(tiles.indexOf(tileIndex));
      const page: D1Result<StrikeRow & { readonly index_tile: number }> = await this.db
        .prepare(
          `SELECT index_tile, at_ms, latitude, longitude, ordinal${withDetails ? `, ${DETAIL_COLUMN}` : ''}
           FROM json_each(?1) AS used CROSS JOIN strike INDEXED BY strike_by_tile_time ON strike.index_tile = used.value
           WHERE at_ms >= iif(used.value = ?8, ?9, ?2) AND at_ms < ?3
             AND longitude >= ?4 AND longitude < ?5 AND latitude > ?6 AND latitude <= ?7
           LIMIT ${TILE_PAGE_ROWS}`,
        )
        .bind(JSON.stringify(left), fromMs, toMs, bbox.west, bbox.east, bbox.south, bbox.north, tileIndex, atMs)
        .all<StrikeRow & { readonly index_tile: number }>();
      rowsRead += page.meta.rows_read;
      for (const { at_ms: fellMs, latitude, longitude, ordinal, detail } of page.results) {
        // A page begins with the last instant of the one before.
        if (reported.has(ordinal)) continue;
        reported.add(ordinal);
        strikes.push({ atMs: fellMs, latitude, longitude, ordinal, ...(detail ? { detail: JSON.parse(detail) } : {}) });
      }
      const last = page.results.at(-1);
      if (!last || page.results.length < TILE_PAGE_ROWS) break;
      [tileIndex, atMs] = [last.index_tile, last.at_ms];
      await pause();
    }
    strikes.sort((one, other) => one.ordinal - other.ordinal);
    const row = state?.results[0];
    return { seq: row?.seq ?? 0, record: recordOf(row), strikes, rowsRead };
  }

  /** Where and when strikes of home fell with `fromMs <= atMs < toMs`, oldest first, at most `limit`, and the record. */
  async oldestFirst(home: BBox, fromMs: number, toMs: number, limit: number): Promise<PageOfPast> {
    const { west, east, south, north } = home;
    const columns = JSON.stringify(indexColumnsWithEdges(home));
    const [state, strikes] = await this.db.batch<RecordRow & StrikeRow>([
      recordQuery(this.db),
      this.db
        .prepare(
          `WITH RECURSIVE ${usedTiles('?1')}
           SELECT at_ms, latitude, longitude FROM strike INDEXED BY strike_by_tile_time
           WHERE index_tile IN (SELECT index_tile FROM used) AND at_ms >= ?2 AND at_ms < ?3
             AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?7
           ORDER BY at_ms, ordinal LIMIT ?8`,
        )
        .bind(columns, fromMs, toMs, west, east, south, north, limit),
    ]);
    const fell = (strikes?.results ?? []).map(({ at_ms: atMs, latitude, longitude }) => ({
      atMs,
      latitude,
      longitude,
    }));
    return { record: recordOf(state?.results[0]), strikes: fell };
  }

  async byId(id: string): Promise<NumberedStrike | undefined> {
    return this.one('id = ?', id);
  }

  async byOrdinal(ordinal: number): Promise<NumberedStrike | undefined> {
    return this.one('ordinal = ?', ordinal);
  }

  async seq(): Promise<number> {
    const row = await this.db.prepare('SELECT seq FROM archive_state WHERE one = 1').first<{ seq: number }>();
    return row?.seq ?? 0;
  }

  /** How many strikes it holds, maintained by inserts and deletes, not counted. */
  async size(): Promise<number> {
    const row = await this.db.prepare('SELECT strikes FROM archive_state WHERE one = 1').first<{ strikes: number }>();
    return row?.strikes ?? 0;
  }

  /** Highest ordinal first. */
  async numberedBefore(ordinal: number, limit: number): Promise<NumberedStrike[]> {
    const { results } = await this.db
      .prepare(`SELECT *, ${DETAIL_COLUMN} FROM strike WHERE ordinal < ?1 ORDER BY ordinal DESC LIMIT ?2`)
      .bind(ordinal, limit)
      .all<StrikeRow>();
    return results.map(strikeOfRow);
  }

  /** Apart from the window: joined to it, each row that is sorted would be looked up. */
  private async detailsOf(rows: readonly StrikeRow[]) {
    const { results, meta } = await this.db
      .prepare('SELECT ordinal, detail FROM strike_detail WHERE ordinal IN (SELECT value FROM json_each(?1))')
      .bind(JSON.stringify(rows.map(({ ordinal }) => ordinal)))
      .all<{ ordinal: number; detail: string }>();
    return { of: new Map(results.map(({ ordinal, detail }) => [ordinal, detail])), rowsRead: meta.rows_read };
  }

  private detailStatements(strikes: readonly Strike[]): D1PreparedStatement[] {
    const detailed = strikes.filter(({ detail }) => detail).map(({ id, detail }) => ({ id, detail }));
    return detailed.length > 0 ? [this.db.prepare(INSERT_DETAILS).bind(JSON.stringify(detailed))] : [];
  }

  private async one(condition: string, value: string | number): Promise<NumberedStrike | undefined> {
    const row = await this.db
      .prepare(`SELECT *, ${DETAIL_COLUMN} FROM strike WHERE ${condition}`)
      .bind(value)
      .first<StrikeRow>();
    return row ? strikeOfRow(row) : undefined;
  }
}

/** Rows that the database may read for one page, give or take the last step: a few ms of its time. */
export const PAGE_ROWS_READ = 20_000;
const FIRST_WALK_ROWS = 2_000;
/** A walk reads each row that it passes twice: to find the edge, and to read the strikes after it. */
const READS_A_ROW = 2;

export interface WindowResult {
  readonly strikes: readonly NumberedStrike[];
  /** The window was searched down to this instant, inclusive; `fromMs` if all of it was. */
  readonly edgeMs: number;
  readonly rowsRead: number;
}

export interface ArchivePage {
  readonly strikes: readonly NumberedStrike[];
  /** Where the next page begins; undefined on the last one. A page without strikes may have one. */
  readonly next: PagePosition | undefined;
  readonly rowsRead: number;
}

/** As `WindowResult`, for any rows stored by time. */
export interface Looked<Row> extends Omit<WindowResult, 'strikes'> {
  readonly rows: readonly Row[];
}

/** As `ArchivePage`, for any rows stored by time. */
export interface HistoryPage<Row> extends Omit<ArchivePage, 'strikes'> {
  readonly rows: readonly Row[];
}

export type HistoryQuery = Pick<StrikeQuery, 'fromMs' | 'toMs' | 'before' | 'limit'>;

interface PageEffort {
  readonly maxRowsRead?: number | undefined;
  /** Whether to look again, given the rows of the look before. */
  readonly goOn?: ((rowsRead: number) => Promise<boolean>) | undefined;
}

function endOf(before: PagePosition | undefined): number {
  if (!before) return Number.POSITIVE_INFINITY;
  return before.id === '' ? before.atMs : before.atMs + 1;
}

/**
 * The newest rows of the query, `limit` at most, and where the next page begins. `read` passes about `walkRows` rows.
 * Looks grow fourfold until the page is full, the query searched, `maxRowsRead` spent, or `goOn` says no.
 */
export async function historyPage<Row, Query extends HistoryQuery>(
  query: Query,
  read: (window: Query, walkRows: number) => Promise<Looked<Row>>,
  positionOf: (row: Row) => PagePosition,
  { maxRowsRead = PAGE_ROWS_READ, goOn = () => Promise.resolve(true) }: PageEffort = {},
): Promise<HistoryPage<Row>> {
  const requested = query.limit + 1;
  const found: Row[] = [];
  let toMs = Math.min(query.toMs, endOf(query.before));
  let rowsRead = 0;
  for (let walkRows = Math.max(FIRST_WALK_ROWS, 2 * requested); toMs > query.fromMs; walkRows *= 4) {
    const affordable = Math.floor((maxRowsRead - rowsRead) / READS_A_ROW);
    if (affordable <= 0) break;
    const looked = await read({ ...query, toMs, limit: requested - found.length }, Math.min(walkRows, affordable));
    found.push(...looked.rows);
    rowsRead += looked.rowsRead;
    toMs = looked.edgeMs;
    if (found.length >= requested || toMs <= query.fromMs) break;
    if (!(await goOn(looked.rowsRead))) break;
  }
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  if (found.length > query.limit && last) return { rows, next: positionOf(last), rowsRead };
  return { rows, next: toMs > query.fromMs ? { atMs: toMs, id: '' } : undefined, rowsRead };
}

/** A page of strikes, as `historyPage`. */
export async function strikePage(
  query: StrikeQuery,
  read: (window: StrikeQuery, walkRows: number) => Promise<WindowResult>,
  maxRowsRead?: number,
  goOn?: PageEffort['goOn'],
): Promise<ArchivePage> {
  const { rows, ...page } = await historyPage(
    query,
    async (...look) => {
      const { strikes, ...looked } = await read(...look);
      return { rows: strikes, ...looked };
    },
    ({ atMs, id }) => ({ atMs, id }),
    { maxRowsRead, goOn },
  );
  return { strikes: rows, ...page };
}

export function encodePageCursor({ atMs, id }: PagePosition): string {
  return encodeBase64Url(new TextEncoder().encode(`${atMs}.${id}`).buffer).replaceAll('=', '');
}

/** Undefined for a text that `encodePageCursor` did not write. */
export function decodePageCursor(token: string): PagePosition | undefined {
  if (!/^[\w-]{1,512}$/.test(token)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodeBase64Url(token));
    const match = /^(\d{1,15})\.(.{0,128})$/s.exec(text);
    return match?.[1] !== undefined && match[2] !== undefined ? { atMs: Number(match[1]), id: match[2] } : undefined;
  } catch {
    return undefined;
  }
}

/** Gaps are repaired a day back, so a day that is over for so long seldom gains a strike. */
export const SETTLED_AFTER_MS = 26 * HOUR_MS;

interface ApiQuery {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

export function extentIn(query: ApiQuery, record: StoredRecord, home: BBox, retainedSinceMs: number): ReadExtent {
  const { bbox, fromMs, toMs } = query;
  const { completeToMs, gaps, droppedToMs } = record;
  const outsideHome = !bboxWithin(bbox, home);
  if (outsideHome || completeToMs === null) return { completeToMs: null, gaps: [[fromMs, toMs]], outsideHome };
  const all: Span[] = [...gaps, [0, Math.max(retainedSinceMs, droppedToMs)]];
  return { completeToMs, gaps: mergedSpans(clippedSpans(all, fromMs, Math.min(toMs, completeToMs))), outsideHome };
}

interface CoveredPart {
  readonly fromMs: number;
  readonly toMs: number;
  readonly gaps: readonly Span[];
}

/** The part of a span that was read, from its first reading to its last, and the holes within; empty if there is none. */
export function coveredPart({ completeToMs, gaps }: ReadExtent, fromMs: number, toMs: number): CoveredPart {
  const endMs = Math.min(toMs, completeToMs ?? fromMs);
  const [first] = clippedSpans(gaps, fromMs, Math.max(fromMs, endMs));
  const beginMs = first && first[0] <= fromMs ? first[1] : fromMs;
  if (beginMs >= endMs) return { fromMs: toMs, toMs, gaps: [] };
  return { fromMs: beginMs, toMs: endMs, gaps: clippedSpans(gaps, beginMs, endMs) };
}

/** How much of the time home was read, without the time before its first reading. Null if it never was. */
export function readShare(
  { completeToMs, gaps }: Pick<HomeRecord, 'completeToMs' | 'gaps'>,
  fromMs: number,
  toMs: number,
): { readonly readMs: number; readonly ofMs: number } | null {
  if (completeToMs === null) return null;
  const [first] = gaps;
  const sinceMs = Math.min(toMs, Math.max(fromMs, first && first[0] <= 0 ? first[1] : fromMs));
  const readToMs = Math.min(toMs, Math.max(sinceMs, completeToMs));
  return { readMs: readToMs - sinceMs - lengthMs(clippedSpans(gaps, sinceMs, readToMs)), ofMs: toMs - sinceMs };
}

/** Strikes before this instant are deleted, or will be within minutes, so nothing older is answered. */
export function retainedSinceMs(historyDays: number, nowMs: number): number {
  return nowMs - historyDays * DAY_MS;
}
