import type { BBox } from '#shared/geo/BBox.ts';
import { FEED_LIVE_WITHIN_MS } from '#shared/limits.ts';
import type { NumberedStrike, Strike, Strikes } from '#shared/strike.ts';
import { HOUR_MS, type Span, type TimeSpan } from '#shared/time.ts';
import { DETAIL_COLUMN, STRIKE_COLUMNS, type StrikeRow, strikeOfRow } from '#worker/archive/windowQuery.ts';
import type { Lease } from '#worker/calls.ts';
import {
  type Breaker,
  type CallBudget,
  CLOSED_BREAKER,
  type ClockEstimate,
  type Failover,
  OUR_CLOCK,
  PRIMARY_READS,
  REPAIR_LIMIT_MS,
} from './plan.ts';
import { WindowLedger } from './windowLedger.ts';

/** What fills the map, as far as it decides what may be said. */
interface PrimaryReading {
  /** Whether its silence may be taken for silence of the sky. If not, no watermark is sent. */
  readonly supportsAlerts: boolean;
  /** For inherently delayed sources: home is down after this long without data. Otherwise null. */
  readonly lateDownAfterMs: number | null;
  /** The source may still report strikes younger than this, although they have been polled. */
  readonly unreportedMs: number;
}

interface Facts {
  /** Random, made together with the ledger. Ordinals of different epochs are not comparable. */
  readonly epoch: string;
  readonly seq: number;
  readonly archivedSeq: number;
  readonly lastSuccessMs: number | null;
  /** The highest watermark of home that a poll has reached; null before the first complete one. */
  readonly watermarkMs: number | null;
  readonly providerClock: ClockEstimate;
  /** When home's mark was now, by our clock; null before its first poll was answered. */
  readonly coveredAtMs: number | null;
  /** Home counts as live for this long after its last success, at its polling pace. */
  readonly liveWithinMs: number;
  /** Spans of home that were not read and will not be, including all time before the first reading. */
  readonly lost: readonly Span[];
  /** Parts of `lost` for which the provider reported nothing; see `PastRecord`. */
  readonly silent: readonly Span[];
  readonly homeBox: BBox;
  readonly sweptMs: number;
  readonly reading: PrimaryReading;
  readonly failover: Failover;
  /** Where home is read from files: all time before is read, or lost, or older than they are. */
  readonly filesSinceMs: number | null;
  /** When a file of home last could not be read. */
  readonly unreadableFileMs: number | null;
  readonly budget: CallBudget;
  readonly breaker: Breaker;
  readonly onDemandBudget: CallBudget;
  /** Home's answers since this instant had unreadable events and must be read again; null if none had. */
  readonly unreadableFromMs: number | null;
  /** When the provider last reported, for home, an event outside the window. */
  readonly outOfWindowMs: number | null;
  /** When each Watch object's time as watching ends, by its shard. */
  readonly watching: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly failures: number;
  readonly skippedEvents: number;
  readonly outOfWindowEvents: number;
  readonly droppedReaders: number;
}

/** `epoch`, `seq`, `sweptMs`, `lost` and `homeBox` have no defaults: a new ledger lacks them. */
const DEFAULTS = {
  archivedSeq: 0,
  lastSuccessMs: null,
  watermarkMs: null,
  providerClock: OUR_CLOCK,
  coveredAtMs: null,
  liveWithinMs: FEED_LIVE_WITHIN_MS,
  budget: { nextCallMs: 0 },
  breaker: CLOSED_BREAKER,
  onDemandBudget: { nextCallMs: 0 },
  silent: [],
  reading: { supportsAlerts: true, lateDownAfterMs: null, unreportedMs: 0 },
  failover: PRIMARY_READS,
  filesSinceMs: null,
  unreadableFileMs: null,
  unreadableFromMs: null,
  outOfWindowMs: null,
  watching: {},
  calls: 0,
  failures: 0,
  skippedEvents: 0,
  outOfWindowEvents: 0,
  droppedReaders: 0,
} satisfies Partial<Facts>;

type Counter = 'calls' | 'failures' | 'skippedEvents' | 'outOfWindowEvents' | 'droppedReaders';

