import type { BookPatch } from '#shared/watch/BookBody.ts';
import type { BookRight, BookView } from '#shared/watch/BookView.ts';
import type { BookKey, LentKey } from '#worker/watch/book/BookLedger.ts';
import { newBookKey } from '#worker/watch/book/bookKeys.ts';
import { pseudonymOf, shareOfNetwork } from '#worker/watch/book/networkShare.ts';
import type { Book, KeptSettings } from '#worker/watch/book/WatchLedger.ts';
import { endBook } from '#worker/watch/bookUpkeep.ts';
import { type BookChanges, toldChanges } from '#worker/watch/feeds/BookChanges.ts';
import { areaView } from '#worker/watch/LiveArea.ts';
import type { WatchContext } from '#worker/watch/WatchEngine.ts';
import { allowed, type BookAnswer, done, refused } from './bookAnswer.ts';
import { viewOfRecipient } from './recipientOperations.ts';

const MAX_CHANGES = 100;
/** Of one area, so that a message of a long danger finds those that it refers to. */
const MAX_CHANGES_OF_AREA = 400;

type NewBook = Omit<Book, 'network'>;

export const bookOperations = {
  /** @param network the wide network of the caller; '' if unknown */
  create(watch: WatchContext, book: NewBook, network: string): BookAnswer<null> {
    const { ledger, books, clock, config } = watch;
    const nowMs = clock.now();
    const name = pseudonymOf(watch, network);
    const made = books.madeToday(name, nowMs);
    if (made.ofNetwork >= shareOfNetwork({ taken: made.all, most: config.watchDailyCap })) {
      return refused('too-many-books');
    }
    ledger.transaction(() => {
      ledger.addBook({ ...book, network: name }, nowMs);
      books.countMade(name, nowMs);
    });
    return done(null);
  },

  /** Whether the key gives the right. */
  may(watch: WatchContext, book: string, key: string, needed: BookRight): BookAnswer<null> {
    return allowed(watch, book, key, needed, () => done(null));
  },

  remove(watch: WatchContext, book: string, key: string): BookAnswer<null> {
    return allowed(watch, book, key, 'owner', () => {
      endBook(watch, book);
      return done(null);
    });
  },

  view(watch: WatchContext, id: string, key: string): BookAnswer<BookView> {
    return allowed(watch, id, key, 'view', ({ language, timeZone, dutyHash, feedHash }, right) => {
      const { engine, clock } = watch;
      const recipients = watch.recipients.of(id);
      const ofOwner = () => ({
        recipients: recipients.map((recipient) => viewOfRecipient(watch, recipient)),
        lent: { duty: typeof dutyHash === 'string', feed: typeof feedHash === 'string' },
      });
      return done({
        id,
        language,
        timeZone,
        right,
        areas: engine.areasOf(id).map((area) => areaView(area, engine.stateNow(area))),
        feed: { heardAt: engine.heardAtMs, serverTime: clock.now() },
        told: { working: recipients.filter(({ state }) => state === 'proven').length, total: recipients.length },
        ...(right === 'owner' ? ofOwner() : {}),
      });
    });
  },

  change(watch: WatchContext, id: string, key: string, patch: BookPatch): BookAnswer<KeptSettings> {
    return allowed(watch, id, key, 'owner', ({ language, timeZone }) => {
      if (!watch.writes.take(id, 'settings', watch.clock.now())) return refused('too-many-settings');
      const settings = { language: patch.language ?? language, timeZone: patch.timeZone ?? timeZone };
      watch.books.change(id, settings);
      return done(settings);
    });
  },

  /** Makes a key, or takes the caller's own. The one before is void, even if it is the key of this call. */
  newKey(watch: WatchContext, id: string, key: string, which: BookKey, own?: string): BookAnswer<string> {
    return allowed(watch, id, key, 'owner', () => {
      if (!watch.writes.take(id, 'settings', watch.clock.now())) return refused('too-many-settings');
      const made = own ?? newBookKey(watch.random);
      watch.books.setKey(id, which, made);
      return done(made);
    });
  },

  takeKeyBack(watch: WatchContext, id: string, key: string, which: LentKey): BookAnswer<null> {
    return allowed(watch, id, key, 'owner', () => {
      watch.books.takeKeyBack(id, which);
      return done(null);
    });
  },

  /** The content of a book's feeds: the newest changes, of one area or of all. A reader's call is a visit. */
  feed(watch: WatchContext, id: string, feedKey: string, ofArea?: string): BookAnswer<BookChanges> {
    const { ledger, books, engine, clock } = watch;
    const book = ledger.book(id);
    if (!book || !books.isLent(id, 'feed', feedKey)) return refused('unknown-feed');
    ledger.seeBook(id, clock.now());
    const { language, timeZone } = book;
    const areas = engine.areasOf(id).map(({ kept: { id: area, body } }) => {
      const { name, shape, ringsKm } = body;
      return { id: area, name, shape, ringsKm };
    });
    const most = ofArea === undefined ? MAX_CHANGES : MAX_CHANGES_OF_AREA;
    const changes = toldChanges(books.toldChanges(id, most, ofArea));
    return done({ id, language, timeZone, createdMs: books.createdMs(id), areas, changes });
  },
};
