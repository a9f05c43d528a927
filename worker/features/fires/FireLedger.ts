import type { UpdatedFire } from './FireTable.ts';
import type { FireNotification } from './fireNotices.ts';

/** What a recipient was notified of a fire, for one area. */
export interface NotifiedFire {
  readonly watchlist: string;
  readonly recipient: string;
  readonly area: string;
  /** The fire's current id. */
  readonly fire: string;
  readonly state: FireNotification;
  /** The fire's id when it was notified. */
  readonly reportedAs: string;
  /** 0 if it was not notified. */
  readonly notifiedMs: number;
}

const COLUMNS = 'watchlist, recipient, area, fire, state, notified_as AS reportedAs, notified_ms AS notifiedMs';

/** Fires that the object received, and their notification state per recipient. Write inside a transaction. */
export class FireLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  store(fire: UpdatedFire, nowMs: number): void {
    const body = JSON.stringify(fire);
    this.sql.exec('INSERT OR REPLACE INTO fire (id, body, heard_ms) VALUES (?, ?, ?)', fire.id, body, nowMs);
  }

  reportedOf(fire: string): NotifiedFire[] {
    return this.sql
      .exec<NotifiedFire & Record<string, SqlStorageValue>>(
        `SELECT ${COLUMNS} FROM fire_notification WHERE fire = ?`,
        fire,
      )
      .toArray();
  }

  /** Fires received since then, and those with a pending notification. */
  open(sinceMs: number): UpdatedFire[] {
    const open = `SELECT body FROM fire WHERE heard_ms >= ?
      OR id IN (SELECT fire FROM fire_notification WHERE state IN ('waits', 'recants')) ORDER BY id`;
    return this.sql
      .exec<{ body: string }>(open, sinceMs)
      .toArray()
      .map(({ body }) => JSON.parse(body) as UpdatedFire);
  }

  /** Call when the fire gets another id. */
  drop(fire: string): void {
    this.sql.exec('DELETE FROM fire WHERE id = ?', fire);
  }

  countNotified(
    { watchlist, recipient, area }: Pick<NotifiedFire, 'watchlist' | 'recipient' | 'area'>,
    sinceMs: number,
  ): number {
    const reported =
      'SELECT count(*) AS told FROM fire_notification WHERE watchlist = ? AND recipient = ? AND area = ? AND notified_ms > ?';
    return this.sql.exec<{ told: number }>(reported, watchlist, recipient, area, sinceMs).one().told;
  }

  storeNotified({ watchlist, recipient, area, fire, state, reportedAs, notifiedMs }: NotifiedFire): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO fire_notification (watchlist, recipient, area, fire, state, notified_as, notified_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[watchlist, recipient, area, fire, state, reportedAs, notifiedMs],
    );
  }

  dropNotified({ watchlist, recipient, area, fire }: NotifiedFire): void {
    const where = 'watchlist = ? AND recipient = ? AND area = ? AND fire = ?';
    this.sql.exec(`DELETE FROM fire_notification WHERE ${where}`, watchlist, recipient, area, fire);
  }

  /** Deletes fires not received since then, and their notification states. */
  forget(beforeMs: number): void {
    this.sql.exec('DELETE FROM fire_notification WHERE fire IN (SELECT id FROM fire WHERE heard_ms < ?)', beforeMs);
    this.sql.exec('DELETE FROM fire WHERE heard_ms < ?', beforeMs);
  }
}
