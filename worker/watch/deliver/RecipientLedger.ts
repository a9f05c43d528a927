import type { Awareness } from '#worker/watch/tell/Awareness.ts';
import type { Told } from '#worker/watch/tell/Told.ts';
import type { Recipient } from './Recipient.ts';

/** What rows lack that an earlier release wrote. */
const LATER_FIELDS = { escalateAfterMin: null, mutedUntilClearOf: null } as const;

/** Recipients, what each was told of each area, and tokens that prove who somebody is. */
export class RecipientLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  all(): Recipient[] {
    return this.sql
      .exec<{ body: string }>('SELECT body FROM recipient')
      .toArray()
      .map(({ body }) => ({ ...LATER_FIELDS, ...(JSON.parse(body) as Recipient) }));
  }

  write(recipient: Recipient): void {
    const { book, id } = recipient;
    this.sql.exec(
      'INSERT OR REPLACE INTO recipient (book, id, body) VALUES (?, ?, ?)',
      book,
      id,
      JSON.stringify(recipient),
    );
  }

  delete(book: string, id: string): void {
    for (const table of ['told', 'delivery', 'proof']) {
      this.sql.exec(`DELETE FROM ${table} WHERE book = ? AND recipient = ?`, book, id);
    }
    this.sql.exec('DELETE FROM recipient WHERE book = ? AND id = ?', book, id);
  }

  /** Forgets what the one who was there was told, and makes its receipts and start links useless. */
  leave(book: string, id: string): void {
    for (const table of ['told', 'proof']) {
      this.sql.exec(`DELETE FROM ${table} WHERE book = ? AND recipient = ?`, book, id);
    }
    this.sql.exec('UPDATE delivery SET receipt_hash = NULL WHERE book = ? AND recipient = ?', book, id);
  }

  deleteBook(book: string): void {
    for (const table of ['told', 'awareness', 'delivery', 'proof', 'recipient']) {
      this.sql.exec(`DELETE FROM ${table} WHERE book = ?`, book);
    }
  }

  /** What is known is forgotten with the area. */
  deleteArea(book: string, area: string): void {
    this.sql.exec('DELETE FROM told WHERE book = ? AND area = ?', book, area);
    this.deleteAwareness(book, area);
  }

  deleteAwareness(book: string, area: string): void {
    this.sql.exec('DELETE FROM awareness WHERE book = ? AND area = ?', book, area);
  }

  /** What of each area's danger somebody is known to know of. */
  awareness(): { readonly book: string; readonly area: string; readonly awareness: Awareness }[] {
    return this.sql
      .exec<{ book: string; area: string; body: string }>('SELECT * FROM awareness')
      .toArray()
      .map(({ book, area, body }) => ({ book, area, awareness: JSON.parse(body) as Awareness }));
  }

  writeAwareness(book: string, area: string, awareness: Awareness): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO awareness (book, area, body) VALUES (?, ?, ?)',
      book,
      area,
      JSON.stringify(awareness),
    );
  }

  told(): { readonly book: string; readonly recipient: string; readonly area: string; readonly told: Told }[] {
    return this.sql
      .exec<{ book: string; recipient: string; area: string; body: string }>('SELECT * FROM told')
      .toArray()
      .map(({ book, recipient, area, body }) => ({ book, recipient, area, told: JSON.parse(body) as Told }));
  }

  writeTold(book: string, recipient: string, area: string, told: Told): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO told (book, recipient, area, body) VALUES (?, ?, ?, ?)',
      book,
      recipient,
      area,
      JSON.stringify(told),
    );
  }

  /** Keeps a token's hash; it is good once, until `expiresMs`. */
  addProof(hash: string, book: string, recipient: string, expiresMs: number): void {
    this.sql.exec('DELETE FROM proof WHERE book = ? AND recipient = ?', book, recipient);
    this.sql.exec(
      'INSERT INTO proof (hash, book, recipient, expires_ms) VALUES (?, ?, ?, ?)',
      hash,
      book,
      recipient,
      expiresMs,
    );
  }

  /** Uses a token up. Undefined if there is none, or if its time is over. */
  takeProof(hash: string, nowMs: number): { readonly book: string; readonly recipient: string } | undefined {
    const proof = this.sql
      .exec<{ book: string; recipient: string; expires_ms: number }>(
        'DELETE FROM proof WHERE hash = ? RETURNING *',
        hash,
      )
      .toArray()[0];
    return proof && proof.expires_ms > nowMs ? { book: proof.book, recipient: proof.recipient } : undefined;
  }
}
