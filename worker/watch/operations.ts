import { bytesToHex } from '@noble/hashes/utils.js';
import { chatTexts, messageTexts } from '#shared/i18n/serverTexts.ts';
import { languageOf } from '#shared/languages.ts';
import { WATCHLIST } from '#shared/plans.ts';
import type {
  DeliveryView,
  MuteBody,
  RecipientBody,
  RecipientView,
  WatchlistPatch,
  WatchlistRight,
  WatchlistView,
} from '#shared/watch/bodies.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { announce, beginMute, endMute } from './AreaNotifier.ts';
import { allowed, areaOperations, done, refused, type WatchlistResult } from './areaOperations.ts';
import { afterReceipt, deliveryView, recipientView } from './delivery.ts';
import { areaView, type WatchContext } from './engine.ts';
import { notifiedChanges, type WatchlistChanges } from './feeds.ts';
import { domainOfHook, MOST_OF_NETWORK, mayTry, pseudonymOf, shareOfNetwork, type Try, triedDomain } from './limits.ts';
import { timeOfDay } from './messages.ts';
import { type Recipient, recipientOfBody } from './recipients.ts';
import { endWatchlist } from './upkeep.ts';
import {
  type DelegatedKey,
  newWatchlistKey,
  type StoredSettings,
  shardOf,
  type Watchlist,
  type WatchlistKey,
} from './watchlists.ts';

const MAX_WEBHOOKS = 3;
const MAX_DELIVERIES = 200;
const START_LIFE_MS = 15 * 60_000;

