import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Try } from './tries.ts';

/** The tests and challenges of the last hour. They outlive their recipient: who is made anew has used up what it had. */
export class TryLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** Those that count for the recipient, or for the domain. */
  lately({ book, recipient, domain }: Try, nowMs: number): Try[] {
    return this.sql
      .exec<Try & Record<string, SqlStorageValue>>(
        `SELECT book, recipient, network, domain FROM tried
         WHERE at_ms > ?1 AND book <> '' AND ((book = ?2 AND recipient = ?3) OR (domain = ?4 AND domain <> ''))`,
        nowMs - HOUR_MS,
        book,
        recipient,
        domain,
      )
      .toArray();
  }

  add({ book, recipient, network, domain }: Try, nowMs: number): void {
    this.sql.exec(
      'INSERT INTO tried (at_ms, book, recipient, network, domain) VALUES (?, ?, ?, ?, ?)',
      nowMs,
      book,
      recipient,
      network,
      domain,
    );
  }

  /**
   * Counts one that a network asks for at a domain, in whichever object its book is; false, and not counted, if there were
   * `most` in the last hour. Such a one belongs to no book here.
   */
  countOf(network: string, domain: string, most: number, nowMs: number): boolean {
    const { made } = this.sql
      .exec<{ made: number }>(
        "SELECT count(*) AS made FROM tried WHERE at_ms > ? AND book = '' AND network = ? AND domain = ?",
        nowMs - HOUR_MS,
        network,
        domain,
      )
      .one();
    if (made < most) this.add({ book: '', recipient: '', network, domain }, nowMs);
    return made < most;
  }

  /** Forgets what no longer counts. */
  retain(nowMs: number): void {
    this.sql.exec('DELETE FROM tried WHERE at_ms <= ?', nowMs - HOUR_MS);
  }
}
