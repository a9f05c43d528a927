import { WATCHLIST } from '#shared/plans.ts';
import type { AreaBody, AreaView, BookRight, NoteBody } from '#shared/watch/bodies.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { endMutesWith, sayEnded } from './AreaNotifier.ts';
import type { AreaLine, LinesAsked, LogPage } from './areaLogs.ts';
import { areaView, type LiveArea, type WatchContext } from './engine.ts';
import { shareOfNetwork } from './limits.ts';
import { makeRoom } from './upkeep.ts';
import { type Book, includes, type KeptArea, rightOf } from './watchlists.ts';

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

/** Bounds misuse until somebody was reached. */
const MAX_AREAS_UNPROVEN = 1;

export const areaOperations = {
  /** The same body again changes nothing. An edit keeps the level until enough was read to lower it. */
  putArea(
    watch: WatchContext,
    book: string,
    key: string,
    id: string,
    body: AreaBody,
  ): BookAnswer<{ readonly created: boolean; readonly area: AreaView }> {
    return allowed(watch, book, key, 'owner', ({ network }) => {
      const { engine, ledger, clock } = watch;
      const before = engine.area(book, id);
      const refusal = before ? undefined : noAreaMore(watch, book, network);
      if (refusal) return refused(refusal);
      if (before && JSON.stringify(before.kept.body) === JSON.stringify(body)) {
        return done({ created: false, area: viewNow(watch, before) });
      }
      const nowMs = clock.now();
      if (!watch.writes.take(book, 'settings', nowMs)) return refused('too-many-settings');
      const { level, change } = before?.kept.state ?? newAreaState();
      const revision = (before?.kept.revision ?? 0) + 1;
      const state = { ...newAreaState(), level, change };
      const kept: KeptArea = { book, id, body, revision, replayed: false, state, writtenMs: nowMs };
      ledger.transaction(() => {
        ledger.writeArea(kept, nowMs);
        const by = before ? 'edited' : 'created';
        ledger.logs.append(book, id, nowMs, [{ type: 'edited', atMs: nowMs, revision, by }]);
      });
      const area = viewNow(watch, engine.keep(kept));
      watch.lookSoon();
      return done({ created: !before, area });
    });
  },

  removeArea(watch: WatchContext, book: string, key: string, id: string): BookAnswer<null> {
    return allowed(watch, book, key, 'owner', (of) => {
      const { engine, ledger, recipients, clock } = watch;
      const area = engine.area(book, id);
      if (!area) return refused('unknown-area');
      const nowMs = clock.now();
      ledger.transaction(() => {
        sayEnded(watch, of, area.kept, nowMs);
        recipients.dropArea(book, id);
        endMutesWith(watch, book, id, nowMs);
        ledger.deleteArea(book, id);
      });
      engine.drop(area.kept);
      watch.sendSoon();
      return done(null);
    });
  },

  lines(watch: WatchContext, book: string, key: string, area: string, asked: LinesAsked): BookAnswer<LogPage> {
    return allowed(watch, book, key, 'view', () =>
      watch.engine.area(book, area) ? done(watch.ledger.logs.page(book, area, asked)) : refused('unknown-area'),
    );
  },

  /** Adds a note to the area's log. An acknowledgement or a takeover confirms all that holds. */
  note(watch: WatchContext, book: string, key: string, area: string, note: NoteBody): BookAnswer<AreaLine> {
    return allowed(watch, book, key, 'duty', () => {
      const { engine, ledger, recipients, clock } = watch;
      const watched = engine.area(book, area);
      if (!watched) return refused('unknown-area');
      const atMs = clock.now();
      if (!watch.writes.take(book, 'notes', atMs)) return refused('too-many-notes');
      const { kind, name, text } = note;
      const entry = { type: 'note' as const, atMs, name, text, ...(kind === 'note' ? {} : { kind }) };
      const { level } = watched.kept.state;
      ledger.transaction(() => {
        ledger.logs.append(book, area, atMs, [entry]);
        if (kind !== 'note') recipients.confirm(book, area, { level, isBlind: true, decidedMs: atMs }, atMs);
      });
      const line = ledger.logs.lines(book, area, { newest: 1 })[0];
      return line ? done(line) : refused('unknown-area');
    });
  },
};

/** Undefined if the book may have one more area. May end a book that reached nobody to make room. */
function noAreaMore(watch: WatchContext, book: string, network: string): BookRefusal | undefined {
  const { engine, recipients, books, mostAreas } = watch;
  const count = engine.areasOf(book).length;
  if (count >= WATCHLIST.areas) return 'too-many-areas';
  const isProven = recipients.of(book).some(({ state }) => state === 'proven' || state === 'failing');
  if (count >= MAX_AREAS_UNPROVEN && !isProven) return 'unproven-book';
  const share = shareOfNetwork({ taken: engine.size, most: mostAreas });
  if (share === Number.POSITIVE_INFINITY) return undefined;
  const has = books.areasOfNetwork(network);
  if (has < share) return undefined;
  // A network with areas makes room among its own; one without may take the place of any that is not in use.
  const isRoom = has === 0 ? makeRoom(watch) : makeRoom(watch, network);
  return isRoom ? undefined : 'shard-full';
}

function viewNow({ engine }: WatchContext, area: LiveArea): AreaView {
  return areaView(area, engine.stateNow(area));
}
