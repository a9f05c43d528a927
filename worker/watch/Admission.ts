import type { Clock } from '#shared/time/Clock.ts';
import type { BookRight } from '#shared/watch/BookView.ts';
import { includes, rightOf } from './book/bookKeys.ts';
import type { Book, WatchLedger } from './book/WatchLedger.ts';
import type { Answer, Refusal } from './WatchCalls.ts';

/** Lets in whoever bears a key of the book. */
export class Admission {
  private readonly ledger: WatchLedger;
  private readonly clock: Clock;

  constructor(ledger: WatchLedger, clock: Clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /** Does the work if the key is one of the book's and gives the right that is needed. The visit is noted. */
  allowed<Result>(
    id: string,
    key: string,
    needed: BookRight,
    work: (book: Book, right: BookRight) => Answer<Result>,
  ): Answer<Result> {
    const book = this.ledger.book(id);
    if (!book) return refused('unknown-book');
    const right = rightOf(key, book);
    if (!right) return refused('wrong-key');
    if (!includes(right, needed)) return refused(needed === 'duty' ? 'duty-only' : 'owner-only');
    this.ledger.seeBook(id, this.clock.now());
    return work(book, right);
  }
}

export function done<Result>(value: Result): Answer<Result> {
  return { ok: true, value };
}

export function refused(refusal: Refusal): Answer<never> {
  return { ok: false, refusal };
}
