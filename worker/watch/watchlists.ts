import { bytesToHex } from '@noble/hashes/utils.js';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import type { AreaChange, AreaState, FeedSnapshot, NearStrike, WaitingStrike } from '#shared/watch/Area.ts';
import { type AreaBody, WATCHLIST_RIGHTS, type WatchlistRight } from '#shared/watch/bodies.ts';
import type { LedgerStorage } from '#worker/feed/ledger.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { AreaLogs, type LogEntry } from './areaLogs.ts';
import type { FeedChange } from './feeds.ts';

/**
 * The SQLite schema of one Watch object. It stores only what must survive a restart; all changes of one decision are
 * written in one transaction. Keys are stored as SHA-256. The network that created a watchlist is stored as a
 * pseudonym, as long as the watchlist exists.
 * `noticed_ms`: when a watchlist's recipients were notified that it will end; 0 if they were not.
 * `log_pruned`: the last line that was deleted from an area's log.
 * `watchlist_creation`: how many watchlists each network created on a UTC day (days since 1970); only the newest day.
 * `fire`: fires as last received. `fire_notification`: each recipient's notification state; `notified_as` is the fire's
 * id when it was notified, `notified_ms` is 0 before that.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS watchlist (
  id TEXT PRIMARY KEY,
  owner_hash TEXT NOT NULL,
  view_hash TEXT NOT NULL,
  duty_hash TEXT,
  feed_hash TEXT,
  network TEXT NOT NULL,
  language TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  noticed_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS watchlist_by_network ON watchlist (network);
CREATE TABLE IF NOT EXISTS watchlist_creation (
  day INTEGER NOT NULL,
  network TEXT NOT NULL,
  watchlists INTEGER NOT NULL,
  PRIMARY KEY (day, network)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS area (
  watchlist TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  revision INTEGER NOT NULL,
  replayed INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  written_ms INTEGER NOT NULL,
  PRIMARY KEY (watchlist, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS change_log (
  watchlist TEXT NOT NULL,
  area TEXT NOT NULL,
  line INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (watchlist, area, line)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS change_log_by_time ON change_log (at_ms);
CREATE INDEX IF NOT EXISTS change_log_by_watchlist ON change_log (watchlist, at_ms, area, line)
  WHERE json_extract(body, '$.change.kind') IN ('raise', 'fall', 'blind', 'sight');
CREATE TABLE IF NOT EXISTS log_pruned (
  watchlist TEXT NOT NULL,
  area TEXT NOT NULL,
  line INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (watchlist, area)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS recipient (
  watchlist TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (watchlist, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notification_state (
  watchlist TEXT NOT NULL,
  recipient TEXT NOT NULL,
  area TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (watchlist, recipient, area)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS awareness (
  watchlist TEXT NOT NULL,
  area TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (watchlist, area)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fire (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  heard_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fire_notification (
  watchlist TEXT NOT NULL,
  recipient TEXT NOT NULL,
  area TEXT NOT NULL,
  fire TEXT NOT NULL,
  state TEXT NOT NULL,
  notified_as TEXT NOT NULL,
  notified_ms INTEGER NOT NULL,
  PRIMARY KEY (watchlist, recipient, area, fire)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS fire_notification_of ON fire_notification (fire);
CREATE INDEX IF NOT EXISTS fire_notification_due ON fire_notification (fire) WHERE state IN ('waits', 'recants');
CREATE TABLE IF NOT EXISTS delivery (
  id TEXT PRIMARY KEY,
  watchlist TEXT NOT NULL,
  recipient TEXT NOT NULL,
  area TEXT NOT NULL,
  rank INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_ms INTEGER NOT NULL,
  leased_ms INTEGER NOT NULL DEFAULT 0,
  expires_ms INTEGER NOT NULL,
  strike_ms INTEGER,
  decided_ms INTEGER NOT NULL,
  sent_ms INTEGER,
  confirmed_ms INTEGER,
  reason TEXT,
  summary TEXT NOT NULL,
  body TEXT,
  receipt_hash TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS delivery_waiting ON delivery (watchlist, recipient) WHERE state = 'pending';
CREATE INDEX IF NOT EXISTS delivery_of ON delivery (watchlist, recipient, decided_ms);
CREATE INDEX IF NOT EXISTS delivery_receipt ON delivery (receipt_hash) WHERE receipt_hash IS NOT NULL;
CREATE TABLE IF NOT EXISTS proof (
  hash TEXT PRIMARY KEY,
  watchlist TEXT NOT NULL,
  recipient TEXT NOT NULL,
  expires_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tried (
  at_ms INTEGER NOT NULL,
  watchlist TEXT NOT NULL,
  recipient TEXT NOT NULL,
  network TEXT NOT NULL,
  domain TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tried_by_time ON tried (at_ms);
CREATE TABLE IF NOT EXISTS watch_state (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

export function createWatchSchema(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}

/** Returned to a new watchlist's owner, once; only hashes of the keys are stored. */
interface NewWatchlistKeys {
  /** 32 hex digits; the first permanently names the shard that holds the watchlist. */
  readonly id: string;
  readonly ownerKey: string;
  readonly viewKey: string;
}

