import type { Settlement } from './outboxPolicy.ts';

export type OutboxState = 'pending' | 'delivered' | 'dead';

/** A row that only the lease's holder may send until `leasedUntilMs`. */
export interface LeasedMessage {
  readonly id: string;
  readonly message: string;
  /** Attempts made so far. */
  readonly attempts: number;
  readonly leasedUntilMs: number;
}

export interface NewMessage {
  readonly id: string;
  readonly message: string;
  readonly nowMs: number;
  readonly leasedUntilMs: number;
  /** At most `cap` messages are accepted from `capSinceMs` on. */
  readonly capSinceMs: number;
  readonly cap: number;
}

const LEASED = 'id, message, attempts, leased_until_ms AS leasedUntilMs';

/** The contact messages, in D1. Every method rejects if D1 does not answer. */
export class OutboxTable {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** The state of the message; undefined if there is none with this id. */
  async stateOf(id: string): Promise<OutboxState | undefined> {
    const row = await this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id).first<{ state: OutboxState }>();
    return row?.state;
  }

  /** Adds the message, leased to the caller. Returns `added`, the state of a row that already has the id, or `full`. */
  async add(message: NewMessage): Promise<'added' | 'full' | OutboxState> {
    const [insert, select] = await this.db.batch<{ state: OutboxState }>([
      this.db
        .prepare(
          `INSERT INTO outbox (id, message, created_at_ms, next_at_ms, leased_until_ms)
           SELECT ?1, ?2, ?3, ?3, ?4
           WHERE (SELECT count(*) FROM outbox WHERE created_at_ms >= ?5) < ?6
           ON CONFLICT (id) DO NOTHING`,
        )
        .bind(message.id, message.message, message.nowMs, message.leasedUntilMs, message.capSinceMs, message.cap),
      this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(message.id),
    ]);
    if (insert?.meta.changes === 1) return 'added';
    return select?.results[0]?.state ?? 'full';
  }

  /** Leases a dead row to the caller with its attempts reset to 0; undefined if the row is no longer dead. */
  async revive(id: string, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    const row = await this.db
      .prepare(
        `UPDATE outbox SET state = 'pending', attempts = 0, finished_at_ms = NULL, leased_until_ms = ?2
         WHERE id = ?1 AND state = 'dead' RETURNING ${LEASED}`,
      )
      .bind(id, leasedUntilMs)
      .first<LeasedMessage>();
    return row ?? undefined;
  }

  /** Leases the row that has been due the longest; undefined if none is due. */
  async leaseDue(nowMs: number, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    const row = await this.db
      .prepare(
        `UPDATE outbox SET leased_until_ms = ?2
         WHERE id = (SELECT id FROM outbox WHERE state = 'pending' AND next_at_ms <= ?1 AND leased_until_ms <= ?1
                     ORDER BY next_at_ms LIMIT 1)
         RETURNING ${LEASED}`,
      )
      .bind(nowMs, leasedUntilMs)
      .first<LeasedMessage>();
    return row ?? undefined;
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

  /** How many messages are pending, and how many dead. */
  async counts(): Promise<{ pending: number; dead: number }> {
    const { results } = await this.db
      .prepare("SELECT state, count(*) AS rows FROM outbox WHERE state IN ('pending', 'dead') GROUP BY state")
      .all<{ state: OutboxState; rows: number }>();
    const of = (state: OutboxState) => results.find((row) => row.state === state)?.rows ?? 0;
    return { pending: of('pending'), dead: of('dead') };
  }

  /** Deletes messages delivered before `beforeMs`; returns how many. */
  async deleteDelivered(beforeMs: number): Promise<number> {
    const { meta } = await this.db
      .prepare("DELETE FROM outbox WHERE state = 'delivered' AND finished_at_ms < ?")
      .bind(beforeMs)
      .run();
    return meta.changes;
  }
}
