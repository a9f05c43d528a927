import type { Clock } from '#shared/time/Clock.ts';
import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { AreaView, BookView } from '#shared/watch/BookView.ts';
import type { NoteBody } from '#shared/watch/NoteBody.ts';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { type Admission, done, refused } from './Admission.ts';
import { areaView } from './areaView.ts';
import type { BookUpkeep } from './BookUpkeep.ts';
import type { LinesAsked, LogPage } from './book/AreaLogs.ts';
import type { BookLedger } from './book/BookLedger.ts';
import type { BookWrites } from './book/bookWrites.ts';
import type { LogLine } from './book/logLine.ts';
import type { Pseudonyms } from './book/Pseudonyms.ts';
import { shareOfNetwork } from './book/shares.ts';
import type { Book, KeptArea, WatchLedger } from './book/WatchLedger.ts';
import type { Recipients } from './deliver/Recipients.ts';
import type { Answer, NewBook } from './WatchCalls.ts';
import type { WatchEngine } from './WatchEngine.ts';
import type { WatchedArea } from './WatchedArea.ts';

const MAX_AREAS_A_BOOK = 10;
/** Until somebody was reached, a book may be anybody's play. */
const MAX_AREAS_UNPROVEN = 1;
/** What one object can judge in time. */
export const MAX_AREAS_A_SHARD = 10_000;

export interface WatchDeskDeps {
  readonly ledger: WatchLedger;
  readonly books: Pick<BookLedger, 'madeToday' | 'countMade' | 'areasOfNetwork'>;
  readonly engine: WatchEngine;
  readonly admission: Admission;
  readonly writes: Pick<BookWrites, 'take'>;
  readonly clock: Clock;
  readonly recipients: Pick<Recipients, 'of' | 'confirm'>;
  /** What the owner is told of them; reads the newest message of each. */
  readonly recipientViews: (book: string) => RecipientView[];
  /** Called inside the transaction that ends an area. */
  readonly onEnded: (book: Book, area: KeptArea) => void;
  readonly upkeep: Pick<BookUpkeep, 'end' | 'makeRoom'>;
  readonly pseudonyms: Pick<Pseudonyms, 'of'>;
  readonly booksADay: number;
  /** How many areas the object may watch. */
  readonly mostAreas: number;
}

/** What the bearers of a book's keys may do with it. */
export class WatchDesk {
  private readonly deps: WatchDeskDeps;

  constructor(deps: WatchDeskDeps) {
    this.deps = deps;
  }

  create(book: NewBook, network: string): Answer<null> {
    const { ledger, books, pseudonyms, clock, booksADay } = this.deps;
    const nowMs = clock.now();
    const name = pseudonyms.of(network);
    const made = books.madeToday(name, nowMs);
    if (made.ofNetwork >= shareOfNetwork({ taken: made.all, most: booksADay })) return refused('too-many-books');
    ledger.transaction(() => {
      ledger.addBook({ ...book, network: name }, nowMs);
      books.countMade(name, nowMs);
    });
    return done(null);
  }

  remove(book: string, key: string): Answer<null> {
    return this.deps.admission.allowed(book, key, 'owner', (of) => {
      this.deps.upkeep.end(of);
      return done(null);
    });
  }

  /** Makes or replaces an area. The same body again changes nothing. An edit keeps the level until enough was read to lower it. */
  putArea(book: string, key: string, id: string, body: AreaBody): Answer<{ created: boolean; area: AreaView }> {
    return this.deps.admission.allowed(book, key, 'owner', ({ network }) => {
      const { engine, ledger, clock } = this.deps;
      const before = engine.area(book, id);
      const count = engine.areasOf(book).length;
      if (!before && count >= MAX_AREAS_A_BOOK) return refused('too-many-areas');
      const isProven = this.deps.recipients.of(book).some(({ state }) => state === 'proven' || state === 'failing');
      if (!before && count >= MAX_AREAS_UNPROVEN && !isProven) return refused('unproven-book');
      if (!before && !this.hasRoomFor(network)) return refused('shard-full');
      if (before && JSON.stringify(before.kept.body) === JSON.stringify(body)) {
        return done({ created: false, area: this.areaNow(before) });
      }
      if (!this.deps.writes.take(book, 'settings')) return refused('too-many-settings');
      const nowMs = clock.now();
      const { level, change } = before?.kept.state ?? newAreaState();
      const revision = (before?.kept.revision ?? 0) + 1;
      const state = { ...newAreaState(), level, change };
      const kept: KeptArea = { book, id, body, revision, replayed: false, state, writtenMs: nowMs };
      ledger.transaction(() => {
        ledger.writeArea(kept, nowMs);
        ledger.logs.append(book, id, nowMs, [
          { type: 'edited', atMs: nowMs, revision, by: before ? 'edited' : 'created' },
        ]);
      });
      return done({ created: !before, area: this.areaNow(engine.keep(kept)) });
    });
  }

