import type { BookPatch } from '#shared/watch/BookBody.ts';
import { type Admission, done, refused } from './Admission.ts';
import type { BookKey, BookLedger, LentKey } from './book/BookLedger.ts';
import { newKey } from './book/bookKeys.ts';
import type { BookWrites } from './book/bookWrites.ts';
import type { BookSettings, WatchLedger } from './book/WatchLedger.ts';
import type { Answer } from './WatchCalls.ts';

export interface BookDeskDeps {
  readonly ledger: WatchLedger;
  readonly books: BookLedger;
  readonly admission: Admission;
  readonly writes: Pick<BookWrites, 'take'>;
  readonly random: (bytes: number) => Uint8Array;
}

/** What a book's owner may do with the book itself: its settings, and its keys. */
export class BookDesk {
  private readonly deps: BookDeskDeps;

  constructor(deps: BookDeskDeps) {
    this.deps = deps;
  }

  change(id: string, key: string, patch: BookPatch): Answer<BookSettings> {
    return this.deps.admission.allowed(id, key, 'owner', ({ language, timeZone }) => {
      if (!this.deps.writes.take(id, 'settings')) return refused('too-many-settings');
      const settings = { language: patch.language ?? language, timeZone: patch.timeZone ?? timeZone };
      this.deps.books.change(id, settings);
      return done(settings);
    });
  }

  /** Makes a key of this kind, or takes the caller's own. The one before is good no more, be it the key of this call. */
  newKey(id: string, key: string, which: BookKey, own?: string): Answer<string> {
    return this.deps.admission.allowed(id, key, 'owner', () => {
      if (!this.deps.writes.take(id, 'settings')) return refused('too-many-settings');
      const made = own ?? newKey(this.deps.random);
      this.deps.books.setKey(id, which, made);
      return done(made);
    });
  }

  takeKeyBack(id: string, key: string, which: LentKey): Answer<null> {
    return this.deps.admission.allowed(id, key, 'owner', () => {
      this.deps.books.takeKeyBack(id, which);
      return done(null);
    });
  }
}
