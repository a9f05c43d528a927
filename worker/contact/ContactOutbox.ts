import { dayStartMs, utcDay } from '#shared/time/utcDay.ts';
import type { ClientNetworks } from '#worker/http/clientNetworks.ts';
import { type ContactLimits, type ContactTally, refusedBy } from './contactLimits.ts';
import type { Settlement } from './outboxPolicy.ts';

export type OutboxState = 'pending' | 'deferred' | 'delivered' | 'dead';

export interface NewMessage {
  readonly id: string;
  readonly message: string;
  readonly nowMs: number;
  readonly leasedUntilMs: number;
  /** Undefined if there is no address, as on a developer's machine. */
  readonly networks: ClientNetworks | undefined;
  readonly limits: ContactLimits;
}

export type AddedMessage =
  /** A pending row is leased to the caller. */
  | { readonly kind: 'added'; readonly state: 'pending' | 'deferred' }
  | { readonly kind: 'known'; readonly state: OutboxState }
  | { readonly kind: 'refused'; readonly by: 'network' | 'everybody' };

/** A row that only the lease's holder may send until `leasedUntilMs`. */
export interface LeasedMessage {
  readonly id: string;
  readonly message: string;
  readonly attempts: number;
  readonly leasedUntilMs: number;
}

export interface OutboxCounts {
  readonly pending: number;
  /** Of those pending: a setting is wrong. */
  readonly blocked: number;
  readonly deferred: number;
  readonly dead: number;
}

/** Counts for today's limits; parameters 5 to 7 are the networks' hashes and the day's start. */
const TALLY = `SELECT
  (SELECT count(*) FROM outbox WHERE wide = ?6 AND near = ?5) AS near,
  (SELECT count(*) FROM outbox WHERE wide = ?6) AS wide,
  (SELECT count(*) FROM outbox WHERE created_at_ms >= ?7 AND turn IS NULL) AS today,
  (SELECT count(*) FROM outbox WHERE state = 'deferred') AS waiting`;

/**
 * Admits and stores in one statement, so that simultaneous messages cannot exceed the limits. `waiting` is compared
 * last, because only a message that cannot be sent today waits.
 */
const ADMIT = `INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, leased_until_ms, near, wide, turn)
  SELECT ?1, ?2, admitted, ?3, ?3, iif(admitted = 'pending', ?4, 0), ?5, ?6, iif(admitted = 'deferred', wide, NULL)
  FROM (
    SELECT wide, CASE
      WHEN near < ?8 AND wide < ?9 AND today < ?10 THEN 'pending'
      WHEN near < ?11 AND wide < ?12 AND waiting < iif(wide = 0, ?13, ?14) THEN 'deferred'
    END AS admitted FROM (${TALLY})
  )
  WHERE admitted IS NOT NULL
  ON CONFLICT (id) DO NOTHING`;

const LEASED = 'id, message, attempts, leased_until_ms AS leasedUntilMs';

/** The contact messages, in a database of their own. Every method rejects if D1 does not answer. */
export class ContactOutbox {
  private readonly db: D1Database;
  private readonly freshSalt: () => string;

  constructor(db: D1Database, freshSalt: () => string = () => crypto.randomUUID()) {
    this.db = db;
    this.freshSalt = freshSalt;
  }

  async saltOf(nowMs: number): Promise<string> {
    const day = utcDay(nowMs);
    const fresh = this.freshSalt();
    const [, select] = await this.db.batch<{ salt: string }>([
      this.db
        .prepare('INSERT INTO network_salt (day, salt) VALUES (?, ?) ON CONFLICT (day) DO NOTHING')
        .bind(day, fresh),
      this.db.prepare('SELECT salt FROM network_salt WHERE day = ?').bind(day),
    ]);
    return select?.results[0]?.salt ?? fresh;
  }