const recipientOperations = {
  /**
   * Creates or changes a recipient. Repeating the same body changes nothing. A new address must prove itself, and the
   * previous one loses all rights: its links, receipts and pending responses are ignored. A webhook's secret and a
   * chat's start link are returned until it has proved itself, so that a lost response can be requested again. `origin`
   * is the site's, for links. Without `isTried` the recipient is stored, but not challenged.
   */
  putRecipient(
    watch: WatchContext,
    watchlistId: string,
    key: string,
    id: string,
    body: RecipientBody,
    origin: string,
    isTried = true,
  ): WatchlistResult<{ readonly created: boolean; readonly recipient: RecipientView }> {
    return allowed(watch, watchlistId, key, 'owner', (watchlist) => {
      const { recipients, ledger, clock, random } = watch;
      const before = recipients.get(watchlistId, id);
      const others = recipients.of(watchlistId).filter((other) => other.id !== id);
      if (others.length >= WATCHLIST.recipients) return refused('too-many-recipients');
      const hooks = others.filter(({ target }) => target.channel === 'webhook');
      if (body.channel === 'webhook' && hooks.length >= MAX_WEBHOOKS) return refused('too-many-webhooks');
      const after = recipientOfBody({ watchlist: watchlistId, id, body, before, origin, random });
      if (!after) return refused('no-place');
      const nowMs = clock.now();
      if (!watch.writes.count(watchlistId, 'settings', nowMs)) return refused('too-many-settings');
      const isNew = !before || JSON.stringify(before.target) !== JSON.stringify(after.target);
      const startUrl = ledger.transaction(() => {
        if (before && isNew) leave(watch, before, nowMs);
        recipients.put(after);
        if (!before)
          ledger.logRecipient(watchlistId, { atMs: nowMs, name: after.name, event: 'added', ...waitOf(after) });
        return prove(watch, watchlist, after, isNew && isTried, nowMs);
      });
      watch.engine.lookAgain(watchlistId);
      watch.sendSoon();
      watch.lookSoon();
      const recipient = { ...viewOfRecipient(watch, after), ...secretOf(after), ...startUrl };
      return done({ created: !before, recipient });
    });
  },

  removeRecipient(watch: WatchContext, watchlistId: string, key: string, id: string): WatchlistResult<null> {
    return owned(watch, watchlistId, key, id, ({ name }) => {
      watch.ledger.transaction(() => {
        watch.recipients.drop(watchlistId, id);
        watch.ledger.logRecipient(watchlistId, { atMs: watch.clock.now(), name, event: 'removed' });
      });
      return done(null);
    });
  },

  /** Sends a test, or a challenge to a webhook that never echoed one. */
  testRecipient(watch: WatchContext, watchlistId: string, key: string, id: string): WatchlistResult<null> {
    return owned(watch, watchlistId, key, id, (recipient, watchlist) => {
      const nowMs = watch.clock.now();
      if (hasTriedOften(watch, recipient, watchlist, nowMs)) return refused('too-many-tests');
      const isChallenge = recipient.target.channel === 'webhook' && recipient.okMs === null;
      watch.ledger.transaction(() => {
        if (isChallenge) return challenge(watch, watchlist, recipient, nowMs);
        announce(watch, { type: 'watch.test', recipient, watchlist, area: null, nowMs });
        watch.testLimits.add(tryOf(recipient, watchlist), nowMs);
      });
      watch.sendSoon();
      return done(null);
    });
  },

  drill(watch: WatchContext, watchlistId: string, key: string, area: string): WatchlistResult<null> {
    return allowed(watch, watchlistId, key, 'owner', (watchlist) => {
      const watched = watch.engine.area(watchlistId, area);
      if (!watched) return refused('unknown-area');
      const nowMs = watch.clock.now();
      const recipients = watch.recipients.of(watchlistId).filter(({ state }) => state !== 'dead');
      if (recipients.some((recipient) => hasTriedOften(watch, recipient, watchlist, nowMs)))
        return refused('too-many-tests');
      watch.ledger.transaction(() => {
        for (const recipient of recipients) {
          announce(watch, { type: 'watch.test', recipient, watchlist, area: watched.stored, nowMs, isDrill: true });
          watch.testLimits.add(tryOf(recipient, watchlist), nowMs);
        }
        const entry = { type: 'recipient', atMs: nowMs, name: '', event: 'drill' } as const;
        watch.ledger.logs.append(watchlistId, area, nowMs, [entry]);
      });
      watch.sendSoon();
      return done(null);
    });
  },

  /** Domains of the webhooks that a request would contact: a recipient's, a new address's, or all for a drill. */
  domainsTried(
    watch: WatchContext,
    watchlistId: string,
    key: string,
    { id, url }: { readonly id?: string; readonly url?: string | undefined },
  ): string[] {
    const response = allowed(watch, watchlistId, key, 'owner', () => {
      // A drill skips dead recipients; a test by id does not.
      const recipients = watch.recipients.of(watchlistId).filter((one) => (id ? one.id === id : one.state !== 'dead'));
      const hooks = recipients.flatMap(({ target }) => (target.channel === 'webhook' ? [target.url] : []));
      if (url === undefined) return done(hooks.map(domainOfHook));
      return done(hooks.includes(url) ? [] : [domainOfHook(url)]);
    });
    return response.ok ? response.value : [];
  },

  /** Counts a test at a domain that this object counts for all; false if the network reached its limit for the hour. */
  countTry(watch: WatchContext, domain: string, network: string): boolean {
    return watch.testLimits.countOf(pseudonymOf(watch, network), domain, MOST_OF_NETWORK, watch.clock.now());
  },

  deliveries(watch: WatchContext, watchlistId: string, key: string): WatchlistResult<DeliveryView[]> {
    return allowed(watch, watchlistId, key, 'owner', () =>
      done(watch.deliveries.newest(watchlistId, MAX_DELIVERIES).map(deliveryView)),
    );
  },
};

function viewOfRecipient({ deliveries, clock }: WatchContext, recipient: Recipient): RecipientView {
  return recipientView(recipient, deliveries.newest(recipient.watchlist, 1, recipient.id)[0], clock.now());
}

/** Requests the proof: a webhook is challenged, a chat gets a link that is valid once. */
function prove(watch: WatchContext, watchlist: Watchlist, after: Recipient, isTried: boolean, nowMs: number) {
  const { recipients, random, config } = watch;
  if (after.state !== 'unproven') return {};
  const { target } = after;
  if (target.channel === 'webhook' && isTried && !hasTriedOften(watch, after, watchlist, nowMs)) {
    challenge(watch, watchlist, after, nowMs);
  }
  if (target.channel !== 'telegram' || target.chatId !== null || !config.watchBot) return {};
  const token = shardOf(after.watchlist) + bytesToHex(random(16)).slice(1);
  recipients.addVerification(hashOf(token), { watchlist: after.watchlist, recipient: after.id }, nowMs + START_LIFE_MS);
  return { startUrl: `https://t.me/${config.watchBot.name}?start=${token}` };
}