const KEY_BYTES = 16;
export const SHARDS = [...'0123456789abcdef'] as const;

/** 32 hex digits. `random` returns this many random bytes. */
export function newWatchlistKey(random: (bytes: number) => Uint8Array): string {
  return bytesToHex(random(KEY_BYTES));
}

export function newWatchlistKeys(random: (bytes: number) => Uint8Array): NewWatchlistKeys {
  return { id: newWatchlistKey(random), ownerKey: newWatchlistKey(random), viewKey: newWatchlistKey(random) };
}

export function shardOf(watchlistId: string): string {
  return watchlistId.slice(0, 1);
}

/** Null or absent for a key that is not active. */
interface KeyHashes {
  readonly ownerHash: string;
  readonly viewHash: string;
  readonly dutyHash?: string | null;
}

export function includes(right: WatchlistRight, needed: WatchlistRight): boolean {
  return WATCHLIST_RIGHTS.indexOf(right) >= WATCHLIST_RIGHTS.indexOf(needed);
}

/** Undefined if the key is not one of the watchlist's. Compares hashes, so the timing reveals nothing about a key. */
export function rightOf(key: string, watchlist: KeyHashes): WatchlistRight | undefined {
  const hash = hashOf(key);
  if (hash === watchlist.ownerHash) return 'owner';
  if (hash === watchlist.dutyHash) return 'duty';
  return hash === watchlist.viewHash ? 'view' : undefined;
}

/** A watchlist's settings as stored: the language may have been removed since. */
export interface StoredSettings {
  readonly language: string;
  readonly timeZone: string;
}

export interface Watchlist extends StoredSettings, KeyHashes {
  readonly id: string;
  /** Hash of the key in its feeds' address; null or absent if there is none. */
  readonly feedHash?: string | null;
  /** Pseudonym of the network that created it; '' if unknown. */
  readonly network: string;
}

/** An area as stored. `replayed`: every strike of its hold before the cursor was applied. */
export interface StoredArea {
  readonly watchlist: string;
  readonly id: string;
  readonly body: AreaBody;
  readonly revision: number;
  readonly replayed: boolean;
  readonly state: AreaState;
  readonly writtenMs: number;
}

interface WatchFacts {
  /** Every strike of the epoch up to this ordinal was applied. */
  readonly cursor: { readonly epoch: string; readonly seq: number };
  /** Every fire update up to this number was applied. */
  readonly fireSeq: number;
  /** In hex; used to create pseudonyms of networks. It never leaves the object. */
  readonly networkSecret: string;
  /** Areas, as `watchlist/id`, whose row could not be written: strikes up to the cursor must be read for them again. */
  readonly unwritten: readonly string[];
}