  async add(message: NewMessage): Promise<AddedMessage> {
    const { id, nowMs, leasedUntilMs, networks, limits } = message;
    const salt = await this.saltOf(nowMs);
    const near = networks ? await networkHash(salt, networks.near) : null;
    const wide = networks ? await networkHash(salt, networks.wide) : null;
    const tallied = [id, message.message, nowMs, leasedUntilMs, near, wide, dayStartMs(nowMs)];
    const { sameDay, taken, waiting } = limits;
    const bounds = [sameDay.near, sameDay.wide, sameDay.all, taken.near, taken.wide, waiting.first, waiting.further];
    const [insert, select, tally] = await this.db.batch<ContactTally & { readonly state: OutboxState }>([
      this.db.prepare(ADMIT).bind(...tallied, ...bounds),
      this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id),
      this.db.prepare(TALLY).bind(...tallied),
    ]);
    const row = select?.results[0];
    const counted = tally?.results[0];
    if (!row && counted) return { kind: 'refused', by: refusedBy(counted, limits) };
    if (!row) throw new Error('the outbox counted nothing');
    if (insert?.meta.changes !== 1) return { kind: 'known', state: row.state };
    return { kind: 'added', state: row.state === 'deferred' ? 'deferred' : 'pending' };
  }

  /**
   * Makes deferred messages of earlier days due, at most `perDay` on the UTC day of `nowMs`: the first of each network
   * before the second of any. Returns how many were released.
   */
  async releaseDeferred(nowMs: number, perDay: number): Promise<number> {
    const { meta } = await this.db
      .prepare(
        `UPDATE outbox SET state = 'pending', next_at_ms = ?1, released_at_ms = ?1 WHERE id IN (
           SELECT id FROM outbox WHERE state = 'deferred' AND created_at_ms < ?2 ORDER BY turn, created_at_ms
           LIMIT max(0, ?3 - (SELECT count(*) FROM outbox WHERE released_at_ms >= ?2)))`,
      )
      .bind(nowMs, dayStartMs(nowMs), perDay)
      .run();
    return meta.changes;
  }

  async forgetNetworks(nowMs: number): Promise<void> {
    await this.db.batch([
      this.db
        .prepare('UPDATE outbox SET near = NULL, wide = NULL WHERE wide IS NOT NULL AND created_at_ms < ?')
        .bind(dayStartMs(nowMs)),
      this.db.prepare('DELETE FROM network_salt WHERE day < ?').bind(utcDay(nowMs)),
    ]);
  }

  async stateOf(id: string): Promise<OutboxState | undefined> {
    const row = await this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id).first<{ state: OutboxState }>();
    return row?.state;
  }

  /** Leases a dead row with its attempts reset to 0; undefined if no row of this id is dead. */
  async revive(id: string, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return await this.leased(
      this.db
        .prepare(
          `UPDATE outbox SET state = 'pending', attempts = 0, finished_at_ms = NULL, leased_until_ms = ?2
           WHERE id = ?1 AND state = 'dead' RETURNING ${LEASED}`,
        )
        .bind(id, leasedUntilMs),
    );
  }

  async leaseDue(nowMs: number, leasedUntilMs: number): Promise<LeasedMessage | undefined> {
    return await this.leased(
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
           next_at_ms = coalesce(?5, next_at_ms), finished_at_ms = ?6, blocked = ?7
         WHERE id = ?1 AND (?3 = 'delivered' OR (state = 'pending' AND leased_until_ms = ?2))`,
      )
      .bind(
        row.id,
        row.leasedUntilMs,
        state,
        state === 'delivered' ? null : settlement.reason,
        state === 'pending' ? settlement.nextAtMs : null,
        state === 'pending' ? null : nowMs,
        state === 'pending' && settlement.blocked ? 1 : 0,
      )
      .run();
  }

  async counts(): Promise<OutboxCounts> {
    const { results } = await this.db
      .prepare(
        "SELECT state, count(*) AS rows, sum(blocked) AS blocked FROM outbox WHERE state <> 'delivered' GROUP BY state",
      )
      .all<{ state: OutboxState; rows: number; blocked: number }>();
    const of = (state: OutboxState) => results.find((row) => row.state === state);
    const rows = (state: OutboxState) => of(state)?.rows ?? 0;
    return {
      pending: rows('pending'),
      blocked: of('pending')?.blocked ?? 0,
      deferred: rows('deferred'),
      dead: rows('dead'),
    };
  }

  /** Where the chat of that setting is now; undefined if it never moved. */
  async movedChat(chatId: string): Promise<string | undefined> {
    const row = await this.db
      .prepare('SELECT moved_to AS movedTo FROM chat_move WHERE chat_id = ?')
      .bind(chatId)
      .first<{ movedTo: string }>();
    return row?.movedTo;
  }

  async moveChat(chatId: string, movedTo: string, nowMs: number): Promise<void> {
    await this.db
      .prepare('INSERT OR REPLACE INTO chat_move (chat_id, moved_to, moved_at_ms) VALUES (?, ?, ?)')
      .bind(chatId, movedTo, nowMs)
      .run();
  }

  async deleteFinished(state: 'delivered' | 'dead', beforeMs: number): Promise<number> {
    const { meta } = await this.db
      .prepare('DELETE FROM outbox WHERE state = ? AND finished_at_ms < ?')
      .bind(state, beforeMs)
      .run();
    return meta.changes;
  }

  private async leased(statement: D1PreparedStatement): Promise<LeasedMessage | undefined> {
    return (await statement.first<LeasedMessage>()) ?? undefined;
  }
}

/** A network as 16 hexadecimal digits. Once the day's salt is deleted, they cannot be traced to an address. */
async function networkHash(salt: string, network: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt} ${network}`));
  return [...new Uint8Array(digest.slice(0, 8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