/** An unproven browser gets alerts; an unproven chat or webhook does not. */
function waitOf({ target }: Recipient): { readonly waitsFor?: 'start' | 'challenge' } {
  if (target.channel === 'push') return {};
  return { waitsFor: target.channel === 'telegram' ? 'start' : 'challenge' };
}

function challenge(watch: WatchContext, watchlist: Watchlist, recipient: Recipient, nowMs: number): void {
  const text = bytesToHex(watch.random(16));
  announce(watch, { type: 'watch.challenge', recipient, watchlist, area: null, nowMs, challenge: text });
  watch.testLimits.add(tryOf(recipient, watchlist), nowMs);
  watch.recipients.put({ ...recipient, challengedMs: nowMs });
}

function hasTriedOften(
  { testLimits: attempts }: WatchContext,
  recipient: Recipient,
  watchlist: Watchlist,
  nowMs: number,
): boolean {
  const next = tryOf(recipient, watchlist);
  return !mayTry(next, attempts.lately(next, nowMs));
}

function tryOf(recipient: Recipient, { network }: Watchlist): Try {
  return { watchlist: recipient.watchlist, recipient: recipient.id, network, domain: triedDomain(recipient) };
}

/** Resets the recipient for a new address. Call inside a transaction. */
function leave(watch: WatchContext, { watchlist, id, name, mutedUntilMs }: Recipient, nowMs: number): void {
  watch.deliveries.endWaiting(watchlist, id, 'replaced');
  watch.recipients.leave(watchlist, id);
  if (mutedUntilMs > nowMs) watch.ledger.logRecipient(watchlist, { atMs: nowMs, name, event: 'unmuted' });
}

function owned<Result>(
  watch: WatchContext,
  watchlistId: string,
  key: string,
  id: string,
  work: (recipient: Recipient, watchlist: Watchlist) => WatchlistResult<Result>,
): WatchlistResult<Result> {
  return allowed(watch, watchlistId, key, 'owner', (watchlist) => {
    const recipient = watch.recipients.get(watchlistId, id);
    return recipient ? work(recipient, watchlist) : refused('unknown-recipient');
  });
}

function secretOf({ target, state }: Recipient): { secret?: string } {
  return target.channel === 'webhook' && state === 'unproven' ? { secret: target.secret } : {};
}

const MAX_CHANGES = 100;
/** For one area, so that a message about a long danger finds the changes that it refers to. */
const MAX_CHANGES_OF_AREA = 400;

type NewWatchlist = Omit<Watchlist, 'network'>;

