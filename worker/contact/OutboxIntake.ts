import { dayStartMs, utcDay } from '#shared/time/utcDay.ts';
import type { ClientNetworks } from '#worker/http/clientNetworks.ts';
import { type ContactLimits, type ContactTally, refusedBy } from './contactLimits.ts';
import { networkHash } from './networkHash.ts';
import type { OutboxState } from './OutboxTable.ts';

export interface NewMessage {
  readonly id: string;
  readonly message: string;
  readonly nowMs: number;
  readonly leasedUntilMs: number;
  /** The sender's networks; undefined where there is no address, as on a developer's machine. */
  readonly networks: ClientNetworks | undefined;
  readonly limits: ContactLimits;
}

export type Added =
  /** A pending row is leased to the caller. */
  | { readonly kind: 'added'; readonly state: 'pending' | 'deferred' }
  /** There was a row with this id. */
  | { readonly kind: 'known'; readonly state: OutboxState }
  | { readonly kind: 'refused'; readonly by: 'network' | 'everybody' };

/** What today's limits are compared with; parameters 5 to 8 are the networks' hashes, the day's start and an addend. */
const TALLY = `SELECT
  (SELECT count(*) FROM outbox WHERE wide = ?6 AND near = ?5) AS near,
  (SELECT count(*) FROM outbox WHERE wide = ?6) AS wide,
  (SELECT count(*) FROM outbox WHERE created_at_ms >= ?7 AND turn IS NULL) + ?8 AS today,
  (SELECT count(*) FROM outbox WHERE state = 'deferred') AS waiting`;

/**
 * Admits and stores in one statement: of messages that arrive at once, no more pass than the limits allow.
 * `waiting` is compared last, because only a message that cannot be sent today waits.
 */
const ADMIT = `INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, leased_until_ms, near, wide, turn)
  SELECT ?1, ?2, admitted, ?3, ?3, iif(admitted = 'pending', ?4, 0), ?5, ?6, iif(admitted = 'deferred', wide, NULL)
  FROM (
    SELECT wide, CASE
      WHEN near < ?9 AND wide < ?10 AND today < ?11 THEN 'pending'
      WHEN near < ?12 AND wide < ?13 AND waiting < iif(wide = 0, ?14, ?15) THEN 'deferred'
    END AS admitted FROM (${TALLY})
  )
  WHERE admitted IS NOT NULL
  ON CONFLICT (id) DO NOTHING`;

/** Where new contact messages come in: the outbox's own database. Every method rejects if D1 does not answer. */
export class OutboxIntake {
  private readonly db: D1Database;

  constructor(db: D1Database) {
    this.db = db;
  }

  /** The salt of the UTC day that contains `nowMs`: `fresh` if the day has none yet. */
  async saltOf(nowMs: number, fresh: string): Promise<string> {
    const day = utcDay(nowMs);
    const [, select] = await this.db.batch<{ salt: string }>([
      this.db
        .prepare('INSERT INTO network_salt (day, salt) VALUES (?, ?) ON CONFLICT (day) DO NOTHING')
        .bind(day, fresh),
      this.db.prepare('SELECT salt FROM network_salt WHERE day = ?').bind(utcDay(nowMs)),
    ]);
    return select?.results[0]?.salt ?? fresh;
  }

  /** Adds the message if the limits let it in; `formerToday` messages of today are counted in addition. */
  async add(message: NewMessage, salt: string, formerToday: number): Promise<Added> {
    const { id, nowMs, leasedUntilMs, networks, limits } = message;
    const near = networks ? await networkHash(salt, networks.near) : null;
    const wide = networks ? await networkHash(salt, networks.wide) : null;
    const tallied = [id, message.message, nowMs, leasedUntilMs, near, wide, dayStartMs(nowMs), formerToday];
    const { sameDay, taken, waiting } = limits;
    const bounds = [sameDay.near, sameDay.wide, sameDay.all, taken.near, taken.wide, waiting.first, waiting.further];
    const [insert, select, tally] = await this.db.batch([
      this.db.prepare(ADMIT).bind(...tallied, ...bounds),
      this.db.prepare('SELECT state FROM outbox WHERE id = ?').bind(id),
      this.db.prepare(TALLY).bind(...tallied),
    ]);
    const row = select?.results[0] as { state: OutboxState } | undefined;
    if (!row) return { kind: 'refused', by: refusedBy(tally?.results[0] as unknown as ContactTally, limits) };
    if (insert?.meta.changes !== 1) return { kind: 'known', state: row.state };
    return { kind: 'added', state: row.state === 'deferred' ? 'deferred' : 'pending' };
  }

  /**
   * Makes deferred messages of earlier days due, at most `perDay` on the UTC day of `nowMs`. The first of each network go before the second of any; returns how many were released.
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

  /** Forgets from which networks the messages of the days before `nowMs` came. */
  async forgetNetworks(nowMs: number): Promise<void> {
    await this.db.batch([
      this.db
        .prepare('UPDATE outbox SET near = NULL, wide = NULL WHERE wide IS NOT NULL AND created_at_ms < ?')
        .bind(dayStartMs(nowMs)),
      this.db.prepare('DELETE FROM network_salt WHERE day < ?').bind(utcDay(nowMs)),
    ]);
  }
}