type AreaRow = Pick<StoredArea, 'watchlist' | 'id' | 'revision' | 'writtenMs'> &
  Record<'body' | 'state', string> & { readonly replayed: number };

/** Watchlists, their areas, the areas' states, and their logs. */
export class WatchLedger {
  readonly logs: AreaLogs;
  private readonly sql: SqlStorage;
  private readonly storage: LedgerStorage;

  constructor(storage: LedgerStorage) {
    this.storage = storage;
    this.sql = storage.sql;
    createWatchSchema(this.sql);
    this.logs = new AreaLogs(this.sql);
  }

  transaction<Result>(closure: () => Result): Result {
    return this.storage.transactionSync(closure);
  }

  fact<Name extends keyof WatchFacts>(name: Name): WatchFacts[Name] | undefined {
    const row = this.sql.exec<{ value: string }>('SELECT value FROM watch_state WHERE name = ?', name).toArray()[0];
    return row && (JSON.parse(row.value) as WatchFacts[Name]);
  }

  moveCursor({ epoch, seq }: Pick<FeedSnapshot, 'epoch' | 'seq'>): void {
    const cursor = this.fact('cursor');
    if (cursor?.epoch === epoch && cursor.seq === seq) return;
    this.setFact('cursor', { epoch, seq });
  }

  setFact<Name extends keyof WatchFacts>(name: Name, value: WatchFacts[Name]): void {
    this.sql.exec('INSERT OR REPLACE INTO watch_state (name, value) VALUES (?, ?)', name, JSON.stringify(value));
  }

  watchlist(id: string): Watchlist | undefined {
    return this.sql
      .exec<Required<Watchlist> & Record<string, SqlStorageValue>>(
        `SELECT id, owner_hash AS ownerHash, view_hash AS viewHash, duty_hash AS dutyHash, feed_hash AS feedHash, network,
         language, time_zone AS timeZone FROM watchlist WHERE id = ?`,
        id,
      )
      .toArray()[0];
  }

  addWatchlist({ id, ownerHash, viewHash, network, language, timeZone }: Watchlist, nowMs: number): void {
    this.sql.exec(
      'INSERT INTO watchlist (id, owner_hash, view_hash, network, language, time_zone, created_ms, seen_ms) VALUES (?, ?, ?, ?, ?, ?, ?7, ?7)',
      id,
      ownerHash,
      viewHash,
      network,
      language,
      timeZone,
      nowMs,
    );
  }

  /** Records a visit, to the hour: a panel requests every few seconds. */
  seeWatchlist(id: string, nowMs: number): void {
    this.sql.exec('UPDATE watchlist SET seen_ms = ?1 WHERE id = ?2 AND seen_ms < ?1 - ?3', nowMs, id, HOUR_MS);
  }

  deleteWatchlist(id: string): void {
    this.logs.drop(id);
    this.sql.exec('DELETE FROM area WHERE watchlist = ?', id);
    this.sql.exec('DELETE FROM watchlist WHERE id = ?', id);
  }

  areas(watchlist?: string): StoredArea[] {
    const columns = 'watchlist, id, body, revision, replayed, state, written_ms AS writtenMs';
    const which = watchlist === undefined ? [] : [watchlist];
    const where = watchlist === undefined ? '' : 'WHERE watchlist = ?';
    return this.sql
      .exec<AreaRow & Record<string, SqlStorageValue>>(`SELECT ${columns} FROM area ${where}`, ...which)
      .toArray()
      .map((row) => ({
        ...row,
        body: JSON.parse(row.body) as AreaBody,
        replayed: row.replayed === 1,
        state: unpackState(row.state),
      }));
  }

