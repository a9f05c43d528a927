import type { FactLedger } from './FactLedger.ts';

const LEASE_MS = 90_000;
/** An older row is written again, even if its cells are the same. */
const REWRITE_AFTER_MS = LEASE_MS / 2;

export interface Lease {
  readonly relay: string;
  readonly cells: Readonly<Record<string, number>>;
  readonly viewers: number;
}

export interface LeaseReport extends Lease {
  readonly droppedReaders: number;
}

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

/** The Watch objects that have areas: each counts for 90 s after it last asked for news, over a restart too. */
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
