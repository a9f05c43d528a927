import { bytesToHex } from '@noble/hashes/utils.js';
import type { BookPatch } from '#shared/watch/BookBody.ts';
import { type Admission, done } from './Admission.ts';
import type { BookLedger, LentKey } from './book/BookLedger.ts';
import type { BookSettings, WatchLedger } from './book/WatchLedger.ts';
import type { Answer } from './WatchCalls.ts';

export interface BookDeskDeps {
  readonly ledger: WatchLedger;
  readonly books: BookLedger;
  readonly admission: Admission;
  readonly random: (bytes: number) => Uint8Array;
}

/** What a book's owner may do with the book itself: its settings, and the keys that are handed out and taken back. */
export class BookDesk {
  private readonly deps: BookDeskDeps;

  constructor(deps: BookDeskDeps) {
    this.deps = deps;
  }

  change(id: string, key: string, patch: BookPatch): Answer<BookSettings> {
    return this.deps.admission.allowed(id, key, 'owner', ({ language, timeZone }) => {
      const settings = { language: patch.language ?? language, timeZone: patch.timeZone ?? timeZone };
      this.deps.books.change(id, settings);
      return done(settings);
    });
  }

  /** Makes a key of this kind. The one before is good no more. */
  lendKey(id: string, key: string, which: LentKey): Answer<string> {
    return this.deps.admission.allowed(id, key, 'owner', () => {
      const lent = bytesToHex(this.deps.random(16));
      this.deps.books.lend(id, which, lent);
      return done(lent);
    });
  }

  takeKeyBack(id: string, key: string, which: LentKey): Answer<null> {
    return this.deps.admission.allowed(id, key, 'owner', () => {
      this.deps.books.lend(id, which, null);
      return done(null);
    });
  }
}