type FactValue<Name extends keyof Facts> = Name extends keyof typeof DEFAULTS ? Facts[Name] : Facts[Name] | undefined;

/** The facts, one JSON row each. Nothing is cached, so memory and storage cannot disagree. */
export class FactLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  read<Name extends keyof Facts>(name: Name): FactValue<Name> {
    const row = this.sql.exec<{ value: string }>('SELECT value FROM feed_state WHERE name = ?', name).toArray()[0];
    const value = row ? JSON.parse(row.value) : (DEFAULTS as Partial<Facts>)[name];
    return value as FactValue<Name>;
  }

  write<Name extends keyof Facts>(name: Name, value: Facts[Name]): void {
    this.sql.exec('INSERT OR REPLACE INTO feed_state (name, value) VALUES (?, ?)', name, JSON.stringify(value));
  }

  beginEpoch(random: string): void {
    if (this.read('epoch') === undefined) this.write('epoch', random);
  }

  add(name: Counter, count: number): void {
    this.write(name, this.read(name) + count);
  }
}

const LEASE_MS = 90_000;
/** An older row is written again, even if its cells are the same. */
const REWRITE_AFTER_MS = LEASE_MS / 2;

interface LeaseRow extends Record<string, SqlStorageValue> {
  readonly relay: string;
  readonly cells: string;
  readonly viewers: number;
  readonly expires_ms: number;
}

interface HeldLease extends Lease {
  readonly expiresMs: number;
  /** When its row was written, or earlier. */
  readonly writtenMs: number;
}

/**
 * Which relay watches which cells, and until when. Held in memory: a hundred relays renew seven times a second. The
 * rows are for a restarted Feed. One is written when its cells change or it has grown old, so that it is good for 45 s
 * at any moment, three renewals.
 */
export class LeaseLedger {
  private readonly sql: SqlStorage;
  private loaded: Map<string, HeldLease> | undefined;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  grant({ relay, cells, viewers }: Lease, nowMs: number): boolean {
    this.expire(nowMs);
    const before = this.held.get(relay);
    const sameCells = before !== undefined && sameNames(before.cells, cells);
    const widens = !sameCells && Object.keys(cells).some((cell) => !this.names(cell));
    const written = sameCells && before.writtenMs > nowMs - REWRITE_AFTER_MS;
    const expiresMs = nowMs + LEASE_MS;
    this.held.set(relay, { relay, cells, viewers, expiresMs, writtenMs: written ? before.writtenMs : nowMs });
    if (!written) {
      this.sql.exec(
        'INSERT OR REPLACE INTO lease (relay, cells, viewers, expires_ms) VALUES (?, ?, ?, ?)',
        relay,
        JSON.stringify(cells),
        viewers,
        expiresMs,
      );
    }
    return widens;
  }

  end(relay: string): void {
    if (this.held.delete(relay)) this.sql.exec('DELETE FROM lease WHERE relay = ?', relay);
  }

  current(nowMs: number): Lease[] {
    this.expire(nowMs);
    const held = [...this.held.values()].sort((a, b) => (a.relay < b.relay ? -1 : 1));
    return held.map(({ relay, cells, viewers }) => ({ relay, cells, viewers }));
  }

  private get held(): Map<string, HeldLease> {
    this.loaded ??= new Map(
      this.sql
        .exec<LeaseRow>('SELECT relay, cells, viewers, expires_ms FROM lease')
        .toArray()
        .map(({ relay, cells, viewers, expires_ms: expiresMs }) => [
          relay,
          { relay, cells: JSON.parse(cells), viewers, expiresMs, writtenMs: expiresMs - LEASE_MS },
        ]),
    );
    return this.loaded;
  }

  private expire(nowMs: number): void {
    for (const { relay, expiresMs } of this.held.values()) if (expiresMs <= nowMs) this.end(relay);
  }

  private names(cell: string): boolean {
    for (const { cells } of this.held.values()) if (cell in cells) return true;
    return false;
  }
}

function sameNames(one: Lease['cells'], other: Lease['cells']): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => name in other);
}

