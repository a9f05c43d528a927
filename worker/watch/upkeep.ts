import { bytesToHex } from '@noble/hashes/utils.js';
import { messageTexts } from '#shared/i18n/serverTexts.ts';
import { languageOf } from '#shared/languages.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { announce, farewells } from './AreaNotifier.ts';
import type { WatchContext } from './engine.ts';
import { canHear, destinationOf, type Recipient } from './recipients.ts';
import type { Watchlist, WatchlistVisit } from './watchlists.ts';

const UNPROVEN_DAYS = 7;
const IDLE_DAYS = 400;
const NOTICE_DAYS = 14;
/** Delivery is attempted for a day and does not count as activity. */
const NOTICE_TRIED_MS = DAY_MS;
const NOTICE_ARRIVES_MS = NOTICE_TRIED_MS + HOUR_MS;

const NOTICE_MS = NOTICE_DAYS * DAY_MS;

export interface WatchlistUse extends Pick<WatchlistVisit, 'id' | 'seenMs' | 'noticedMs'> {
  /** Null if nothing ever arrived. */
  readonly okMs: number | null;
}

/**
 * A watchlist that never reached a recipient ends 7 days after the last visit. Any other ends after 400 days without a
 * visit or a delivery, 14 days after its recipients were notified of that.
 */
export function watchlistFate({ seenMs, okMs, noticedMs }: WatchlistUse, nowMs: number): 'keep' | 'notice' | 'end' {
  if (okMs === null) return nowMs - seenMs >= UNPROVEN_DAYS * DAY_MS ? 'end' : 'keep';
  const isNotice = noticedMs > 0 && okMs >= noticedMs && okMs < noticedMs + NOTICE_ARRIVES_MS;
  const usedMs = Math.max(seenMs, isNotice ? 0 : okMs);
  const idleMs = nowMs - usedMs;
  if (idleMs < IDLE_DAYS * DAY_MS - NOTICE_MS) return 'keep';
  if (noticedMs <= usedMs) return 'notice';
  return idleMs >= IDLE_DAYS * DAY_MS && nowMs - noticedMs >= NOTICE_MS ? 'end' : 'keep';
}

/** The watchlist to delete for a new area: reached nobody, no visit for a day, and of these the longest idle. */
export function findEvictable(watchlists: readonly WatchlistUse[], nowMs: number): string | undefined {
  return watchlists
    .filter(({ okMs, seenMs }) => okMs === null && nowMs - seenMs >= DAY_MS)
    .toSorted((a, b) => a.seenMs - b.seenMs || (a.id < b.id ? -1 : 1))[0]?.id;
}

/** Ends unused watchlists, and notifies recipients of those that will end. */
export function maintainWatchlists(watch: WatchContext): void {
  const nowMs = watch.clock.now();
  const fates = usesOf(watch).map((use) => ({ id: use.id, fate: watchlistFate(use, nowMs) }));
  const ended = fates.filter(({ id, fate }) => fate === 'end' && endWatchlist(watch, id));
  for (const { id, fate } of fates) if (fate === 'notice') announceEnd(watch, id, nowMs);
  if (ended.length > 0) watch.log('info', 'watch.retention', { shard: watch.shard, watchlists: ended.length });
}

/** Ends a watchlist that reached nobody, in `network` if given, to make room. False if there is none. */
export function makeRoom(watch: WatchContext, network?: string): boolean {
  const watching = watch.engine.watchlists;
  const watched = usesOf(watch).filter((use) => watching.has(use.id) && (network ?? use.network) === use.network);
  const id = findEvictable(watched, watch.clock.now());
  return id !== undefined && endWatchlist(watch, id);
}

/** Ends the watchlist with the same effect as a deletion by its owner. False if there is none. */
export function endWatchlist(watch: WatchContext, id: string): boolean {
  const { ledger, recipients, engine, clock } = watch;
  const watchlist = ledger.watchlist(id);
  if (!watchlist) return false;
  const areas = engine.areasOf(id).map(({ stored: storedArea }) => storedArea);
  const jobs = farewells(watch, watchlist, areas, clock.now());
  ledger.transaction(() => {
    recipients.dropWatchlist(id);
    ledger.deleteWatchlist(id);
  });
  for (const area of areas) engine.drop(area);
  watch.sendOnce(jobs);
  return true;
}

function usesOf({ watchlists, recipients }: WatchContext): (WatchlistUse & Pick<Watchlist, 'network'>)[] {
  return watchlists.visits().map((visit) => {
    const arrivals = recipients.of(visit.id).flatMap(({ okMs }) => (okMs === null ? [] : [okMs]));
    return { ...visit, okMs: arrivals.length === 0 ? null : Math.max(...arrivals) };
  });
}