const watchlistOperations = {
  /** @param network the wide network of the caller; '' if unknown */
  create(watch: WatchContext, watchlist: NewWatchlist, network: string): WatchlistResult<null> {
    const { ledger, watchlists, clock, config } = watch;
    const nowMs = clock.now();
    const name = pseudonymOf(watch, network);
    const created = watchlists.createdToday(name, nowMs);
    if (created.ofNetwork >= shareOfNetwork({ occupied: created.all, most: config.watchDailyCap })) {
      return refused('too-many-watchlists');
    }
    ledger.transaction(() => {
      ledger.addWatchlist({ ...watchlist, network: name }, nowMs);
      watchlists.countCreated(name, nowMs);
    });
    return done(null);
  },

  /** Checks that the key grants the right. */
  may(watch: WatchContext, watchlist: string, key: string, needed: WatchlistRight): WatchlistResult<null> {
    return allowed(watch, watchlist, key, needed, () => done(null));
  },

  remove(watch: WatchContext, watchlist: string, key: string): WatchlistResult<null> {
    return allowed(watch, watchlist, key, 'owner', () => {
      endWatchlist(watch, watchlist);
      return done(null);
    });
  },

  view(watch: WatchContext, id: string, key: string): WatchlistResult<WatchlistView> {
    return allowed(watch, id, key, 'view', ({ language, timeZone, dutyHash, feedHash }, right) => {
      const { engine, clock } = watch;
      const recipients = watch.recipients.of(id);
      const ofOwner = () => ({
        recipients: recipients.map((recipient) => viewOfRecipient(watch, recipient)),
        delegatedKeys: { duty: typeof dutyHash === 'string', feed: typeof feedHash === 'string' },
      });
      return done({
        id,
        language,
        timeZone,
        right,
        areas: engine.areasOf(id).map((area) => areaView(area, engine.stateNow(area))),
        feed: { receivedAt: engine.receivedAtMs, serverTime: clock.now() },
        recipientSummary: {
          working: recipients.filter(({ state }) => state === 'proven').length,
          total: recipients.length,
        },
        ...(right === 'owner' ? ofOwner() : {}),
      });
    });
  },

  change(watch: WatchContext, id: string, key: string, patch: WatchlistPatch): WatchlistResult<StoredSettings> {
    return allowed(watch, id, key, 'owner', ({ language, timeZone }) => {
      if (!watch.writes.count(id, 'settings', watch.clock.now())) return refused('too-many-settings');
      const settings = { language: patch.language ?? language, timeZone: patch.timeZone ?? timeZone };
      watch.watchlists.change(id, settings);
      return done(settings);
    });
  },

  /** Creates a key, or sets the caller's own. The previous one becomes invalid, even if this call used it. */
  newKey(watch: WatchContext, id: string, key: string, which: WatchlistKey, own?: string): WatchlistResult<string> {
    return allowed(watch, id, key, 'owner', () => {
      if (!watch.writes.count(id, 'settings', watch.clock.now())) return refused('too-many-settings');
      const created = own ?? newWatchlistKey(watch.random);
      watch.watchlists.setKey(id, which, created);
      return done(created);
    });
  },

  revokeKey(watch: WatchContext, id: string, key: string, which: DelegatedKey): WatchlistResult<null> {
    return allowed(watch, id, key, 'owner', () => {
      watch.watchlists.revokeKey(id, which);
      return done(null);
    });
  },

  /** The content of a watchlist's feeds: the newest changes, of one area or of all. A reader's call is a visit. */
  feed(watch: WatchContext, id: string, feedKey: string, ofArea?: string): WatchlistResult<WatchlistChanges> {
    const { ledger, watchlists, engine, clock } = watch;
    const watchlist = ledger.watchlist(id);
    if (!watchlist || !watchlists.isDelegated(id, 'feed', feedKey)) return refused('unknown-feed');
    ledger.seeWatchlist(id, clock.now());
    const { language, timeZone } = watchlist;
    const areas = engine.areasOf(id).map(({ stored: { id: area, body } }) => {
      const { name, shape, ringsKm } = body;
      return { id: area, name, shape, ringsKm };
    });
    const most = ofArea === undefined ? MAX_CHANGES : MAX_CHANGES_OF_AREA;
    const changes = notifiedChanges(watchlists.notifiedChanges(id, most, ofArea));
    return done({ id, language, timeZone, createdMs: watchlists.createdMs(id), areas, changes });
  },
};

/** A message to the bot. */
export interface ChatMessage {
  readonly chatId: number;
  readonly command: 'start' | 'stop' | 'areas' | 'seen' | 'test' | 'moved';
  /** For `start`: the token of the link that opened the chat. */
  readonly token?: string;
  /** For `moved`: the chat's new id. */
  readonly movedTo?: number;
}

/** Operations of recipients, without a key of the watchlist. */
const ownOperations = {
  /** Checks that the key is the owner's, or the one in the recipient's own messages. */
  mayMute(watch: WatchContext, watchlist: string, key: string, id: string): WatchlistResult<null> {
    return ofRecipient(watch, watchlist, key, id, () => done(null));
  },

  /** Accepts the same keys as `mayMute`. */
  muteRecipient(
    watch: WatchContext,
    watchlist: string,
    key: string,
    id: string,
    mute: MuteBody,
  ): WatchlistResult<RecipientView> {
    return ofRecipient(watch, watchlist, key, id, (of, recipient) => muteOne(watch, of, recipient, mute));
  },

  /** Records that a message arrived. False if the token is unknown or was used before. */
  receipt(watch: WatchContext, token: string): boolean {
    const { deliveries, recipients, ledger, clock } = watch;
    const delivery = deliveries.byReceipt(hashOf(token));
    const recipient = delivery && recipients.get(delivery.watchlist, delivery.recipient);
    if (!recipient || delivery.confirmedMs !== null) return false;
    const nowMs = clock.now();
    ledger.transaction(() => {
      const { watchlist, area, summary, decidedMs } = delivery;
      deliveries.write(afterReceipt(delivery, nowMs));
      recipients.put({ ...recipient, okMs: nowMs, state: 'proven', failures: 0 });
      const isDataLost = summary.type === 'watch.data-lost';
      recipients.confirm(watchlist, area, { level: summary.level, isBlind: isDataLost, decidedMs }, nowMs);
    });
    return true;
  },

  /** The reply to a chat's message, in the watchlist's language; null if there is none. */
  chat(watch: WatchContext, message: ChatMessage): string | null {
    if (message.command === 'moved') return moveChat(watch, message);
    const result = message.command === 'start' ? startChat(watch, message) : respondToChat(watch, message);
    watch.sendSoon();
    watch.lookSoon();
    return result;
  },
};