export function cellsOfLeases(leases: readonly Lease[]): Record<string, number> {
  const watched: Record<string, number> = {};
  for (const { cells } of leases) {
    for (const [cell, viewers] of Object.entries(cells)) watched[cell] = (watched[cell] ?? 0) + viewers;
  }
  return watched;
}

const WATCHING_MS = 90_000;
/** An entry is renewed only when a third of it is used up, because each look would be a write otherwise. */
const RENEW_BEFORE_MS = 60_000;

/** The Watch objects that have areas: each counts for 90 s after its last request for updates, over a restart too. */
export class WatchingShards {
  private readonly facts: FactLedger;

  constructor(facts: FactLedger) {
    this.facts = facts;
  }

  note(shard: string, nowMs: number): void {
    const until = this.facts.read('watching');
    if ((until[shard] ?? 0) > nowMs + RENEW_BEFORE_MS) return;
    const others = Object.entries(until).filter(([, untilMs]) => untilMs > nowMs);
    this.facts.write('watching', { ...Object.fromEntries(others), [shard]: nowMs + WATCHING_MS });
  }

  at(nowMs: number): string[] {
    const until = Object.entries(this.facts.read('watching'));
    return until.filter(([, untilMs]) => untilMs > nowMs).map(([shard]) => shard);
  }
}

/** Further back than any window that is read again: a forgotten strike read again would look new. */
const RETENTION_MS = REPAIR_LIMIT_MS + 2 * HOUR_MS;

const COLUMNS = `${STRIKE_COLUMNS}, ${DETAIL_COLUMN}`;

const WITHIN = 'at_ms >= ? AND at_ms < ? AND longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ?';

function within({ west, south, east, north }: BBox, { fromMs, toMs }: TimeSpan): number[] {
  return [fromMs, toMs, west, east, south, north];
}

function strikesOfRows(rows: readonly StrikeRow[]): Strikes {
  return {
    ordinals: new Float64Array(rows.map(({ ordinal }) => ordinal)),
    latitudes: new Float64Array(rows.map(({ latitude }) => latitude)),
    longitudes: new Float64Array(rows.map(({ longitude }) => longitude)),
    atMs: new Float64Array(rows.map(({ at_ms }) => at_ms)),
    ids: JSON.stringify(rows.map(({ id }) => id)),
    // The rows hold details as JSON.
    ...(rows.some(({ detail }) => detail) ? { details: `[${rows.map(({ detail }) => detail ?? 'null')}]` } : {}),
  };
}

/** The known strikes and their numbers. */
class StrikeLedger {
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

  after(seq: number, maxStrikes: number): Strikes {
    const statement = `SELECT ${COLUMNS} FROM strike WHERE ordinal > ? ORDER BY ordinal LIMIT ?`;
    return strikesOfRows(this.sql.exec<StrikeRow>(statement, seq, maxStrikes).toArray());
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

  within(bbox: BBox, span: TimeSpan): Strikes {
    const statement = `SELECT ${COLUMNS} FROM strike WHERE ${WITHIN} ORDER BY ordinal`;
    return strikesOfRows(this.sql.exec<StrikeRow>(statement, ...within(bbox, span)).toArray());
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
    this.sql.exec('DELETE FROM strike WHERE at_ms < ? AND ordinal <= ?', nowMs - RETENTION_MS, archived);
  }
}

/** The part of a Durable Object's storage that the ledgers use. */
export interface LedgerStorage {
  readonly sql: SqlStorage;
  transactionSync<Result>(closure: () => Result): Result;
}

/** The Feed's whole memory, in one SQLite database. */
export class FeedLedger {
  readonly facts: FactLedger;
  readonly strikes: StrikeLedger;
  readonly windows: WindowLedger;
  readonly onDemand: OnDemandLedger;
  readonly leases: LeaseLedger;
  readonly files: FileLedger;
  private readonly storage: LedgerStorage;

  constructor(storage: LedgerStorage) {
    this.storage = storage;
    createFeedSchema(storage.sql);
    this.facts = new FactLedger(storage.sql);
    this.strikes = new StrikeLedger(storage.sql, this.facts);
    this.windows = new WindowLedger(storage.sql);
    this.onDemand = new OnDemandLedger(storage.sql);
    this.leases = new LeaseLedger(storage.sql);
    this.files = new FileLedger(storage.sql);
  }

