import type { NewsFire } from '#worker/fires/FireTable.ts';
import type { FireTelling } from './messages.ts';

/** What a recipient was notified of a fire, for one area. */
export interface ToldFire {
  readonly watchlist: string;
  readonly recipient: string;
  readonly area: string;
  /** The fire's current id. */
  readonly fire: string;
  readonly state: FireTelling;
  /** The fire's id when it was notified. */
  readonly toldAs: string;
  /** 0 if it was not notified. */
  readonly toldMs: number;
}

const COLUMNS = 'watchlist, recipient, area, fire, state, notified_as AS toldAs, notified_ms AS toldMs';

/** Fires that the object received, and their notification state per recipient. Write inside a transaction. */
export class FireLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  keep(fire: NewsFire, nowMs: number): void {
    const body = JSON.stringify(fire);
    this.sql.exec('INSERT OR REPLACE INTO fire (id, body, heard_ms) VALUES (?, ?, ?)', fire.id, body, nowMs);
  }

  toldOf(fire: string): ToldFire[] {
    return this.sql
      .exec<ToldFire & Record<string, SqlStorageValue>>(`SELECT ${COLUMNS} FROM fire_notification WHERE fire = ?`, fire)
      .toArray();
  }

  /** Fires received since then, and those with a pending notification. */
  open(sinceMs: number): NewsFire[] {
    const open = `SELECT body FROM fire WHERE heard_ms >= ?
      OR id IN (SELECT fire FROM fire_notification WHERE state IN ('waits', 'recants')) ORDER BY id`;
    return this.sql
      .exec<{ body: string }>(open, sinceMs)
      .toArray()
      .map(({ body }) => JSON.parse(body) as NewsFire);
  }

  /** Call when the fire gets another id. */
  drop(fire: string): void {
    this.sql.exec('DELETE FROM fire WHERE id = ?', fire);
  }

  countTold(
    { watchlist, recipient, area }: Pick<ToldFire, 'watchlist' | 'recipient' | 'area'>,
    sinceMs: number,
  ): number {
    const told =
      'SELECT count(*) AS told FROM fire_notification WHERE watchlist = ? AND recipient = ? AND area = ? AND notified_ms > ?';
    return this.sql.exec<{ told: number }>(told, watchlist, recipient, area, sinceMs).one().told;
  }

  putTold({ watchlist, recipient, area, fire, state, toldAs, toldMs }: ToldFire): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO fire_notification (watchlist, recipient, area, fire, state, notified_as, notified_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[watchlist, recipient, area, fire, state, toldAs, toldMs],
    );
  }

  dropTold({ watchlist, recipient, area, fire }: ToldFire): void {
    const where = 'watchlist = ? AND recipient = ? AND area = ? AND fire = ?';
    this.sql.exec(`DELETE FROM fire_notification WHERE ${where}`, watchlist, recipient, area, fire);
  }

  /** Deletes fires not received since then, and their notification states. */
  forget(beforeMs: number): void {
    this.sql.exec('DELETE FROM fire_notification WHERE fire IN (SELECT id FROM fire WHERE heard_ms < ?)', beforeMs);
    this.sql.exec('DELETE FROM fire WHERE heard_ms < ?', beforeMs);
  }
}