  removeArea(book: string, key: string, id: string): Answer<null> {
    return this.deps.admission.allowed(book, key, 'owner', (of) => {
      const area = this.deps.engine.area(book, id);
      if (!area) return refused('unknown-area');
      this.deps.ledger.transaction(() => {
        this.deps.onEnded(of, area.kept);
        this.deps.ledger.deleteArea(book, id);
      });
      this.deps.engine.drop(area.kept);
      return done(null);
    });
  }

  view(id: string, key: string): Answer<BookView> {
    return this.deps.admission.allowed(id, key, 'view', (book, right) => {
      const { engine, clock } = this.deps;
      const recipients = this.deps.recipients.of(id);
      const told = { working: recipients.filter(({ state }) => state === 'proven').length, total: recipients.length };
      const areas = engine.areasOf(id).map((area) => this.areaNow(area));
      const { language, timeZone } = book;
      const feed = { heardAt: engine.heardAtMs, serverTime: clock.now() };
      return done({
        id,
        language,
        timeZone,
        right,
        areas,
        feed,
        told,
        ...(right === 'owner' ? { recipients: this.deps.recipientViews(id), lent: lentBy(book) } : {}),
      });
    });
  }

  lines(book: string, key: string, area: string, asked: LinesAsked): Answer<LogPage> {
    return this.deps.admission.allowed(book, key, 'view', () =>
      this.deps.engine.area(book, area) ? done(this.deps.ledger.logs.page(book, area, asked)) : refused('unknown-area'),
    );
  }

  /** Adds who saw what, in their words, to the area's log. Who acknowledges, or takes over, confirms all that is so. */
  note(book: string, key: string, area: string, { kind, name, text }: NoteBody): Answer<LogLine> {
    return this.deps.admission.allowed(book, key, 'duty', () => {
      const { engine, ledger, clock } = this.deps;
      const watched = engine.area(book, area);
      if (!watched) return refused('unknown-area');
      if (!this.deps.writes.take(book, 'notes')) return refused('too-many-notes');
      const atMs = clock.now();
      const entry = { type: 'note' as const, atMs, name, text, ...(kind === 'note' ? {} : { kind }) };
      const { level } = watched.kept.state;
      ledger.transaction(() => {
        ledger.logs.append(book, area, atMs, [entry]);
        if (kind !== 'note') this.deps.recipients.confirm(book, area, { level, isBlind: true, decidedMs: atMs }, atMs);
      });
      const line = ledger.logs.lines(book, area, { newest: 1 })[0];
      return line ? done(line) : refused('unknown-area');
    });
  }

  /** Whether a network may have one area more; a book that reached nobody may end for it. */
  private hasRoomFor(network: string): boolean {
    const { engine, books, upkeep, mostAreas } = this.deps;
    const share = shareOfNetwork({ taken: engine.size, most: mostAreas });
    if (share === Number.POSITIVE_INFINITY) return true;
    const has = books.areasOfNetwork(network);
    if (has < share) return true;
    // Who has an area already makes room among its own; who has none may take the place of any that is not in use.
    return has === 0 ? upkeep.makeRoom() : upkeep.makeRoom(network);
  }

  private areaNow(area: WatchedArea): AreaView {
    return areaView(area.kept, area.rules, this.deps.engine.stateNow(area));
  }
}

/** Which keys the book's owner has handed out. */
function lentBy({ dutyHash, feedHash }: Book): { duty: boolean; feed: boolean } {
  return { duty: typeof dutyHash === 'string', feed: typeof feedHash === 'string' };
}
