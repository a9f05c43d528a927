import type { BBox } from '#shared/geo/BBox.ts';
import { type Tile, tileBounds } from '#shared/geo/tile.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { hoursOf, MARK_DIRTY } from './countHours.ts';
import {
  type HomeRecord,
  type RecordRow,
  recordOf,
  recordQuery,
  recordStatements,
  type StoredRecord,
} from './HomeRecord.ts';
import { indexCell, indexColumns, indexColumnsWithEdges, usedCells } from './indexCells.ts';
import {
  type CountedSquares,
  countedSquares,
  SQUARES_SQL,
  type SquareQuery,
  type SquaresRow,
  squareValues,
} from './squareCounts.ts';
import type { WindowAnswer } from './strikePage.ts';
import {
  DETAIL_COLUMN,
  type StrikeQuery,
  type StrikeRow,
  strikeOfRow,
  windowSql,
  windowValues,
} from './windowQuery.ts';

const INSERT = `
INSERT INTO strike (id, ordinal, cell, at_ms, latitude, longitude)
SELECT value ->> 'id', value ->> 'ordinal', value ->> 'cell', value ->> 'atMs', value ->> 'latitude', value ->> 'longitude'
FROM json_each(?1) WHERE true
ON CONFLICT DO NOTHING`;

/** Past strikes are numbered from -1 down, apart from the Feed's numbers. */
const INSERT_PAST = `
INSERT INTO strike (id, ordinal, cell, at_ms, latitude, longitude)
SELECT value ->> 'id', (SELECT min(0, coalesce(min(ordinal), 0)) FROM strike) - 1 - key,
  value ->> 'cell', value ->> 'atMs', value ->> 'latitude', value ->> 'longitude'
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

function withCell<Row extends Strike>(strike: Row): Row & { readonly cell: number } {
  return { ...strike, cell: indexCell(strike.longitude, strike.latitude) };
}

/** A slice tells no ids. */
type ArchivedTileStrike = Omit<NumberedStrike, 'id'>;

export interface ArchivedTile {
  readonly seq: number;
  readonly record: StoredRecord;
  /** By ordinal. */
  readonly strikes: readonly ArchivedTileStrike[];
  readonly rowsRead: number;
}

/** Some 20 ms. No cell has as many strikes in one millisecond. */
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
      this.db.prepare(INSERT).bind(JSON.stringify(strikes.map(withCell))),
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
      this.db.prepare(INSERT_PAST).bind(JSON.stringify(strikes.map(withCell))),
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
  async window(query: StrikeQuery, walkRows: number): Promise<WindowAnswer> {
    const { results, meta } = await this.windowStatement(query, walkRows).all<WindowRow>();
    const found = results.filter(isFound).sort(newestFirst).slice(0, query.limit);
    const asked = found.length > 0 && results[0]?.first_detail !== null;
    const details = asked ? await this.detailsOf(found) : undefined;
    return {
      strikes: found.map(
        details ? (row) => strikeOfRow({ ...row, detail: details.of.get(row.ordinal) ?? null }) : strikeOfRow,
      ),
      edgeMs: results[0]?.edge ?? query.fromMs,
      rowsRead: meta.rows_read + (details?.rowsRead ?? 0),
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

  /** The statement of `window`; separate so that a test can explain its plan. */
  windowStatement(query: StrikeQuery, walkRows: number, explain = ''): D1PreparedStatement {
    return this.db.prepare(explain + windowSql(query, walkRows)).bind(...windowValues(query, walkRows));
  }

  /**
   * The strikes of a tile with `fromMs <= atMs < toMs`, by ordinal, on request with their details. The archive is
   * complete up to `seq`. Read in pages by cell and time, so that other statements have their turn between them;
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
    const [state, used] = await this.db.batch<RecordRow & { readonly cells: string }>([
      recordQuery(this.db),
      this.db
        .prepare(`WITH RECURSIVE ${usedCells('?1')} SELECT json_group_array(cell) AS cells FROM used`)
        .bind(JSON.stringify(indexColumns(bbox))),
    ]);
    const cells = JSON.parse(used?.results[0]?.cells ?? '[]') as number[];
    let rowsRead = used?.meta.rows_read ?? 0;
    const strikes: ArchivedTileStrike[] = [];
    const told = new Set<number>();
    let [cell, atMs] = [cells[0], fromMs];
    while (cell !== undefined) {
      const left = cells.slice(cells.indexOf(cell));
      const page: D1Result<StrikeRow & { readonly cell: number }> = await this.db
        .prepare(
          `SELECT cell, at_ms, latitude, longitude, ordinal${withDetails ? `, ${DETAIL_COLUMN}` : ''}
           FROM json_each(?1) AS used CROSS JOIN strike INDEXED BY strike_by_cell_time ON strike.cell = used.value
           WHERE at_ms >= iif(used.value = ?8, ?9, ?2) AND at_ms < ?3
             AND longitude >= ?4 AND longitude < ?5 AND latitude > ?6 AND latitude <= ?7
           LIMIT ${TILE_PAGE_ROWS}`,
        )
        .bind(JSON.stringify(left), fromMs, toMs, bbox.west, bbox.east, bbox.south, bbox.north, cell, atMs)
        .all<StrikeRow & { readonly cell: number }>();
      rowsRead += page.meta.rows_read;
      for (const { at_ms: fellMs, latitude, longitude, ordinal, detail } of page.results) {
        // A page begins with the last instant of the one before.
        if (told.has(ordinal)) continue;
        told.add(ordinal);
        strikes.push({ atMs: fellMs, latitude, longitude, ordinal, ...(detail ? { detail: JSON.parse(detail) } : {}) });
      }
      const last = page.results.at(-1);
      if (!last || page.results.length < TILE_PAGE_ROWS) break;
      [cell, atMs] = [last.cell, last.at_ms];
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
          `WITH RECURSIVE ${usedCells('?1')}
           SELECT at_ms, latitude, longitude FROM strike INDEXED BY strike_by_cell_time
           WHERE cell IN (SELECT cell FROM used) AND at_ms >= ?2 AND at_ms < ?3
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
