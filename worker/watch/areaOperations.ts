import { WATCHLIST } from '#shared/plans.ts';
import type { AreaBody, AreaView, NoteBody, WatchlistRight } from '#shared/watch/bodies.ts';
import { newAreaState } from '#shared/watch/watchArea.ts';
import { endMutesWith, reportEnded } from './AreaNotifier.ts';
import type { AreaLine, LogPage, RequestedLines } from './areaLogs.ts';
import { areaView, type LiveArea, type WatchContext } from './engine.ts';
import { shareOfNetwork } from './limits.ts';
import { makeRoom } from './upkeep.ts';
import { includes, rightOf, type StoredArea, type Watchlist } from './watchlists.ts';

export type WatchlistRefusal =
  | 'unknown-watchlist'
  | 'wrong-key'
  | 'owner-only'
  | 'duty-only'
  | 'unknown-area'
  | 'unknown-recipient'
  | 'already-clear'
  | 'no-place'
  | 'unknown-feed'
  | 'too-many-areas'
  | 'unproven-watchlist'
  | 'too-many-recipients'
  | 'too-many-webhooks'
  | 'too-many-tests'
  | 'too-many-watchlists'
  | 'too-many-notes'
  | 'too-many-mutes'
  | 'too-many-settings'
  | 'shard-full';

export type WatchlistResult<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly refusal: WatchlistRefusal };

export function done<Result>(value: Result): WatchlistResult<Result> {
  return { ok: true, value };
}

export function refused(refusal: WatchlistRefusal): WatchlistResult<never> {
  return { ok: false, refusal };
}

/** Runs `work` if the key is one of the watchlist's and grants the required right. Records the visit. */
export function allowed<Result>(
  { ledger, clock }: WatchContext,
  id: string,
  key: string,
  needed: WatchlistRight,
  work: (watchlist: Watchlist, right: WatchlistRight) => WatchlistResult<Result>,
): WatchlistResult<Result> {
  const watchlist = ledger.watchlist(id);
  if (!watchlist) return refused('unknown-watchlist');
  const right = rightOf(key, watchlist);
  if (!right) return refused('wrong-key');
  if (!includes(right, needed)) return refused(needed === 'duty' ? 'duty-only' : 'owner-only');
  ledger.seeWatchlist(id, clock.now());
  return work(watchlist, right);
}

/** Limits misuse until a recipient was reached. */
const MAX_AREAS_UNPROVEN = 1;

export const areaOperations = {
  /** Repeating the same body changes nothing. An edit keeps the level until enough data was read to lower it. */
  putArea(
    watch: WatchContext,
    watchlist: string,
    key: string,
    id: string,
    body: AreaBody,
  ): WatchlistResult<{ readonly created: boolean; readonly area: AreaView }> {
    return allowed(watch, watchlist, key, 'owner', ({ network }) => {
      const { engine, ledger, clock } = watch;
      const before = engine.area(watchlist, id);
      const refusal = before ? undefined : noAreaMore(watch, watchlist, network);
      if (refusal) return refused(refusal);
      if (before && JSON.stringify(before.stored.body) === JSON.stringify(body)) {
        return done({ created: false, area: viewNow(watch, before) });
      }
      const nowMs = clock.now();
      if (!watch.writes.count(watchlist, 'settings', nowMs)) return refused('too-many-settings');
      const { level, change } = before?.stored.state ?? newAreaState();
      const revision = (before?.stored.revision ?? 0) + 1;
      const state = { ...newAreaState(), level, change };
      const storedArea: StoredArea = { watchlist, id, body, revision, replayed: false, state, writtenMs: nowMs };
      ledger.transaction(() => {
        ledger.writeArea(storedArea, nowMs);
        const by = before ? 'edited' : 'created';
        ledger.logs.append(watchlist, id, nowMs, [{ type: 'edited', atMs: nowMs, revision, by }]);
      });
      const area = viewNow(watch, engine.store(storedArea));
      watch.lookSoon();
      return done({ created: !before, area });
    });
  },

  removeArea(watch: WatchContext, watchlist: string, key: string, id: string): WatchlistResult<null> {
    return allowed(watch, watchlist, key, 'owner', (of) => {
      const { engine, ledger, recipients, clock } = watch;
      const area = engine.area(watchlist, id);
      if (!area) return refused('unknown-area');
      const nowMs = clock.now();
      ledger.transaction(() => {
        reportEnded(watch, of, area.stored, nowMs);
        recipients.dropArea(watchlist, id);
        endMutesWith(watch, watchlist, id, nowMs);
        ledger.deleteArea(watchlist, id);
      });
      engine.drop(area.stored);
      watch.sendSoon();
      return done(null);
    });
  },

  lines(
    watch: WatchContext,
    watchlist: string,
    key: string,
    area: string,
    requestedLines: RequestedLines,
  ): WatchlistResult<LogPage> {
    return allowed(watch, watchlist, key, 'view', () =>
      watch.engine.area(watchlist, area)
        ? done(watch.ledger.logs.page(watchlist, area, requestedLines))
        : refused('unknown-area'),
    );
  },

  /** Adds a note to the area's log. An acknowledgement or a handover confirms all current dangers. */
  note(watch: WatchContext, watchlist: string, key: string, area: string, note: NoteBody): WatchlistResult<AreaLine> {
    return allowed(watch, watchlist, key, 'duty', () => {
      const { engine, ledger, recipients, clock } = watch;
      const watched = engine.area(watchlist, area);
      if (!watched) return refused('unknown-area');
      const atMs = clock.now();
      if (!watch.writes.count(watchlist, 'notes', atMs)) return refused('too-many-notes');
      const { kind, name, text } = note;
      const entry = { type: 'note' as const, atMs, name, text, ...(kind === 'note' ? {} : { kind }) };
      const { level } = watched.stored.state;
      ledger.transaction(() => {
        ledger.logs.append(watchlist, area, atMs, [entry]);
        if (kind !== 'note') recipients.confirm(watchlist, area, { level, isBlind: true, decidedMs: atMs }, atMs);
      });
      const line = ledger.logs.lines(watchlist, area, { newest: 1 })[0];
      return line ? done(line) : refused('unknown-area');
    });
  },
};

/** Undefined if the watchlist may have one more area. May end a watchlist that reached nobody to make room. */
function noAreaMore(watch: WatchContext, watchlist: string, network: string): WatchlistRefusal | undefined {
  const { engine, recipients, watchlists, mostAreas } = watch;
  const count = engine.areasOf(watchlist).length;
  if (count >= WATCHLIST.areas) return 'too-many-areas';
  const isProven = recipients.of(watchlist).some(({ state }) => state === 'proven' || state === 'failing');
  if (count >= MAX_AREAS_UNPROVEN && !isProven) return 'unproven-watchlist';
  const share = shareOfNetwork({ occupied: engine.size, most: mostAreas });
  if (share === Number.POSITIVE_INFINITY) return undefined;
  const has = watchlists.areasOfNetwork(network);
  if (has < share) return undefined;
  // A network with areas makes room among its own; one without may evict any that is not in use.
  const isRoom = has === 0 ? makeRoom(watch) : makeRoom(watch, network);
  return isRoom ? undefined : 'shard-full';
}

function viewNow({ engine }: WatchContext, area: LiveArea): AreaView {
  return areaView(area, engine.stateNow(area));
}
