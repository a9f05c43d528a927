import type { BBox } from '#shared/geo/BBox.ts';
import { type Tile, tileAt, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { STRIKE_COLUMNS, type StrikeRow, strikeOfRow } from './strikeRow.ts';

/** Zoom of the index cells: about 5.6° wide, so a country touches a handful; the world has 4,096. */
const INDEX_ZOOM = 6;
const INDEX_SIDE = 2 ** INDEX_ZOOM;

/** Where a page continues: with strikes older than this one, ties broken by id. */
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

export function indexCell(longitude: number, latitude: number): number {
  const { x, y } = tileAt(longitude, latitude, INDEX_ZOOM);
  return x * INDEX_SIDE + y;
}

function indexCells(bbox: BBox): string {
  const tiles = tilesCovering(bbox, INDEX_ZOOM, INDEX_SIDE * INDEX_SIDE) ?? [];
  return JSON.stringify(tiles.map(({ x, y }) => x * INDEX_SIDE + y));
}

/** Widens the box by a hair, so that its index cells include strikes exactly on an edge shared by two cells. */
function withEdges({ west, south, east, north }: BBox): BBox {
  const hair = 1e-9;
  return {
    west: Math.max(-180, west - hair),
    south: Math.max(-90, south - hair),
    east: Math.min(180, east + hair),
    north: Math.min(90, north + hair),
  };
}

const INSERT = `
INSERT INTO strike (id, ordinal, cell, at_ms, latitude, longitude)
SELECT value ->> 'id', value ->> 'ordinal', value ->> 'cell', value ->> 'atMs', value ->> 'latitude', value ->> 'longitude'
FROM json_each(?1) WHERE true
ON CONFLICT DO NOTHING`;

const WINDOW = `
SELECT ${STRIKE_COLUMNS} FROM strike INDEXED BY strike_by_cell_time
WHERE cell IN (SELECT value FROM json_each(?1))
  AND at_ms >= ?2 AND at_ms < ?3
  AND longitude BETWEEN ?4 AND ?5 AND latitude BETWEEN ?6 AND ?7
  AND (at_ms, id) < (?8, ?9)
ORDER BY at_ms DESC, id DESC LIMIT ?10`;

/** Sorts after every other id. */
const LAST_ID = '\u{10FFFF}';

/** The history of strikes, in D1. Every method rejects if D1 does not answer. */
export class StrikeArchive {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** Inserts the strikes and records that everything up to `seq` is there: one transaction, safe to repeat. */
  async insert(strikes: readonly NumberedStrike[], seq: number): Promise<void> {
    const rows = strikes.map((strike) => ({ ...strike, cell: indexCell(strike.longitude, strike.latitude) }));
    await this.db.batch([
      this.db.prepare(INSERT).bind(JSON.stringify(rows)),
      this.db.prepare('UPDATE archive_state SET seq = max(seq, ?1) WHERE one = 1').bind(seq),
    ]);
  }

  /** Strikes of the query, newest first, at most `limit`. */
  async window(query: StrikeQuery): Promise<NumberedStrike[]> {
    const { results } = await this.windowStatement(query).all<StrikeRow>();
    return results.map(strikeOfRow);
  }

  /** The statement behind `window`, separate so that a test can explain its plan. */
  windowStatement({ bbox, fromMs, toMs, before, limit }: StrikeQuery, explain = ''): D1PreparedStatement {
    return this.db
      .prepare(explain + WINDOW)
      .bind(
        indexCells(withEdges(bbox)),
        fromMs,
        toMs,
        bbox.west,
        bbox.east,
        bbox.south,
        bbox.north,
        before?.atMs ?? toMs,
        before?.id ?? LAST_ID,
        limit,
      );
  }

  /** The strikes of a tile with `fromMs <= atMs < toMs`, by ordinal. The archive is complete up to `seq`. */
  async tile(tile: Tile, fromMs: number, toMs: number): Promise<{ seq: number; strikes: NumberedStrike[] }> {
    const bbox = tileBounds(tile);
    const [state, strikes] = await this.db.batch<{ seq: number } & StrikeRow>([
      this.db.prepare('SELECT seq FROM archive_state WHERE one = 1'),
      this.db
        .prepare(
          `SELECT ${STRIKE_COLUMNS} FROM strike INDEXED BY strike_by_cell_time
           WHERE cell IN (SELECT value FROM json_each(?1)) AND at_ms >= ?2 AND at_ms < ?3
             AND longitude >= ?4 AND longitude < ?5 AND latitude > ?6 AND latitude <= ?7
           ORDER BY ordinal`,
        )
        .bind(indexCells(bbox), fromMs, toMs, bbox.west, bbox.east, bbox.south, bbox.north),
    ]);
    return { seq: state?.results[0]?.seq ?? 0, strikes: (strikes?.results ?? []).map(strikeOfRow) };
  }

  async byId(id: string): Promise<NumberedStrike | undefined> {
    return this.one('id = ?', id);
  }

  async byOrdinal(ordinal: number): Promise<NumberedStrike | undefined> {
    return this.one('ordinal = ?', ordinal);
  }

  /** The highest ordinal up to which the archive is complete; 0 if it is empty. */
  async seq(): Promise<number> {
    const row = await this.db.prepare('SELECT seq FROM archive_state WHERE one = 1').first<{ seq: number }>();
    return row?.seq ?? 0;
  }

  /** The strikes numbered before `ordinal`, highest first, at most `limit`. */
  async numberedBefore(ordinal: number, limit: number): Promise<NumberedStrike[]> {
    const { results } = await this.db
      .prepare('SELECT * FROM strike WHERE ordinal < ?1 ORDER BY ordinal DESC LIMIT ?2')
      .bind(ordinal, limit)
      .all<StrikeRow>();
    return results.map(strikeOfRow);
  }

  /** Deletes up to `maxRows` strikes older than `beforeMs`; returns how many. */
  async deleteOlderThan(beforeMs: number, maxRows: number): Promise<number> {
    const { meta } = await this.db
      .prepare(
        `WITH RECURSIVE cells(cell) AS (SELECT 0 UNION ALL SELECT cell + 1 FROM cells WHERE cell < ?3)
         DELETE FROM strike WHERE id IN (
           SELECT strike.id FROM cells JOIN strike INDEXED BY strike_by_cell_time ON strike.cell = cells.cell
           WHERE strike.at_ms < ?1 LIMIT ?2)`,
      )
      .bind(beforeMs, maxRows, INDEX_SIDE * INDEX_SIDE - 1)
      .run();
    return meta.changes;
  }

  private async one(condition: string, value: string | number): Promise<NumberedStrike | undefined> {
    const row = await this.db.prepare(`SELECT * FROM strike WHERE ${condition}`).bind(value).first<StrikeRow>();
    return row ? strikeOfRow(row) : undefined;
  }
}
