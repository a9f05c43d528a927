import type { BBox } from '#shared/geo/BBox.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { DETAIL_COLUMN, STRIKE_COLUMNS, type StrikeRow, strikeOfRow } from '#worker/archive/windowQuery.ts';
import { REPAIR_LIMIT_MS } from '#worker/feed/plan/planPoll.ts';
import type { TimeSpan } from '#worker/feed/plan/planWindows.ts';
import type { FactLedger } from './FactLedger.ts';

/** Further back than any window that is read again: a forgotten strike read again would look new. */
const KEEP_MS = REPAIR_LIMIT_MS + 2 * HOUR_MS;

const COLUMNS = `${STRIKE_COLUMNS}, ${DETAIL_COLUMN}`;

const WITHIN = 'at_ms >= ? AND at_ms < ? AND longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ?';

function within({ west, south, east, north }: BBox, { fromMs, toMs }: TimeSpan): number[] {
  return [fromMs, toMs, west, east, south, north];
}

/** The known strikes and their numbers. */
export class StrikeLedger {
  private readonly sql: SqlStorage;
  private readonly facts: FactLedger;

  constructor(sql: SqlStorage, facts: FactLedger) {
    this.sql = sql;
    this.facts = facts;
  }

  get seq(): number {
    return this.facts.read('seq') ?? 0;
  }

  /**
   * Numbers the strikes not seen before, oldest first, and returns only those. Strikes from `timelyFromMs` on count in
   * delay figures. Call inside a transaction.
   */
  number(strikes: readonly Strike[], seenMs: number, timelyFromMs: number): NumberedStrike[] {
    const byId = new Map(strikes.map((strike) => [strike.id, strike]));
    const known = this.sql.exec<{ id: string }>(
      'SELECT strike.id FROM json_each(?) AS asked JOIN strike ON strike.id = asked.value',
      JSON.stringify([...byId.keys()]),
    );
    for (const { id } of known) byId.delete(id);
    const fresh = [...byId.values()].sort((a, b) => a.atMs - b.atMs);
    const first = this.seq + 1;
    const numbered = fresh.map((strike, index) => ({ ...strike, ordinal: first + index }));
    this.remember(numbered, seenMs, timelyFromMs);
    return numbered;
  }

  remember(strikes: readonly NumberedStrike[], seenMs: number, timelyFromMs = Number.MAX_SAFE_INTEGER): void {
    const last = strikes.at(-1);
    if (!last) return;
    this.sql.exec(
      `INSERT OR IGNORE INTO strike (ordinal, id, at_ms, latitude, longitude, seen_ms, timely)
       SELECT value ->> 'ordinal', value ->> 'id', value ->> 'atMs', value ->> 'latitude', value ->> 'longitude', ?2,
              value ->> 'atMs' >= ?3
       FROM json_each(?1)`,
      JSON.stringify(strikes),
      seenMs,
      Math.min(timelyFromMs, Number.MAX_SAFE_INTEGER),
    );
    if (strikes.some(({ detail }) => detail)) this.rememberDetails(strikes);
    this.facts.write('seq', Math.max(this.seq, last.ordinal));
  }

  private rememberDetails(strikes: readonly NumberedStrike[]): void {
    this.sql.exec(
      `INSERT OR IGNORE INTO strike_detail (ordinal, detail)
       SELECT strike.ordinal, value ->> 'detail' FROM json_each(?1) JOIN strike ON strike.id = value ->> 'id'
       WHERE value ->> 'detail' IS NOT NULL`,
      JSON.stringify(strikes),
    );
  }

  byId(id: string): NumberedStrike | undefined {
    const rows = this.sql.exec<StrikeRow>(`SELECT ${COLUMNS} FROM strike WHERE id = ?`, id);
    return rows.toArray().map(strikeOfRow)[0];
  }

  after(seq: number, maxStrikes: number): NumberedStrike[] {
    const rows = this.sql.exec<StrikeRow>(
      `SELECT ${COLUMNS} FROM strike WHERE ordinal > ? ORDER BY ordinal LIMIT ?`,
      seq,
      maxStrikes,
    );
    return rows.toArray().map(strikeOfRow);
  }

  /** The seq just before the first strike seen at or after `sinceMs`. */
  seqSeenBefore(sinceMs: number): number {
    const row = this.sql
      .exec<{ ordinal: number | null }>(
        `SELECT ordinal FROM strike WHERE ordinal > ? AND seen_ms < ? ORDER BY ordinal DESC LIMIT 1`,
        0,
        sinceMs,
      )
      .toArray()[0];
    if (row?.ordinal != null) return row.ordinal;
    const first = this.sql.exec<{ first: number | null }>('SELECT min(ordinal) AS first FROM strike').one().first;
    return first === null ? this.seq : first - 1;
  }

  /** By ordinal. */
  within(bbox: BBox, span: TimeSpan): NumberedStrike[] {
    const statement = `SELECT ${COLUMNS} FROM strike WHERE ${WITHIN} ORDER BY ordinal`;
    return this.sql
      .exec<StrikeRow>(statement, ...within(bbox, span))
      .toArray()
      .map(strikeOfRow);
  }

  /** Ascending. */
  timesWithin(bbox: BBox, span: TimeSpan): number[] {
    const statement = `SELECT at_ms FROM strike WHERE ${WITHIN} ORDER BY at_ms`;
    const rows = this.sql.exec<{ at_ms: number }>(statement, ...within(bbox, span));
    return rows.toArray().map((row) => row.at_ms);
  }

  countWithin(bbox: BBox, span: TimeSpan): number {
    const statement = `SELECT count(*) AS strikes FROM strike WHERE ${WITHIN}`;
    return this.sql.exec<{ strikes: number }>(statement, ...within(bbox, span)).one().strikes;
  }

  nthNewestAtMs(bbox: BBox, span: TimeSpan, count: number): number | undefined {
    const statement = `SELECT at_ms FROM strike WHERE ${WITHIN} ORDER BY at_ms DESC LIMIT 1 OFFSET ?`;
    const rows = this.sql.exec<{ at_ms: number }>(statement, ...within(bbox, span), count - 1);
    return rows.toArray()[0]?.at_ms;
  }

  /** Ignores strikes that a clock ahead of ours put into the future. */
  newestAtMs(nowMs: number): number | null {
    const statement = 'SELECT max(at_ms) AS newest FROM strike WHERE at_ms <= ?';
    return this.sql.exec<{ newest: number | null }>(statement, nowMs).one().newest;
  }

  /** From strike to arrival, of the newest `count` strikes, without those found by a repair. */
  recentDelaysMs(count: number): number[] {
    const rows = this.sql.exec<{ delay: number }>(
      'SELECT max(0, seen_ms - at_ms) AS delay FROM strike WHERE timely = 1 ORDER BY ordinal DESC LIMIT ?',
      count,
    );
    return rows.toArray().map((row) => row.delay);
  }

  prune(nowMs: number): void {
    const archived = this.facts.read('archivedSeq') ?? 0;
    this.sql.exec('DELETE FROM strike WHERE at_ms < ? AND ordinal <= ?', nowMs - KEEP_MS, archived);
  }
}
