import type { Settlement } from './outboxPolicy.ts';

export type OutboxState = 'pending' | 'deferred' | 'delivered' | 'dead';

/** The database a row is in: the outbox's own, or the archive's, which held the outbox up to release 0.1. */
export type OutboxPlace = 'own' | 'former';

/** A row that only the lease's holder may send until `leasedUntilMs`. */
export interface LeasedMessage {
  readonly id: string;
  readonly message: string;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly leasedUntilMs: number;
  readonly place: OutboxPlace;
}

/** How many messages are being sent, wait for a coming day, and were given up. */
export interface OutboxCounts {
  readonly pending: number;
  readonly deferred: number;
  readonly dead: number;
}

const LEASED = 'id, message, attempts, leased_until_ms AS leasedUntilMs';

/** The contact messages in one D1 database: whatever is done with a stored one. Every method rejects if D1 does not answer. */
export class OutboxTable {
  private readonly db: D1Database;
  private readonly place: OutboxPlace;

  constructor(db: D1Database, place: OutboxPlace) {
    this.db = db;
    this.place = place;
  }

  /** The state of the message; undefined if there is none with this id. */
  async stateOf(id: string): Promise<OutboxState | undefined> {
    const row = await this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id).first<{ state: OutboxState }>();
    return row?.state;
  }

  /** How many messages were stored at `sinceMs` or later. */
  async countSince(sinceMs: number): Promise<number> {
    const query = this.db.prepare('SELECT count(*) AS messages FROM outbox WHERE created_at_ms >= ?');
    return (await query.bind(sinceMs).first<number>('messages')) ?? 0;
  }

  /** Leases a dead row to the caller with its attempts reset to 0; undefined if no row of this id is dead. */
  async revive(id: string, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return await this.lease(
      this.db
        .prepare(
          `UPDATE outbox SET state = 'pending', attempts = 0, finished_at_ms = NULL, leased_until_ms = ?2
           WHERE id = ?1 AND state = 'dead' RETURNING ${LEASED}`,
        )
        .bind(id, leasedUntilMs),
    );
  }

  /** Leases the row that has been due the longest; undefined if none is due. */
  async leaseDue(nowMs: number, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return await this.lease(
      this.db
        .prepare(
          `UPDATE outbox SET leased_until_ms = ?2
           WHERE id = (SELECT id FROM outbox WHERE state = 'pending' AND next_at_ms <= ?1 AND leased_until_ms <= ?1
                       ORDER BY next_at_ms LIMIT 1)
           RETURNING ${LEASED}`,
        )
        .bind(nowMs, leasedUntilMs),
    );
  }

  /** Records an attempt's outcome. A delivery always counts, other outcomes only if the caller still holds the lease. */
  async recordAttempt(row: LeasedMessage, settlement: Settlement, nowMs: number): Promise<void> {
    const { state } = settlement;
    await this.db
      .prepare(
        `UPDATE outbox SET state = ?3, attempts = attempts + 1, leased_until_ms = 0, reason = ?4,
           next_at_ms = coalesce(?5, next_at_ms), finished_at_ms = ?6
         WHERE id = ?1 AND (?3 = 'delivered' OR (state = 'pending' AND leased_until_ms = ?2))`,
      )
      .bind(
        row.id,
        row.leasedUntilMs,
        state,
        state === 'delivered' ? null : settlement.reason,
        state === 'pending' ? settlement.nextAtMs : null,
        state === 'pending' ? null : nowMs,
      )
      .run();
  }

  async counts(): Promise<OutboxCounts> {
    const { results } = await this.db
      .prepare("SELECT state, count(*) AS rows FROM outbox WHERE state <> 'delivered' GROUP BY state")
      .all<{ state: OutboxState; rows: number }>();
    const of = (state: OutboxState) => results.find((row) => row.state === state)?.rows ?? 0;
    return { pending: of('pending'), deferred: of('deferred'), dead: of('dead') };
  }

  /** Deletes messages that were delivered, or given up, before `beforeMs`; returns how many. */
  async deleteFinished(state: 'delivered' | 'dead', beforeMs: number): Promise<number> {
    const { meta } = await this.db
      .prepare('DELETE FROM outbox WHERE state = ? AND finished_at_ms < ?')
      .bind(state, beforeMs)
      .run();
    return meta.changes;
  }

  private async lease(statement: D1PreparedStatement): Promise<LeasedMessage | undefined> {
    const row = await statement.first<Omit<LeasedMessage, 'place'>>();
    return row ? { ...row, place: this.place } : undefined;
  }
}
