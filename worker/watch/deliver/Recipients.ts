import type { Told } from '../tell/Told.ts';
import { TOLD_NOTHING } from '../tell/Told.ts';
import type { Recipient } from './Recipient.ts';
import type { RecipientLedger } from './RecipientLedger.ts';

/** Recipients and what they know, in memory as in the ledger. */
export class Recipients {
  private readonly ledger: RecipientLedger;
  private readonly books = new Map<string, Map<string, Recipient>>();
  private readonly toldOf = new Map<string, Told>();

  constructor(ledger: RecipientLedger) {
    this.ledger = ledger;
    this.load();
  }

  /** Forgets what memory holds, and reads it again: a transaction that failed has left only memory changed. */
  load(): void {
    this.books.clear();
    this.toldOf.clear();
    for (const recipient of this.ledger.all()) this.hold(recipient);
    for (const { book, recipient, area, told } of this.ledger.told())
      this.toldOf.set(`${book}/${recipient}/${area}`, told);
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

  drop(book: string, id: string): void {
    this.ledger.delete(book, id);
    this.books.get(book)?.delete(id);
    this.forgetTold((key) => key.startsWith(`${book}/${id}/`));
  }

  dropBook(book: string): void {
    this.ledger.deleteBook(book);
    this.books.delete(book);
    this.forgetTold((key) => key.startsWith(`${book}/`));
  }

  dropArea(book: string, area: string): void {
    this.ledger.deleteArea(book, area);
    this.forgetTold((key) => key.startsWith(`${book}/`) && key.endsWith(`/${area}`));
  }

  private hold(recipient: Recipient): void {
    const book = this.books.get(recipient.book) ?? new Map<string, Recipient>();
    this.books.set(recipient.book, book.set(recipient.id, recipient));
  }

  private forgetTold(matches: (key: string) => boolean): void {
    for (const key of this.toldOf.keys()) if (matches(key)) this.toldOf.delete(key);
  }
}