  writeArea({ watchlist, id, body, revision, replayed, state }: Omit<StoredArea, 'writtenMs'>, nowMs: number): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO area (watchlist, id, body, revision, replayed, state, written_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      watchlist,
      id,
      JSON.stringify(body),
      revision,
      replayed ? 1 : 0,
      packState(state),
      nowMs,
    );
  }

  /** Writes an event of a recipient into the logs of all areas of its watchlist. Call inside a transaction. */
  logRecipient(watchlist: string, entry: Omit<Extract<LogEntry, { readonly type: 'recipient' }>, 'type'>): void {
    for (const { id } of this.areas(watchlist))
      this.logs.append(watchlist, id, entry.atMs, [{ type: 'recipient', ...entry }]);
  }

  deleteArea(watchlist: string, id: string): void {
    this.logs.drop(watchlist, id);
    this.sql.exec('DELETE FROM area WHERE watchlist = ? AND id = ?', watchlist, id);
  }
}

/** A state as stored: ordinals and times are relative to the smallest, in flat arrays. */
interface PackedState extends Omit<AreaState, 'frontier' | 'waiting'> {
  readonly base: readonly [ordinal: number, atMs: number];
  /** For each strike: ordinal, time, distance, bearing. */
  readonly frontier: readonly number[];
  /** For each strike: ordinal, time. */
  readonly waiting: readonly [readonly number[], readonly number[]];
}

/** Text of at most about 9 kB, however many strikes were near the area. */
export function packState(state: AreaState): string {
  const { frontier, waiting, ...rest } = state;
  const all = [...frontier.map(({ ordinal, atMs }): WaitingStrike => [ordinal, atMs]), ...waiting.flat()];
  const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
  const base = [least(all.map(([ordinal]) => ordinal)), least(all.map(([, atMs]) => atMs))] as const;
  const apart = (strikes: readonly WaitingStrike[]) =>
    strikes.flatMap(([ordinal, atMs]) => [ordinal - base[0], atMs - base[1]]);
  const packed: PackedState = {
    ...rest,
    base,
    frontier: frontier.flatMap(({ ordinal, atMs, km, bearing }) => [...apart([[ordinal, atMs]]), km, bearing]),
    waiting: [apart(waiting[0]), apart(waiting[1])],
  };
  return JSON.stringify(packed);
}

export function unpackState(text: string): AreaState {
  const { base, frontier, waiting, ...rest } = JSON.parse(text) as PackedState;
  const [ordinal, atMs] = base;
  const strikeOf = ([number = 0, ms = 0, km = 0, bearing = 0]: readonly number[]): NearStrike => ({
    ordinal: ordinal + number,
    atMs: atMs + ms,
    km,
    bearing,
  });
  const waitingOf = (numbers: readonly number[]) =>
    inGroups(numbers, 2).map(([number = 0, ms = 0]): WaitingStrike => [ordinal + number, atMs + ms]);
  return {
    ...rest,
    frontier: inGroups(frontier, 4).map(strikeOf),
    waiting: [waitingOf(waiting[0]), waitingOf(waiting[1])],
  };
}

function inGroups(numbers: readonly number[], size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}

export type DelegatedKey = 'feed' | 'duty';
/** The keys that can be replaced. Every watchlist has an owner's and a viewer's. */
export type WatchlistKey = DelegatedKey | 'owner' | 'view';

const COLUMNS: Readonly<Record<WatchlistKey, string>> = {
  owner: 'owner_hash',
  view: 'view_hash',
  feed: 'feed_hash',
  duty: 'duty_hash',
};

export interface WatchlistVisit {
  readonly id: string;
  readonly network: string;
  /** When it was last requested with one of its keys, to the hour. */
  readonly seenMs: number;
  /** 0 if its recipients were not notified that it will end. */
  readonly noticedMs: number;
}

