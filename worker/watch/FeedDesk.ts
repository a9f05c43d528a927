import type { Clock } from '#shared/time/Clock.ts';
import { done, refused } from './Admission.ts';
import type { BookLedger } from './book/BookLedger.ts';
import type { WatchLedger } from './book/WatchLedger.ts';
import type { FeedBook } from './feeds/FeedBook.ts';
import { toldChanges } from './feeds/toldChanges.ts';
import type { Answer } from './WatchCalls.ts';
import type { WatchEngine } from './WatchEngine.ts';

const MAX_CHANGES = 100;
/** Of one area, so that a message of a long danger finds those that it refers to. */
const MAX_CHANGES_OF_AREA = 400;

export interface FeedDeskDeps {
  readonly ledger: WatchLedger;
  readonly books: BookLedger;
  readonly engine: WatchEngine;
  readonly clock: Clock;
}

/** A book's feeds, for readers that send no key but in the address. */
export class FeedDesk {
  private readonly deps: FeedDeskDeps;

  constructor(deps: FeedDeskDeps) {
    this.deps = deps;
  }

  /** What the feeds are made of: the newest changes, of one area or of all. A reader's call is a visit. */
  read(id: string, feedKey: string, area?: string): Answer<FeedBook> {
    const { ledger, books, engine, clock } = this.deps;
    const book = ledger.book(id);
    if (!book || !books.isLent(id, 'feed', feedKey)) return refused('unknown-feed');
    ledger.seeBook(id, clock.now());
    const newest = area === undefined ? MAX_CHANGES : MAX_CHANGES_OF_AREA;
    const { language, timeZone } = book;
    const areas = engine.areasOf(id).map(({ kept }) => {
      const { name, shape, ringsKm } = kept.body;
      return { id: kept.id, name, shape, ringsKm };
    });
    const changes = toldChanges(books.toldChanges(id, newest, area));
    return done({ id, language, timeZone, createdMs: books.createdMs(id), areas, changes });
  }
}