function announceEnd(watch: WatchContext, id: string, nowMs: number): void {
  const { ledger, watchlists, recipients, engine } = watch;
  const watchlist = ledger.watchlist(id);
  if (!watchlist) return;
  const { language, timeZone } = watchlist;
  const date = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long' }).format(nowMs + NOTICE_MS);
  const sentence = messageTexts[languageOf(language)].ending(date);
  const area = engine.areasOf(id)[0]?.stored ?? null;
  ledger.transaction(() => {
    watchlists.noticed(id, nowMs);
    for (const recipient of recipients.of(id).filter(canHear)) {
      announce(watch, { type: 'watch.notice', recipient, watchlist, area, nowMs, sentence, triedMs: NOTICE_TRIED_MS });
    }
  });
}

const RETENTION_DAYS = 30;
const HEARTBEAT_EVERY_MS = 5 * 60_000;
const CHALLENGE_EVERY_MS = 30 * DAY_MS;
const CHALLENGE_AGAIN_MS = DAY_MS;
/** A webhook that stopped echoing still gets alerts for this long. */
const GRACE_MS = 7 * DAY_MS;

/** `lapse`: it has not echoed challenges for too long, and gets nothing else from now on. */
type Upkeep = 'heartbeat' | 'challenge' | 'lapse';

/** Only webhooks need upkeep: push services and Telegram report recipients that are gone. */
export function upkeepOf(recipient: Recipient, nowMs: number): Upkeep[] {
  const { target, state, heartbeat, heartbeatMs, challengedMs, okMs, echoedMs } = recipient;
  if (target.channel !== 'webhook' || okMs === null || state === 'dead') return [];
  const silentMs = nowMs - echoedMs;
  if (silentMs >= CHALLENGE_EVERY_MS + GRACE_MS && state !== 'unproven') return ['lapse'];
  const isDue = silentMs >= CHALLENGE_EVERY_MS && nowMs - challengedMs >= CHALLENGE_AGAIN_MS;
  return [
    ...(heartbeat && state !== 'unproven' && nowMs - heartbeatMs >= HEARTBEAT_EVERY_MS ? (['heartbeat'] as const) : []),
    ...(isDue ? (['challenge'] as const) : []),
  ];
}

export function maintainRecipients(watch: WatchContext): void {
  const nowMs = watch.clock.now();
  watch.ledger.transaction(() => {
    for (const recipient of watch.recipients.all()) maintain(watch, recipient, nowMs);
    watch.testLimits.retain(nowMs);
    watch.deliveries.retain(nowMs, nowMs - RETENTION_DAYS * DAY_MS);
  });
}

function maintain(watch: WatchContext, recipient: Recipient, nowMs: number): void {
  const due = upkeepOf(recipient, nowMs);
  const watchlist = due.length === 0 ? undefined : watch.ledger.watchlist(recipient.watchlist);
  if (!watchlist) return;
  const about = { recipient, watchlist, area: null, nowMs };
  let retained = recipient;
  for (const what of due) {
    if (what === 'heartbeat') {
      announce(watch, { type: 'watch.heartbeat', ...about });
      retained = { ...retained, heartbeatMs: nowMs };
    } else if (what === 'challenge') {
      announce(watch, { type: 'watch.challenge', ...about, challenge: bytesToHex(watch.random(16)) });
      retained = { ...retained, challengedMs: nowMs };
    } else {
      retained = { ...retained, state: 'unproven' };
    }
  }
  watch.recipients.put(retained);
}

/** Stores a recipient after an attempt. If it is now dead, notifies the others and writes to the log. */
export function storeRecipient(watch: WatchContext, after: Recipient, before: Recipient): void {
  const { ledger, recipients, deliveries, engine, clock } = watch;
  const nowMs = clock.now();
  const { watchlist: watchlistId, id } = after;
  const name = after.name || destinationOf(after);
  recipients.put(after);
  if (before.state === 'unproven' && after.state === 'proven') {
    engine.lookAgain(watchlistId);
    if (before.okMs === null) ledger.logRecipient(watchlistId, { atMs: nowMs, name, event: 'heard' });
  }
  if (after.state !== 'dead' || before.state === 'dead') return;
  deliveries.endWaiting(watchlistId, id, 'recipient gone');
  ledger.logRecipient(watchlistId, { atMs: nowMs, name, event: 'dead' });
  const watchlist = ledger.watchlist(watchlistId);
  if (watchlist)
    notifyOthers(watch, watchlist, id, messageTexts[languageOf(watchlist.language)].unreachable(name), nowMs);
}

function notifyOthers(
  watch: WatchContext,
  watchlist: Watchlist,
  deletedId: string,
  sentence: string,
  nowMs: number,
): void {
  for (const recipient of watch.recipients.of(watchlist.id)) {
    if (recipient.id === deletedId || recipient.state !== 'proven') continue;
    announce(watch, { type: 'watch.notice', recipient, watchlist, area: null, nowMs, sentence });
  }
}
