import type { AreaState } from '#shared/watch/AreaState.ts';
import {
  type Awareness,
  awarenessAfter,
  type Confirmation,
  confirmedBy,
  NOTHING_TO_KNOW,
} from '#worker/watch/tell/Awareness.ts';
import type { Told } from '#worker/watch/tell/Told.ts';
import { TOLD_NOTHING } from '#worker/watch/tell/Told.ts';
import type { Recipient } from './Recipient.ts';
import type { RecipientLedger } from './RecipientLedger.ts';

/** Recipients and what they know, in memory as in the ledger. */
export class Recipients {
  private readonly ledger: RecipientLedger;
  private readonly books = new Map<string, Map<string, Recipient>>();
  private readonly toldOf = new Map<string, Told>();
  private readonly awarenessOf = new Map<string, Awareness>();

  constructor(ledger: RecipientLedger) {
    this.ledger = ledger;
    this.load();
  }

  /** Forgets what memory holds, and reads it again: a transaction that failed has left only memory changed. */
  load(): void {
    this.books.clear();
    this.toldOf.clear();
    this.awarenessOf.clear();
    for (const recipient of this.ledger.all()) this.hold(recipient);
    for (const { book, recipient, area, told } of this.ledger.told())
      this.toldOf.set(`${book}/${recipient}/${area}`, told);
    for (const { book, area, awareness } of this.ledger.awareness()) this.awarenessOf.set(`${book}/${area}`, awareness);
  }

  of(book: string): Recipient[] {
    return [...(this.books.get(book)?.values() ?? [])];
  }

  get(book: string, id: string): Recipient | undefined {
    return this.books.get(book)?.get(id);
  }

  /** All that chat there is, whichever book it hears of. */
  inChat(chatId: number): Recipient[] {
    return [...this.books.values()]
      .flatMap((book) => [...book.values()])
      .filter(({ target }) => target.channel === 'telegram' && target.chatId === chatId);
  }

  all(): Recipient[] {
    return [...this.books.values()].flatMap((book) => [...book.values()]);
  }

  put(recipient: Recipient): void {
    this.ledger.write(recipient);
    this.hold(recipient);
  }

  told(book: string, recipient: string, area: string): Told {
    return this.toldOf.get(`${book}/${recipient}/${area}`) ?? TOLD_NOTHING;
  }

  putTold(book: string, recipient: string, area: string, told: Told): void {
    this.ledger.writeTold(book, recipient, area, told);
    this.toldOf.set(`${book}/${recipient}/${area}`, told);
  }

  /** What of the area's danger somebody is known to know of; kept only where somebody waits for that. */
  awareness(book: string, area: string): Awareness {
    return this.awarenessOf.get(`${book}/${area}`) ?? NOTHING_TO_KNOW;
  }

  /** Takes note of what there is to know after a step. */
  keepAwareness(book: string, area: string, state: AreaState, nowMs: number): Awareness {
    const before = this.awareness(book, area);
    return this.putAwareness(book, area, before, awarenessAfter(before, state, nowMs));
  }

  forgetAwareness(book: string, area: string): void {
    if (this.awarenessOf.delete(`${book}/${area}`)) this.ledger.deleteAwareness(book, area);
  }

  /** Somebody knows: whoever would be told because nobody does is not. */
  confirm(book: string, area: string, confirmation: Confirmation, nowMs: number): void {
    const before = this.awareness(book, area);
    this.putAwareness(book, area, before, confirmedBy(before, confirmation, nowMs));
  }

  drop(book: string, id: string): void {
    this.ledger.delete(book, id);
    this.books.get(book)?.delete(id);
    this.forgetTold((key) => key.startsWith(`${book}/${id}/`));
  }

  /** Whoever was there is there no more: what they were told, and what they could prove, counts for nobody. */
  leave(book: string, id: string): void {
    this.ledger.leave(book, id);
    this.forgetTold((key) => key.startsWith(`${book}/${id}/`));
  }

  dropBook(book: string): void {
    this.ledger.deleteBook(book);
    this.books.delete(book);
    this.forgetTold((key) => key.startsWith(`${book}/`));
    for (const key of this.awarenessOf.keys()) if (key.startsWith(`${book}/`)) this.awarenessOf.delete(key);
  }

  dropArea(book: string, area: string): void {
    this.ledger.deleteArea(book, area);
    this.forgetTold((key) => key.startsWith(`${book}/`) && key.endsWith(`/${area}`));
    this.awarenessOf.delete(`${book}/${area}`);
  }

  private putAwareness(book: string, area: string, before: Awareness, after: Awareness): Awareness {
    if (after === before) return after;
    this.ledger.writeAwareness(book, area, after);
    this.awarenessOf.set(`${book}/${area}`, after);
    return after;
  }

  private hold(recipient: Recipient): void {
    const book = this.books.get(recipient.book) ?? new Map<string, Recipient>();
    this.books.set(recipient.book, book.set(recipient.id, recipient));
  }

  private forgetTold(matches: (key: string) => boolean): void {
    for (const key of this.toldOf.keys()) if (matches(key)) this.toldOf.delete(key);
  }
}
