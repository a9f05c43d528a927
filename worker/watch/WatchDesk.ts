import type { Clock } from '#shared/time/Clock.ts';
import type { AreaBody } from '#shared/watch/AreaBody.ts';
import type { AreaView, BookView } from '#shared/watch/BookView.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { areaView } from './areaView.ts';
import { type BookRight, rightOf } from './bookKeys.ts';
import type { LogLine } from './logLine.ts';
import type { Answer, Refusal } from './WatchCalls.ts';
import type { WatchEngine } from './WatchEngine.ts';
import type { WatchedArea } from './WatchedArea.ts';
import type { Book, KeptArea, WatchLedger } from './WatchLedger.ts';

const MAX_AREAS_A_BOOK = 10;
const MAX_AREAS_A_SHARD = 10_000;

export interface WatchDeskDeps {
  readonly ledger: WatchLedger;
  readonly engine: WatchEngine;
  readonly clock: Clock;
}

/** What the bearers of a book's keys may do with it. */
export class WatchDesk {
  private readonly deps: WatchDeskDeps;

  constructor(deps: WatchDeskDeps) {
    this.deps = deps;
  }

  create(book: Book): void {
    this.deps.ledger.addBook(book, this.deps.clock.now());
  }

  remove(book: string, key: string): Answer<null> {
    return this.allowed(book, key, 'owner', () => {
      for (const { kept } of this.deps.engine.areasOf(book)) this.deps.engine.drop(kept);
      this.deps.ledger.transaction(() => this.deps.ledger.deleteBook(book));
      return done(null);
    });
  }

  /** Makes or replaces an area. The same body again changes nothing. An edit keeps the level until enough was read to lower it. */
  putArea(book: string, key: string, id: string, body: AreaBody): Answer<{ created: boolean; area: AreaView }> {
    return this.allowed(book, key, 'owner', () => {
      const { engine, ledger, clock } = this.deps;
      const before = engine.area(book, id);
      if (!before && engine.areasOf(book).length >= MAX_AREAS_A_BOOK) return refused('too-many-areas');
      if (!before && engine.size >= MAX_AREAS_A_SHARD) return refused('shard-full');
      if (before && JSON.stringify(before.kept.body) === JSON.stringify(body)) {
        return done({ created: false, area: this.areaNow(before) });
      }
      const nowMs = clock.now();
      const { level, change } = before?.kept.state ?? newAreaState();
      const revision = (before?.kept.revision ?? 0) + 1;
      const state = { ...newAreaState(), level, change };
      const kept: KeptArea = { book, id, body, revision, replayed: false, state, writtenMs: nowMs };
      ledger.transaction(() => {
        ledger.writeArea(kept, nowMs);
        ledger.log(book, id, nowMs, [{ type: 'edited', atMs: nowMs, revision, by: before ? 'edited' : 'created' }]);
      });
      return done({ created: !before, area: this.areaNow(engine.keep(kept)) });
    });
  }

  removeArea(book: string, key: string, id: string): Answer<null> {
    return this.allowed(book, key, 'owner', () => {
      const area = this.deps.engine.area(book, id);
      if (!area) return refused('unknown-area');
      this.deps.ledger.transaction(() => this.deps.ledger.deleteArea(book, id));
      this.deps.engine.drop(area.kept);
      return done(null);
    });
  }

  view(id: string, key: string): Answer<BookView> {
    return this.allowed(id, key, 'view', (book) => {
      const { engine, clock } = this.deps;
      const areas = engine.areasOf(id).map((area) => this.areaNow(area));
      const { language, timeZone } = book;
      const feed = { heardAt: engine.heardAtMs, serverTime: clock.now() };
      return done({ id, language, timeZone, areas, feed });
    });
  }

  lines(book: string, key: string, area: string, newest: number): Answer<readonly LogLine[]> {
    return this.allowed(book, key, 'view', () =>
      this.deps.engine.area(book, area)
        ? done(this.deps.ledger.lines(book, area, { newest }))
        : refused('unknown-area'),
    );
  }

  /** Adds who saw what, in their words, to the area's log. */
  note(book: string, key: string, area: string, name: string, text: string): Answer<LogLine> {
    return this.allowed(book, key, 'owner', () => {
      const { engine, ledger, clock } = this.deps;
      if (!engine.area(book, area)) return refused('unknown-area');
      const atMs = clock.now();
      ledger.transaction(() => ledger.log(book, area, atMs, [{ type: 'note', atMs, name, text }]));
      const line = ledger.lines(book, area, { newest: 1 })[0];
      return line ? done(line) : refused('unknown-area');
    });
  }

  private areaNow(area: WatchedArea): AreaView {
    return areaView(area.kept, area.rules, this.deps.engine.stateNow(area));
  }

  private allowed<Result>(
    id: string,
    key: string,
    needed: BookRight,
    work: (book: Book) => Answer<Result>,
  ): Answer<Result> {
    const book = this.deps.ledger.book(id);
    if (!book) return refused('unknown-book');
    const right = rightOf(key, book);
    if (!right) return refused('wrong-key');
    if (needed === 'owner' && right !== 'owner') return refused('owner-only');
    this.deps.ledger.seeBook(id, this.deps.clock.now());
    return work(book);
  }
}

function done<Result>(value: Result): Answer<Result> {
  return { ok: true, value };
}

function refused(refusal: Refusal): Answer<never> {
  return { ok: false, refusal };
}