  transaction<Result>(closure: () => Result): Result {
    return this.storage.transactionSync(closure);
  }
}

/**
 * The Feed's own SQLite: only what must outlive the object and cannot be requested again. `strike` holds the numbered
 * strikes of the last 26 h, for deduplication, replay and archiving; `strike_detail` the source's details of some, as
 * JSON.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS strike (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at_ms INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  seen_ms INTEGER NOT NULL,
  timely INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS strike_by_time ON strike (at_ms, longitude, latitude);
CREATE INDEX IF NOT EXISTS strike_timely ON strike (ordinal) WHERE timely = 1;
CREATE TABLE IF NOT EXISTS strike_detail (
  ordinal INTEGER PRIMARY KEY REFERENCES strike (ordinal) ON DELETE CASCADE,
  detail TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS high_water (
  key TEXT PRIMARY KEY,
  to_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS read_backlog (
  id INTEGER PRIMARY KEY,
  region TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('gap', 'sweep')),
  west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  owed_since_ms INTEGER NOT NULL,
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS read_backlog_by_due ON read_backlog (region, not_before_ms);
CREATE TABLE IF NOT EXISTS on_demand_region (
  key TEXT PRIMARY KEY,
  last_success_ms INTEGER,
  rests INTEGER NOT NULL DEFAULT 0,
  rest_until_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lease (
  relay TEXT PRIMARY KEY,
  cells TEXT NOT NULL,
  viewers INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS read_span (
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  PRIMARY KEY (from_ms, to_ms)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS feed_state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

function createFeedSchema(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}

interface OnDemandRow extends Record<string, SqlStorageValue> {
  readonly key: string;
  readonly last_success_ms: number | null;
  readonly rests: number;
  readonly rest_until_ms: number;
}

/** The state of a region other than home. */
interface RegionRests {
  /** When the provider last answered for it; null if it never did. */
  readonly lastSuccessMs: number | null;
  /** How often in a row it was given up. */
  readonly rests: number;
  readonly restUntilMs: number;
}

const NEVER_REQUESTED: RegionRests = { lastSuccessMs: null, rests: 0, restUntilMs: 0 };

/** State of regions other than home, stored after the last viewer has left: a refusal outlives its visitor. */
class OnDemandLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  read(key: string): RegionRests {
    const row = this.sql.exec<OnDemandRow>('SELECT * FROM on_demand_region WHERE key = ?', key).toArray()[0];
    if (!row) return NEVER_REQUESTED;
    return { lastSuccessMs: row.last_success_ms, rests: row.rests, restUntilMs: row.rest_until_ms };
  }

  restUntilMs(): ReadonlyMap<string, number> {
    const rows = this.sql.exec<{ key: string; until: number }>(
      'SELECT key, rest_until_ms AS until FROM on_demand_region WHERE rest_until_ms > 0',
    );
    return new Map(rows.toArray().map(({ key, until }) => [key, until]));
  }

  write(key: string, { lastSuccessMs, rests, restUntilMs }: RegionRests): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO on_demand_region (key, last_success_ms, rests, rest_until_ms) VALUES (?, ?, ?, ?)',
      key,
      lastSuccessMs,
      rests,
      restUntilMs,
    );
  }
}

/** The time that the files hold which were read. */
class FileLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  note([fromMs, toMs]: Span): void {
    this.sql.exec('INSERT OR IGNORE INTO read_span (from_ms, to_ms) VALUES (?, ?)', fromMs, toMs);
  }

  /** A span for each file that ended after `sinceMs`. */
  spansSince(sinceMs: number): Span[] {
    const rows = this.sql.exec<{ from_ms: number; to_ms: number }>(
      'SELECT from_ms, to_ms FROM read_span WHERE to_ms > ?',
      sinceMs,
    );
    return rows.toArray().map(({ from_ms, to_ms }): Span => [from_ms, to_ms]);
  }

  forget(beforeMs: number): void {
    this.sql.exec('DELETE FROM read_span WHERE to_ms < ?', beforeMs);
  }
}
