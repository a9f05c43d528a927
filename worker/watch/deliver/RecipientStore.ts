import type { AreaState } from '#shared/watch/AreaState.ts';
import {
  type Awareness,
  awarenessAfter,
  type Confirmation,
  confirmedBy,
  NOTHING_TO_KNOW,
} from '#worker/watch/tell/Awareness.ts';
import { TOLD_NOTHING, type ToldState } from '#worker/watch/tell/tellRecipient.ts';
import type { Recipient } from './Recipient.ts';

interface Proven {
  readonly book: string;
  readonly recipient: string;
}

/** Recipients, what each was told of each area, and what is known of its danger: in SQLite, and all of it in memory. */
export class RecipientStore {
  private readonly sql: SqlStorage;
  private readonly books = new Map<string, Map<string, Recipient>>();
  private readonly toldOf = new Map<string, ToldState>();
  private readonly awarenessOf = new Map<string, Awareness>();

  constructor(sql: SqlStorage) {
    this.sql = sql;
    this.load();
  }

  /** Reads everything again, after a transaction failed and changed only memory. */
  load(): void {
    this.books.clear();
    this.toldOf.clear();
    this.awarenessOf.clear();
    for (const { body } of this.sql.exec<{ body: string }>('SELECT body FROM recipient')) {
      this.hold(JSON.parse(body) as Recipient);
    }
    const told = 'SELECT book, recipient, area, body FROM told';
    for (const { book, recipient, area, body } of this.sql.exec<Record<string, string>>(told)) {
      this.toldOf.set(`${book}/${recipient}/${area}`, JSON.parse(body ?? '') as ToldState);
    }
    for (const { book, area, body } of this.sql.exec<Record<string, string>>(
      'SELECT book, area, body FROM awareness',
    )) {
      this.awarenessOf.set(`${book}/${area}`, JSON.parse(body ?? '') as Awareness);
    }
  }

  of(book: string): Recipient[] {
    return [...(this.books.get(book)?.values() ?? [])];
  }

  get(book: string, id: string): Recipient | undefined {
    return this.books.get(book)?.get(id);
  }

  all(): Recipient[] {
    return [...this.books.values()].flatMap((book) => [...book.values()]);
  }

  inChat(chatId: number): Recipient[] {
    return this.all().filter(({ target }) => target.channel === 'telegram' && target.chatId === chatId);
  }

  put(recipient: Recipient): void {
    const { book, id } = recipient;
    const body = JSON.stringify(recipient);
    this.sql.exec('INSERT OR REPLACE INTO recipient (book, id, body) VALUES (?, ?, ?)', book, id, body);
    this.hold(recipient);
  }

  told(book: string, recipient: string, area: string): ToldState {
    return this.toldOf.get(`${book}/${recipient}/${area}`) ?? TOLD_NOTHING;
  }

  putTold(book: string, recipient: string, area: string, told: ToldState): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO told (book, recipient, area, body) VALUES (?, ?, ?, ?)',
      book,
      recipient,
      area,
      JSON.stringify(told),
    );
    this.toldOf.set(`${book}/${recipient}/${area}`, told);
  }

  /** Notes what is known of an area after a step. Only for areas where somebody waits for that. */
  keepAwareness(book: string, area: string, state: AreaState, nowMs: number): Awareness {
    const before = this.awareness(book, area);
    return this.putAwareness(book, area, before, awarenessAfter(before, state, nowMs));
  }

  forgetAwareness(book: string, area: string): void {
    if (!this.awarenessOf.delete(`${book}/${area}`)) return;
    this.sql.exec('DELETE FROM awareness WHERE book = ? AND area = ?', book, area);
  }

  /** Somebody knows of the danger: recipients that wait for it to go unconfirmed are not told. */
  confirm(book: string, area: string, confirmation: Confirmation, nowMs: number): void {
    const before = this.awareness(book, area);
    this.putAwareness(book, area, before, confirmedBy(before, confirmation, nowMs));
  }

  drop(book: string, id: string): void {
    this.deleteOf(['told', 'fire_told', 'delivery', 'proof'], book, id);
    this.sql.exec('DELETE FROM recipient WHERE book = ? AND id = ?', book, id);
    this.books.get(book)?.delete(id);
  }

  /** Deletes what the recipient was told, its receipts and its start links, because somebody else takes its place. */
  leave(book: string, id: string): void {
    this.deleteOf(['told', 'fire_told', 'proof'], book, id);
    this.sql.exec('UPDATE delivery SET receipt_hash = NULL WHERE book = ? AND recipient = ?', book, id);
  }

  dropBook(book: string): void {
    for (const table of ['told', 'fire_told', 'awareness', 'delivery', 'proof', 'recipient']) {
      this.sql.exec(`DELETE FROM ${table} WHERE book = ?`, book);
    }
    this.books.delete(book);
    this.forgetTold((key) => key.startsWith(`${book}/`));
    for (const key of this.awarenessOf.keys()) if (key.startsWith(`${book}/`)) this.awarenessOf.delete(key);
  }

  dropArea(book: string, area: string): void {
    for (const table of ['told', 'fire_told']) {
      this.sql.exec(`DELETE FROM ${table} WHERE book = ? AND area = ?`, book, area);
    }
    this.forgetTold((key) => key.startsWith(`${book}/`) && key.endsWith(`/${area}`));
    this.forgetAwareness(book, area);
  }

  /** Stores a token's hash; it is good once, until `expiresMs`. */
  addProof(hash: string, { book, recipient }: Proven, expiresMs: number): void {
    this.sql.exec('DELETE FROM proof WHERE book = ? AND recipient = ?', book, recipient);
    this.sql.exec(
      'INSERT INTO proof (hash, book, recipient, expires_ms) VALUES (?, ?, ?, ?)',
      hash,
      book,
      recipient,
      expiresMs,
    );
  }

  /** Uses a token up. Undefined if there is none, or if it expired. */
  takeProof(hash: string, nowMs: number): Proven | undefined {
    type Row = { book: string; recipient: string; expires_ms: number };
    const [row] = this.sql.exec<Row>('DELETE FROM proof WHERE hash = ? RETURNING *', hash).toArray();
    return row && row.expires_ms > nowMs ? { book: row.book, recipient: row.recipient } : undefined;
  }

  private awareness(book: string, area: string): Awareness {
    return this.awarenessOf.get(`${book}/${area}`) ?? NOTHING_TO_KNOW;
  }

  private putAwareness(book: string, area: string, before: Awareness, after: Awareness): Awareness {
    if (after === before) return after;
    const body = JSON.stringify(after);
    this.sql.exec('INSERT OR REPLACE INTO awareness (book, area, body) VALUES (?, ?, ?)', book, area, body);
    this.awarenessOf.set(`${book}/${area}`, after);
    return after;
  }

  private hold(recipient: Recipient): void {
    const book = this.books.get(recipient.book) ?? new Map<string, Recipient>();
    this.books.set(recipient.book, book.set(recipient.id, recipient));
  }

  private deleteOf(tables: readonly string[], book: string, recipient: string): void {
    for (const table of tables) this.sql.exec(`DELETE FROM ${table} WHERE book = ? AND recipient = ?`, book, recipient);
    this.forgetTold((key) => key.startsWith(`${book}/${recipient}/`));
  }

  private forgetTold(matches: (key: string) => boolean): void {
    for (const key of this.toldOf.keys()) if (matches(key)) this.toldOf.delete(key);
  }
}