function ofRecipient<Result>(
  watch: WatchContext,
  watchlistId: string,
  key: string,
  id: string,
  work: (watchlist: Watchlist, recipient: Recipient) => WatchlistResult<Result>,
): WatchlistResult<Result> {
  const recipient = watch.recipients.get(watchlistId, id);
  const watchlist = watch.ledger.watchlist(watchlistId);
  if (watchlist && recipient && hashOf(key) === hashOf(recipient.muteKey)) return work(watchlist, recipient);
  return allowed(watch, watchlistId, key, 'owner', (of) =>
    recipient ? work(of, recipient) : refused('unknown-recipient'),
  );
}

function muteOne(
  watch: WatchContext,
  watchlist: Watchlist,
  recipient: Recipient,
  mute: MuteBody,
): WatchlistResult<RecipientView> {
  const { ledger, engine, clock } = watch;
  if (mute.untilClearOf !== undefined) {
    const area = engine.area(watchlist.id, mute.untilClearOf);
    if (!area) return refused('unknown-area');
    // No all-clear would come before the next alarm, which nobody has seen yet and which must not be muted.
    if (area.stored.state.level === 'clear') return refused('already-clear');
  }
  const nowMs = clock.now();
  // Unmuting is never refused: only a mute that was counted can be ended.
  if (mute.forMin === 0 && recipient.mutedUntilMs <= nowMs) return done(viewOfRecipient(watch, recipient));
  if (mute.forMin > 0 && !watch.writes.count(watchlist.id, 'mutes', nowMs)) return refused('too-many-mutes');
  const after = ledger.transaction(() => {
    if (mute.forMin === 0) return endMute(watch, recipient, nowMs);
    const muted = beginMute(watch, recipient, mute, nowMs);
    notifyOthers(watch, watchlist, muted, nowMs);
    return muted;
  });
  engine.lookAgain(watchlist.id);
  watch.sendSoon();
  watch.lookSoon();
  return done(viewOfRecipient(watch, after));
}

/** Notifies the other recipients of a site that one of them is muted. */
function notifyOthers(watch: WatchContext, watchlist: Watchlist, muted: Recipient, nowMs: number): void {
  const { engine, recipients } = watch;
  const { id, name, mutedUntilMs, mutedUntilClearOf } = muted;
  const site = engine.areasOf(watchlist.id).find(({ stored: storedArea }) => storedArea.body.kind === 'site');
  if (!site) return;
  const { language, timeZone } = watchlist;
  const texts = messageTexts[languageOf(language)];
  const time = timeOfDay(mutedUntilMs, language, timeZone);
  const sentence = mutedUntilClearOf === null ? texts.muted(name, time) : texts.mutedUntilClear(name, time);
  for (const recipient of recipients.of(watchlist.id)) {
    if (recipient.id === id || recipient.state === 'dead') continue;
    announce(watch, { type: 'watch.notice', recipient, watchlist, area: site.stored, nowMs, sentence });
  }
}

/** A group that became a supergroup has a new id: its recipients are otherwise unchanged. */
function moveChat({ ledger, recipients }: WatchContext, { chatId, movedTo = chatId }: ChatMessage): null {
  ledger.transaction(() => {
    for (const recipient of recipients.inChat(chatId)) {
      recipients.put({ ...recipient, target: { channel: 'telegram', chatId: movedTo } });
    }
  });
  return null;
}

