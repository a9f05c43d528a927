import type { BookRight } from '#shared/watch/BookView.ts';
import { includes, rightOf } from '#worker/watch/book/bookKeys.ts';
import type { Book } from '#worker/watch/book/WatchLedger.ts';
import type { WatchContext } from '#worker/watch/WatchEngine.ts';

export type BookRefusal =
  | 'unknown-book'
  | 'wrong-key'
  | 'owner-only'
  | 'duty-only'
  | 'unknown-area'
  | 'unknown-recipient'
  | 'already-clear'
  | 'no-place'
  | 'unknown-feed'
  | 'too-many-areas'
  | 'unproven-book'
  | 'too-many-recipients'
  | 'too-many-webhooks'
  | 'too-many-tests'
  | 'too-many-books'
  | 'too-many-notes'
  | 'too-many-mutes'
  | 'too-many-settings'
  | 'shard-full';

export type BookAnswer<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly refusal: BookRefusal };

export function done<Result>(value: Result): BookAnswer<Result> {
  return { ok: true, value };
}

export function refused(refusal: BookRefusal): BookAnswer<never> {
  return { ok: false, refusal };
}

/** Does the work if the key is one of the book's and gives the right that is needed. Notes the visit. */
export function allowed<Result>(
  { ledger, clock }: WatchContext,
  id: string,
  key: string,
  needed: BookRight,
  work: (book: Book, right: BookRight) => BookAnswer<Result>,
): BookAnswer<Result> {
  const book = ledger.book(id);
  if (!book) return refused('unknown-book');
  const right = rightOf(key, book);
  if (!right) return refused('wrong-key');
  if (!includes(right, needed)) return refused(needed === 'duty' ? 'duty-only' : 'owner-only');
  ledger.seeBook(id, clock.now());
  return work(book, right);
}
