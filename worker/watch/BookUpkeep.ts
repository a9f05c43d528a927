import { languageOf } from '#shared/languages.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import type { Log } from '#worker/observability/log.ts';
import type { BookNotices } from './BookNotices.ts';
import type { BookLedger } from './book/BookLedger.ts';
import { type BookUse, bookFate, bookThatGivesWay, NOTICE_MS, NOTICE_TRIED_MS } from './book/bookFate.ts';
import type { Book, WatchLedger } from './book/WatchLedger.ts';
import { canHear } from './deliver/Recipient.ts';
import type { Recipients } from './deliver/Recipients.ts';
import type { WatchEngine } from './WatchEngine.ts';

export interface BookUpkeepDeps {
  readonly ledger: WatchLedger;
  readonly books: BookLedger;
  readonly recipients: Recipients;
  readonly notices: BookNotices;
  readonly engine: WatchEngine;
  readonly clock: Clock;
  readonly log: Log;
  readonly shard: string;
  /** Called inside the transaction that ends a book. */
  readonly onEnded: (book: Book) => void;
}

/** How books end: by their owner, or because nobody needs them any more. */
export class BookUpkeep {
  private readonly deps: BookUpkeepDeps;

  constructor(deps: BookUpkeepDeps) {
    this.deps = deps;
  }

  /** Ends the books that nobody needs, and says to the recipients of some that they will end. */
  run(): void {
    const nowMs = this.deps.clock.now();
    const fates = this.uses().map((use) => ({ id: use.id, fate: bookFate(use, nowMs) }));
    const ended = fates.filter(({ id, fate }) => fate === 'end' && this.endById(id));
    for (const { id, fate } of fates) if (fate === 'notice') this.announce(id, nowMs);
    if (ended.length > 0) this.deps.log('info', 'watch.retention', { shard: this.deps.shard, books: ended.length });
  }

  /** Ends a book that reached nobody, of this network if it is given, so that an area finds room. False if there is none. */
  makeRoom(network?: string): boolean {
    const { engine, clock } = this.deps;
    const watching = engine.books;
    const watched = this.uses().filter((use) => watching.has(use.id) && (network ?? use.network) === use.network);
    const id = bookThatGivesWay(watched, clock.now());
    return id !== undefined && this.endById(id);
  }

  end(book: Book): void {
    const { ledger, engine } = this.deps;
    const areas = engine.areasOf(book.id);
    ledger.transaction(() => {
      this.deps.onEnded(book);
      ledger.deleteBook(book.id);
    });
    for (const { kept } of areas) engine.drop(kept);
  }

  /** Ends the book as its owner could. False if there is none. */
  endById(id: string): boolean {
    const book = this.deps.ledger.book(id);
    if (book) this.end(book);
    return book !== undefined;
  }

  private uses(): (BookUse & Pick<Book, 'network'>)[] {
    const { books, recipients } = this.deps;
    return books.visits().map((visit) => {
      const arrivals = recipients.of(visit.id).flatMap(({ okMs }) => (okMs === null ? [] : [okMs]));
      return { ...visit, okMs: arrivals.length === 0 ? null : Math.max(...arrivals) };
    });
  }

  private announce(id: string, nowMs: number): void {
    const { ledger, books, recipients, notices, engine } = this.deps;
    const book = ledger.book(id);
    if (!book) return;
    const { language, timeZone } = book;
    const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(nowMs + NOTICE_MS);
    const sentence = messageTexts[languageOf(language)].ending(date);
    const area = engine.areasOf(id)[0]?.kept ?? null;
    ledger.transaction(() => {
      books.noticed(id, nowMs);
      for (const recipient of recipients.of(id).filter(canHear)) {
        notices.add({ type: 'watch.notice', recipient, book, area, nowMs, sentence, triedMs: NOTICE_TRIED_MS });
      }
    });
  }
}