function startChat(watch: WatchContext, { chatId, token = '' }: ChatMessage): string | null {
  const { ledger, recipients, engine, clock } = watch;
  const nowMs = clock.now();
  return ledger.transaction(() => {
    const proven = recipients.claimVerification(hashOf(token), nowMs);
    const recipient = proven && recipients.get(proven.watchlist, proven.recipient);
    const watchlist = proven && ledger.watchlist(proven.watchlist);
    if (!recipient || !watchlist || recipient.target.channel !== 'telegram') return null;
    const target = { channel: 'telegram', chatId } as const;
    recipients.put({ ...recipient, target, state: 'proven', okMs: nowMs, failures: 0 });
    if (recipient.okMs === null)
      ledger.logRecipient(watchlist.id, { atMs: nowMs, name: recipient.name, event: 'heard' });
    engine.lookAgain(watchlist.id);
    return chatTexts[languageOf(watchlist.language)].started;
  });
}

function respondToChat(watch: WatchContext, { chatId, command }: ChatMessage): string | null {
  const { ledger, recipients, engine, clock } = watch;
  const nowMs = clock.now();
  const results = recipients.inChat(chatId).flatMap((recipient): string[] => {
    const watchlist = ledger.watchlist(recipient.watchlist);
    if (!watchlist || recipient.state === 'dead') return [];
    const texts = chatTexts[languageOf(watchlist.language)];
    if (command === 'stop') {
      ledger.transaction(() => recipients.put({ ...recipient, state: 'dead' }));
      return [texts.stopped];
    }
    if (command === 'areas')
      return [texts.areas(engine.areasOf(watchlist.id).map(({ stored: storedArea }) => storedArea.body.name))];
    if (command === 'seen') return [texts.seen(acknowledge(watch, recipient, nowMs))];
    ledger.transaction(() => announce(watch, { type: 'watch.test', recipient, watchlist, area: null, nowMs }));
    return [];
  });
  return results.length === 0 ? null : [...new Set(results)].join('\n');
}

/** Confirms, in the logs too, notified dangers that still hold. Returns the names of the areas. */
function acknowledge(watch: WatchContext, { watchlist, id, name }: Recipient, nowMs: number): string[] {
  const { ledger, recipients, engine } = watch;
  const areas = engine
    .areasOf(watchlist)
    .map(({ stored: storedArea }) => ({
      area: storedArea,
      reported: recipients.reported(watchlist, id, storedArea.id),
    }))
    .filter(({ reported: notificationState }) => notificationState.level !== 'clear' || notificationState.isBlind);
  const text = { type: 'note', atMs: nowMs, name: name || 'Telegram', text: '/seen', kind: 'acknowledged' } as const;
  ledger.transaction(() => {
    for (const { area, reported: notificationState } of areas) {
      ledger.logs.append(watchlist, area.id, nowMs, [text]);
      recipients.confirm(
        watchlist,
        area.id,
        { level: notificationState.level, isBlind: notificationState.isBlind, decidedMs: nowMs },
        nowMs,
      );
    }
  });
  return areas.map(({ area }) => area.body.name);
}

/** All operations of a Watch object. Callers take the types from here. */
const OPERATIONS = {
  ...watchlistOperations,
  ...areaOperations,
  ...recipientOperations,
  ...ownOperations,
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type OperationArgs<Name extends OperationName> = Operations[Name] extends (
  watch: WatchContext,
  ...input: infer Input
) => unknown
  ? Input
  : never;
export type OperationResult<Name extends OperationName> = ReturnType<Operations[Name]>;

/** The Worker's calls to one Watch object. They go to another machine, so any of them may reject. */
export interface WatchCalls {
  /** Runs the operation, which checks the watchlist's key if it takes one. */
  request<Name extends OperationName>(name: Name, ...args: OperationArgs<Name>): Promise<OperationResult<Name>>;
  wake(): Promise<void>;
}

type Table = {
  readonly [Name in OperationName]: (watch: WatchContext, ...args: OperationArgs<Name>) => OperationResult<Name>;
};

export function dispatch<Name extends OperationName>(
  watch: WatchContext,
  name: Name,
  args: OperationArgs<Name>,
): OperationResult<Name> {
  const table: Table = OPERATIONS;
  return table[name](watch, ...args);
}