/** The rarely used parts of watchlists: settings, delegated keys, visits, and the changes in their feeds. */
export class WatchlistLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  setKey(watchlist: string, which: WatchlistKey, key: string): void {
    this.sql.exec(`UPDATE watchlist SET ${COLUMNS[which]} = ? WHERE id = ?`, hashOf(key), watchlist);
  }

  revokeKey(watchlist: string, which: DelegatedKey): void {
    this.sql.exec(`UPDATE watchlist SET ${COLUMNS[which]} = NULL WHERE id = ?`, watchlist);
  }

  change(watchlist: string, { language, timeZone }: StoredSettings): void {
    this.sql.exec('UPDATE watchlist SET language = ?, time_zone = ? WHERE id = ?', language, timeZone, watchlist);
  }

  isDelegated(watchlist: string, which: DelegatedKey, key: string): boolean {
    const row = this.sql
      .exec<{ hash: string | null }>(`SELECT ${COLUMNS[which]} AS hash FROM watchlist WHERE id = ?`, watchlist)
      .toArray()[0];
    return row !== undefined && row.hash === hashOf(key);
  }

  visits(): WatchlistVisit[] {
    const visits = 'SELECT id, network, seen_ms AS seenMs, noticed_ms AS noticedMs FROM watchlist';
    return this.sql.exec<WatchlistVisit & Record<string, SqlStorageValue>>(visits).toArray();
  }

  areasOfNetwork(network: string): number {
    return this.sql
      .exec<{ areas: number }>(
        'SELECT count(*) AS areas FROM watchlist JOIN area ON area.watchlist = watchlist.id WHERE network = ?',
        network,
      )
      .one().areas;
  }

  /** How many watchlists were created today, deleted ones included. */
  createdToday(network: string, nowMs: number): { readonly all: number; readonly ofNetwork: number } {
    const created = this.sql
      .exec<{ all_watchlists: number | null; of_network: number | null }>(
        'SELECT sum(watchlists) AS all_watchlists, sum(watchlists) FILTER (WHERE network = ?) AS of_network FROM watchlist_creation WHERE day = ?',
        network,
        dayOf(nowMs),
      )
      .one();
    return { all: created.all_watchlists ?? 0, ofNetwork: created.of_network ?? 0 };
  }

  /** Counts one more watchlist, and deletes other days. */
  countCreated(network: string, nowMs: number): void {
    this.sql.exec('DELETE FROM watchlist_creation WHERE day <> ?', dayOf(nowMs));
    this.sql.exec(
      'INSERT INTO watchlist_creation (day, network, watchlists) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET watchlists = watchlists + 1',
      dayOf(nowMs),
      network,
    );
  }

  noticed(watchlist: string, nowMs: number): void {
    this.sql.exec('UPDATE watchlist SET noticed_ms = ? WHERE id = ?', nowMs, watchlist);
  }

  createdMs(watchlist: string): number {
    return (
      this.sql.exec<{ at: number }>('SELECT created_ms AS at FROM watchlist WHERE id = ?', watchlist).toArray()[0]
        ?.at ?? 0
    );
  }

  /** The newest changes that a feed may publish, oldest first. */
  notifiedChanges(watchlist: string, newest: number, area?: string): FeedChange[] {
    return this.sql
      .exec<{ area: string; body: string }>(
        notifiedChangesSql(area !== undefined),
        watchlist,
        newest,
        ...(area === undefined ? [] : [area]),
      )
      .toArray()
      .map((row) => ({ area: row.area, change: (JSON.parse(row.body) as { change: AreaChange }).change }))
      .reverse();
  }
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** Its condition must match the index `change_log_by_watchlist` word for word: otherwise the whole log is read. */
export function notifiedChangesSql(isOfArea: boolean): string {
  return `SELECT area, body FROM change_log INDEXED BY change_log_by_watchlist WHERE watchlist = ?1 ${isOfArea ? 'AND area = ?3' : ''}
    AND json_extract(body, '$.change.kind') IN ('raise', 'fall', 'blind', 'sight')
    ORDER BY at_ms DESC, area DESC, line DESC LIMIT ?2`;
}
