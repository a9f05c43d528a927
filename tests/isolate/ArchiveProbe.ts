import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import type { Tile } from '#shared/geo/tile.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time.ts';
import { CountArchive, countHours } from '#worker/archive/counts.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import { StrikeArchive, strikePage } from '#worker/archive/StrikeArchive.ts';
import type { Circle, PagePosition, StrikeQuery } from '#worker/archive/windowQuery.ts';

const BASELINE_TABLE =
  'CREATE TABLE IF NOT EXISTS naive (id TEXT PRIMARY KEY, at_ms INTEGER, latitude REAL, longitude REAL)';
const BASELINE_INDEX = 'CREATE INDEX IF NOT EXISTS naive_by_time ON naive (at_ms)';
const BASELINE_WINDOW = `SELECT * FROM naive WHERE at_ms >= ? AND at_ms < ? AND longitude BETWEEN ? AND ?
  AND latitude BETWEEN ? AND ? ORDER BY at_ms DESC LIMIT ?`;
const BASELINE_INSERT = 'INSERT INTO naive (id, at_ms, latitude, longitude) VALUES (?, ?, ?, ?)';

/** What is done, with what: `strikes` of the insertions are one batch a time. */
export type ProbedWork =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'lookup' | 'naiveLookup'; readonly id: string }
  | { readonly kind: 'window' | 'naiveWindow'; readonly query: Omit<StrikeQuery, 'before'> }
  | { readonly kind: 'insert' | 'naiveInsert'; readonly strikes: readonly (readonly NumberedStrike[])[] };

/**
 * Work on the archive, repeated where it runs: inside workerd, whose clock stands still while it works, so that the
 * time is taken outside. Next to it the baseline table, filled with the same strikes.
 */
export class ArchiveProbe {
  private readonly db: D1Database;
  private readonly archive: StrikeArchive;

  constructor(db: D1Database) {
    this.db = db;
    this.archive = new StrikeArchive(db);
  }

  /** Into the archive alone. */
  async insert(strikes: readonly NumberedStrike[], record?: HomeRecord): Promise<void> {
    await this.archive.insert(strikes, strikes.at(-1)?.ordinal ?? 0, record);
  }

  async fill(strikes: readonly NumberedStrike[]): Promise<void> {
    await this.db.batch([BASELINE_TABLE, BASELINE_INDEX].map((statement) => this.db.prepare(statement)));
    const [first, last] = [strikes[0]?.ordinal ?? 0, strikes.at(-1)?.ordinal ?? 0];
    await this.insert(strikes);
    const copy = 'INSERT INTO naive SELECT id, at_ms, latitude, longitude FROM strike WHERE ordinal BETWEEN ? AND ?';
    await this.db.prepare(copy).bind(first, last).run();
  }

  /** Everything within the circle and span, page by page, and the rows that D1 says it read. */
  async near({ fromMs, toMs, ...circle }: Circle & { readonly fromMs: number; readonly toMs: number }) {
    const bbox = boxAround(circle, circle.radiusKm);
    let [strikes, pages, rowsRead] = [0, 0, 0];
    let before: PagePosition | undefined;
    do {
      const query = { bbox, circle, fromMs, toMs, before, limit: MAX_PAGE_ROWS };
      const page = await strikePage(query, (...look) => this.archive.window(...look));
      strikes += page.strikes.length;
      rowsRead += page.rowsRead;
      pages += 1;
      before = page.next;
    } while (before);
    return { strikes, pages, rowsRead };
  }

  /** The strikes of a tile in an hour: how many. */
  async slice(tile: Tile, fromMs: number): Promise<number> {
    return (await this.archive.tile(tile, fromMs, fromMs + HOUR_MS)).strikes.length;
  }

  /** The newest page of the box: what it held, and what it cost. */
  async page(bbox: BBox, fromMs: number, toMs: number, limit: number) {
    const query = { bbox, fromMs, toMs, before: undefined, limit };
    const page = await strikePage(query, (...look) => this.archive.window(...look));
    return { strikes: page.strikes.length, rowsRead: page.rowsRead };
  }

  /** Counts every hour that is dirty. */
  async count(home: BBox, nowMs: number): Promise<void> {
    while ((await countHours(this.db, home, nowMs)) > 0);
  }

  /** The counts of a number of hours of a box, or of all of home: in how many hours it struck, and what they cost. */
  async counts(home: BBox, bbox: BBox | undefined, fromHour: number, toHour: number) {
    const { hours, rowsRead } = await new CountArchive(this.db, home).hours(bbox, fromHour, toHour);
    return { strikes: hours.length, rowsRead };
  }

  /** Does the work `times` times; returns how many rows the last time was about. */
  async repeat(work: ProbedWork, times: number): Promise<number> {
    let rows = 0;
    for (let time = 0; time < times; time += 1) rows = await this.once(work, time);
    return rows;
  }

  private async once(work: ProbedWork, time: number): Promise<number> {
    switch (work.kind) {
      case 'nothing':
        return (await this.db.prepare('SELECT 1').all()).results.length;
      case 'lookup':
        return (await this.archive.byId(work.id)) ? 1 : 0;
      case 'naiveLookup':
        return (await this.db.prepare('SELECT * FROM naive WHERE id = ?').bind(work.id).first()) ? 1 : 0;
      case 'window': {
        let rows = 0;
        let before: PagePosition | undefined;
        do {
          const query = { ...work.query, before, limit: work.query.limit - rows };
          const page = await strikePage(query, (...look) => this.archive.window(...look));
          rows += page.strikes.length;
          before = page.next;
        } while (before && rows < work.query.limit);
        return rows;
      }
      case 'naiveWindow': {
        const { bbox, fromMs, toMs, limit } = work.query;
        const bounds = [fromMs, toMs, bbox.west, bbox.east, bbox.south, bbox.north, limit];
        return (
          await this.db
            .prepare(BASELINE_WINDOW)
            .bind(...bounds)
            .all()
        ).results.length;
      }
      case 'insert': {
        const strikes = work.strikes[time] ?? [];
        await this.archive.insert(strikes, strikes.at(-1)?.ordinal ?? 0);
        return strikes.length;
      }
      case 'naiveInsert': {
        const statement = this.db.prepare(BASELINE_INSERT);
        const strikes = work.strikes[time] ?? [];
        await this.db.batch(strikes.map((s) => statement.bind(s.id, s.atMs, s.latitude, s.longitude)));
        return strikes.length;
      }
    }
  }
}
