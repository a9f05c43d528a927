import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { AreaState, NearStrike, WaitingStrike } from '#shared/watch/AreaState.ts';
import type { Pulse } from '#shared/watch/Pulse.ts';
import type { LedgerStorage } from '#worker/feed/ledger/FeedLedger.ts';
import { AreaLogs } from './AreaLogs.ts';
import type { KeyHashes } from './bookKeys.ts';
import type { LogEntry } from './logLine.ts';
import { createWatchSchema } from './watchSchema.ts';

/** A book's settings as stored: its language may be one that was removed. */
export interface KeptSettings {
  readonly language: string;
  readonly timeZone: string;
}

export interface Book extends KeptSettings, KeyHashes {
  readonly id: string;
  /** Hash of the key in its feeds' address; null or absent if there is none. */
  readonly feedHash?: string | null;
  /** Pseudonym of the network that made it; '' if unknown. */
  readonly network: string;
}

/** An area as stored. `replayed`: every strike of its hold before the cursor was applied. */
export interface KeptArea {
  readonly book: string;
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
  /** Every news of fires up to this number was applied. */
  readonly fireSeq: number;
  /** In hex; makes pseudonyms of networks. It never leaves the object. */
  readonly networkSecret: string;
  /** Areas, as `book/id`, whose row could not be written: what the cursor passed must be read for them again. */
  readonly unwritten: readonly string[];
}

type AreaRow = Pick<KeptArea, 'book' | 'id' | 'revision' | 'writtenMs'> &
  Record<'body' | 'state', string> & { readonly replayed: number };

/** Books, their areas, the areas' states, and their logs. */
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
    const row = this.sql.exec<{ value: string }>('SELECT value FROM fact WHERE name = ?', name).toArray()[0];
    return row && (JSON.parse(row.value) as WatchFacts[Name]);
  }

  moveCursor({ epoch, seq }: Pick<Pulse, 'epoch' | 'seq'>): void {
    const cursor = this.fact('cursor');
    if (cursor?.epoch === epoch && cursor.seq === seq) return;
    this.setFact('cursor', { epoch, seq });
  }

  setFact<Name extends keyof WatchFacts>(name: Name, value: WatchFacts[Name]): void {
    this.sql.exec('INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)', name, JSON.stringify(value));
  }

  book(id: string): Book | undefined {
    return this.sql
      .exec<Required<Book> & Record<string, SqlStorageValue>>(
        `SELECT id, owner_hash AS ownerHash, view_hash AS viewHash, duty_hash AS dutyHash, feed_hash AS feedHash, network,
         language, time_zone AS timeZone FROM book WHERE id = ?`,
        id,
      )
      .toArray()[0];
  }

  addBook({ id, ownerHash, viewHash, network, language, timeZone }: Book, nowMs: number): void {
    this.sql.exec(
      'INSERT INTO book (id, owner_hash, view_hash, network, language, time_zone, created_ms, seen_ms) VALUES (?, ?, ?, ?, ?, ?, ?7, ?7)',
      id,
      ownerHash,
      viewHash,
      network,
      language,
      timeZone,
      nowMs,
    );
  }

  /** Notes a visit, to the hour: a panel asks every few seconds. */
  seeBook(id: string, nowMs: number): void {
    this.sql.exec('UPDATE book SET seen_ms = ?1 WHERE id = ?2 AND seen_ms < ?1 - ?3', nowMs, id, HOUR_MS);
  }

  deleteBook(id: string): void {
    this.logs.drop(id);
    this.sql.exec('DELETE FROM area WHERE book = ?', id);
    this.sql.exec('DELETE FROM book WHERE id = ?', id);
  }

  areas(book?: string): KeptArea[] {
    const columns = 'book, id, body, revision, replayed, state, written_ms AS writtenMs';
    const which = book === undefined ? [] : [book];
    const where = book === undefined ? '' : 'WHERE book = ?';
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

  writeArea({ book, id, body, revision, replayed, state }: Omit<KeptArea, 'writtenMs'>, nowMs: number): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO area (book, id, body, revision, replayed, state, written_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      book,
      id,
      JSON.stringify(body),
      revision,
      replayed ? 1 : 0,
      packState(state),
      nowMs,
    );
  }

  /** Writes news of a recipient into the logs of all areas of its book. Call inside a transaction. */
  logRecipient(book: string, entry: Omit<Extract<LogEntry, { readonly type: 'recipient' }>, 'type'>): void {
    for (const { id } of this.areas(book)) this.logs.append(book, id, entry.atMs, [{ type: 'recipient', ...entry }]);
  }

  deleteArea(book: string, id: string): void {
    this.logs.drop(book, id);
    this.sql.exec('DELETE FROM area WHERE book = ? AND id = ?', book, id);
  }
}

/** A state as stored: ordinals and times are relative to the smallest, in flat arrays. */
interface PackedState extends Omit<AreaState, 'front' | 'waiting'> {
  readonly base: readonly [ordinal: number, atMs: number];
  /** For each strike: ordinal, time, distance, bearing. */
  readonly front: readonly number[];
  /** For each strike: ordinal, time. */
  readonly waiting: readonly [readonly number[], readonly number[]];
}

/** Text of at most some 9 kB, however many strikes were near the area. */
export function packState(state: AreaState): string {
  const { front, waiting, ...rest } = state;
  const all = [...front.map(({ ordinal, atMs }): WaitingStrike => [ordinal, atMs]), ...waiting.flat()];
  const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
  const base = [least(all.map(([ordinal]) => ordinal)), least(all.map(([, atMs]) => atMs))] as const;
  const apart = (strikes: readonly WaitingStrike[]) =>
    strikes.flatMap(([ordinal, atMs]) => [ordinal - base[0], atMs - base[1]]);
  const packed: PackedState = {
    ...rest,
    base,
    front: front.flatMap(({ ordinal, atMs, km, bearing }) => [...apart([[ordinal, atMs]]), km, bearing]),
    waiting: [apart(waiting[0]), apart(waiting[1])],
  };
  return JSON.stringify(packed);
}

export function unpackState(text: string): AreaState {
  const { base, front, waiting, ...rest } = JSON.parse(text) as PackedState;
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
    front: inGroups(front, 4).map(strikeOf),
    waiting: [waitingOf(waiting[0]), waitingOf(waiting[1])],
  };
}

function inGroups(numbers: readonly number[], size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}
