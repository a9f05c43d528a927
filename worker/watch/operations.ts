import { bytesToHex } from '@noble/hashes/utils.js';
import { languageOf } from '#shared/languages.ts';
import { WATCHLIST } from '#shared/plans.ts';
import type {
  BookPatch,
  BookRight,
  BookView,
  DeliveryView,
  MuteBody,
  RecipientBody,
  RecipientView,
} from '#shared/watch/bodies.ts';
import { chatTexts } from '#texts/chatTexts.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { hashOf } from '#worker/keys/apiKeys.ts';
import { announce, beginMute, endMute } from './AreaNotifier.ts';
import { allowed, areaOperations, type BookAnswer, done, refused } from './areaOperations.ts';
import { afterReceipt, deliveryView, recipientView } from './delivery.ts';
import { areaView, type WatchContext } from './engine.ts';
import { type BookChanges, toldChanges } from './feeds.ts';
import { domainOfHook, MOST_OF_NETWORK, mayTry, pseudonymOf, shareOfNetwork, type Try, triedDomain } from './limits.ts';
import { timeOfDay } from './messages.ts';
import { type Recipient, recipientOfBody } from './recipients.ts';
import { endBook } from './upkeep.ts';
import { type Book, type BookKey, type KeptSettings, type LentKey, newBookKey, shardOf } from './watchlists.ts';

const MAX_WEBHOOKS = 3;
const MAX_DELIVERIES = 200;
const START_LIFE_MS = 15 * 60_000;

const recipientOperations = {
  /**
   * Makes or changes a recipient. The same body again changes nothing. A new address must prove itself, and the one
   * before loses all rights: its links, its receipts and answers still on their way count for nothing. A webhook's
   * secret and a chat's start link are told until it has proved itself, so that a lost answer can be asked for again.
   * `origin` is the site's, for links. Without `isTried` the recipient is stored, but not challenged.
   */
  putRecipient(
    watch: WatchContext,
    bookId: string,
    key: string,
    id: string,
    body: RecipientBody,
    origin: string,
    isTried = true,
  ): BookAnswer<{ readonly created: boolean; readonly recipient: RecipientView }> {
    return allowed(watch, bookId, key, 'owner', (book) => {
      const { recipients, ledger, clock, random } = watch;
      const before = recipients.get(bookId, id);
      const others = recipients.of(bookId).filter((other) => other.id !== id);
      if (others.length >= WATCHLIST.recipients) return refused('too-many-recipients');
      const hooks = others.filter(({ target }) => target.channel === 'webhook');
      if (body.channel === 'webhook' && hooks.length >= MAX_WEBHOOKS) return refused('too-many-webhooks');
      const after = recipientOfBody({ book: bookId, id, body, before, origin, random });
      if (!after) return refused('no-place');
      const nowMs = clock.now();
      if (!watch.writes.take(bookId, 'settings', nowMs)) return refused('too-many-settings');
      const isNew = !before || JSON.stringify(before.target) !== JSON.stringify(after.target);
      const startUrl = ledger.transaction(() => {
        if (before && isNew) leave(watch, before, nowMs);
        recipients.put(after);
        if (!before) ledger.logRecipient(bookId, { atMs: nowMs, name: after.name, event: 'added', ...waitOf(after) });
        return prove(watch, book, after, isNew && isTried, nowMs);
      });
      watch.engine.lookAgain(bookId);
      watch.sendSoon();
      watch.lookSoon();
      const recipient = { ...viewOfRecipient(watch, after), ...secretOf(after), ...startUrl };
      return done({ created: !before, recipient });
    });
  },

  removeRecipient(watch: WatchContext, bookId: string, key: string, id: string): BookAnswer<null> {
    return owned(watch, bookId, key, id, ({ name }) => {
      watch.ledger.transaction(() => {
        watch.recipients.drop(bookId, id);
        watch.ledger.logRecipient(bookId, { atMs: watch.clock.now(), name, event: 'removed' });
      });
      return done(null);
    });
  },

  /** To a webhook that has proved nothing yet, sends a challenge. */
  testRecipient(watch: WatchContext, bookId: string, key: string, id: string): BookAnswer<null> {
    return owned(watch, bookId, key, id, (recipient, book) => {
      const nowMs = watch.clock.now();
      if (hasTriedOften(watch, recipient, book, nowMs)) return refused('too-many-tests');
      const isChallenge = recipient.target.channel === 'webhook' && recipient.okMs === null;
      watch.ledger.transaction(() => {
        if (isChallenge) return challenge(watch, book, recipient, nowMs);
        announce(watch, { type: 'watch.test', recipient, book, area: null, nowMs });
        watch.tries.add(tryOf(recipient, book), nowMs);
      });
      watch.sendSoon();
      return done(null);
    });
  },

  drill(watch: WatchContext, bookId: string, key: string, area: string): BookAnswer<null> {
    return allowed(watch, bookId, key, 'owner', (book) => {
      const watched = watch.engine.area(bookId, area);
      if (!watched) return refused('unknown-area');
      const nowMs = watch.clock.now();
      const heard = watch.recipients.of(bookId).filter(({ state }) => state !== 'dead');
      if (heard.some((recipient) => hasTriedOften(watch, recipient, book, nowMs))) return refused('too-many-tests');
      watch.ledger.transaction(() => {
        for (const recipient of heard) {
          announce(watch, { type: 'watch.test', recipient, book, area: watched.kept, nowMs, isDrill: true });
          watch.tries.add(tryOf(recipient, book), nowMs);
        }
        const entry = { type: 'recipient', atMs: nowMs, name: '', event: 'drill' } as const;
        watch.ledger.logs.append(bookId, area, nowMs, [entry]);
      });
      watch.sendSoon();
      return done(null);
    });
  },

  /** Domains of the webhooks that a request would try: a recipient's, a new address's, or all for a drill. */
  domainsTried(
    watch: WatchContext,
    bookId: string,
    key: string,
    { id, url }: { readonly id?: string; readonly url?: string | undefined },
  ): string[] {
    const response = allowed(watch, bookId, key, 'owner', () => {
      // A drill passes over dead recipients; a named one is tested all the same.
      const asked = watch.recipients.of(bookId).filter((one) => (id ? one.id === id : one.state !== 'dead'));
      const hooks = asked.flatMap(({ target }) => (target.channel === 'webhook' ? [target.url] : []));
      if (url === undefined) return done(hooks.map(domainOfHook));
      return done(hooks.includes(url) ? [] : [domainOfHook(url)]);
    });
    return response.ok ? response.value : [];
  },

  /** Counts a try at a domain that this object counts for all; false if the network had its share of this hour. */
  countTry(watch: WatchContext, domain: string, network: string): boolean {
    return watch.tries.countOf(pseudonymOf(watch, network), domain, MOST_OF_NETWORK, watch.clock.now());
  },

  deliveries(watch: WatchContext, bookId: string, key: string): BookAnswer<DeliveryView[]> {
    return allowed(watch, bookId, key, 'owner', () =>
      done(watch.deliveries.newest(bookId, MAX_DELIVERIES).map(deliveryView)),
    );
  },
};

function viewOfRecipient({ deliveries, clock }: WatchContext, recipient: Recipient): RecipientView {
  return recipientView(recipient, deliveries.newest(recipient.book, 1, recipient.id)[0], clock.now());
}

/** Asks for the proof: a webhook is challenged, a chat gets a link that is good once. */
function prove(watch: WatchContext, book: Book, after: Recipient, isTried: boolean, nowMs: number) {
  const { recipients, random, config } = watch;
  if (after.state !== 'unproven') return {};
  const { target } = after;
  if (target.channel === 'webhook' && isTried && !hasTriedOften(watch, after, book, nowMs)) {
    challenge(watch, book, after, nowMs);
  }
  if (target.channel !== 'telegram' || target.chatId !== null || !config.watchBot) return {};
  const token = shardOf(after.book) + bytesToHex(random(16)).slice(1);
  recipients.addProof(hashOf(token), { book: after.book, recipient: after.id }, nowMs + START_LIFE_MS);
  return { startUrl: `https://t.me/${config.watchBot.name}?start=${token}` };
}

/** A browser is told while it is unproven; a chat and a hook are not. */
function waitOf({ target }: Recipient): { readonly waitsFor?: 'start' | 'challenge' } {
  if (target.channel === 'push') return {};
  return { waitsFor: target.channel === 'telegram' ? 'start' : 'challenge' };
}

function challenge(watch: WatchContext, book: Book, recipient: Recipient, nowMs: number): void {
  const text = bytesToHex(watch.random(16));
  announce(watch, { type: 'watch.challenge', recipient, book, area: null, nowMs, challenge: text });
  watch.tries.add(tryOf(recipient, book), nowMs);
  watch.recipients.put({ ...recipient, challengedMs: nowMs });
}

function hasTriedOften({ tries }: WatchContext, recipient: Recipient, book: Book, nowMs: number): boolean {
  const next = tryOf(recipient, book);
  return !mayTry(next, tries.lately(next, nowMs));
}

function tryOf(recipient: Recipient, { network }: Book): Try {
  return { book: recipient.book, recipient: recipient.id, network, domain: triedDomain(recipient) };
}

/** Clears the recipient's place for somebody else. Call inside a transaction. */
function leave(watch: WatchContext, { book, id, name, mutedUntilMs }: Recipient, nowMs: number): void {
  watch.deliveries.endWaiting(book, id, 'replaced');
  watch.recipients.leave(book, id);
  if (mutedUntilMs > nowMs) watch.ledger.logRecipient(book, { atMs: nowMs, name, event: 'unmuted' });
}

function owned<Result>(
  watch: WatchContext,
  bookId: string,
  key: string,
  id: string,
  work: (recipient: Recipient, book: Book) => BookAnswer<Result>,
): BookAnswer<Result> {
  return allowed(watch, bookId, key, 'owner', (book) => {
    const recipient = watch.recipients.get(bookId, id);
    return recipient ? work(recipient, book) : refused('unknown-recipient');
  });
}

function secretOf({ target, state }: Recipient): { secret?: string } {
  return target.channel === 'webhook' && state === 'unproven' ? { secret: target.secret } : {};
}

const MAX_CHANGES = 100;
/** Of one area, so that a message of a long danger finds those that it refers to. */
const MAX_CHANGES_OF_AREA = 400;

type NewBook = Omit<Book, 'network'>;

const bookOperations = {
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
        delegatedKeys: { duty: typeof dutyHash === 'string', feed: typeof feedHash === 'string' },
      });
      return done({
        id,
        language,
        timeZone,
        right,
        areas: engine.areasOf(id).map((area) => areaView(area, engine.stateNow(area))),
        feed: { receivedAt: engine.heardAtMs, serverTime: clock.now() },
        recipientSummary: {
          working: recipients.filter(({ state }) => state === 'proven').length,
          total: recipients.length,
        },
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

/** A message to the bot. */
export interface ChatMessage {
  readonly chatId: number;
  readonly command: 'start' | 'stop' | 'areas' | 'seen' | 'test' | 'moved';
  /** Of `start`: the token of the link by which the chat was opened. */
  readonly token?: string;
  /** Of `moved`: the id of the chat from now on. */
  readonly movedTo?: number;
}

/** Operations of recipients, without a key of the book. */
const ownOperations = {
  /** Whether the key is the owner's, or the one in the recipient's own messages. */
  mayMute(watch: WatchContext, book: string, key: string, id: string): BookAnswer<null> {
    return ofRecipient(watch, book, key, id, () => done(null));
  },

  /** With a key as `mayMute` has it. */
  muteRecipient(watch: WatchContext, book: string, key: string, id: string, mute: MuteBody): BookAnswer<RecipientView> {
    return ofRecipient(watch, book, key, id, (of, recipient) => muteOne(watch, of, recipient, mute));
  },

  /** Notes that a message arrived. False if the token is unknown or was used before. */
  receipt(watch: WatchContext, token: string): boolean {
    const { deliveries, recipients, ledger, clock } = watch;
    const delivery = deliveries.byReceipt(hashOf(token));
    const recipient = delivery && recipients.get(delivery.book, delivery.recipient);
    if (!recipient || delivery.confirmedMs !== null) return false;
    const nowMs = clock.now();
    ledger.transaction(() => {
      const { book, area, summary, decidedMs } = delivery;
      deliveries.write(afterReceipt(delivery, nowMs));
      recipients.put({ ...recipient, okMs: nowMs, state: 'proven', failures: 0 });
      const isBlind = summary.type === 'watch.data-lost';
      recipients.confirm(book, area, { level: summary.level, isBlind, decidedMs }, nowMs);
    });
    return true;
  },

  /** Answers a chat's message in the language of the book; null if there is nothing to say. */
  chat(watch: WatchContext, message: ChatMessage): string | null {
    if (message.command === 'moved') return moveChat(watch, message);
    const answer = message.command === 'start' ? startChat(watch, message) : answerChat(watch, message);
    watch.sendSoon();
    watch.lookSoon();
    return answer;
  },
};

function ofRecipient<Result>(
  watch: WatchContext,
  bookId: string,
  key: string,
  id: string,
  work: (book: Book, recipient: Recipient) => BookAnswer<Result>,
): BookAnswer<Result> {
  const recipient = watch.recipients.get(bookId, id);
  const book = watch.ledger.book(bookId);
  if (book && recipient && hashOf(key) === hashOf(recipient.muteKey)) return work(book, recipient);
  return allowed(watch, bookId, key, 'owner', (of) => (recipient ? work(of, recipient) : refused('unknown-recipient')));
}

function muteOne(watch: WatchContext, book: Book, recipient: Recipient, mute: MuteBody): BookAnswer<RecipientView> {
  const { ledger, engine, clock } = watch;
  if (mute.untilClearOf !== undefined) {
    const area = engine.area(book.id, mute.untilClearOf);
    if (!area) return refused('unknown-area');
    // No all-clear would come before the next alarm, which nobody has seen yet and must not be muted.
    if (area.kept.state.level === 'clear') return refused('already-clear');
  }
  const nowMs = clock.now();
  // Unmuting is never refused: only a mute that was counted can be ended.
  if (mute.forMin === 0 && recipient.mutedUntilMs <= nowMs) return done(viewOfRecipient(watch, recipient));
  if (mute.forMin > 0 && !watch.writes.take(book.id, 'mutes', nowMs)) return refused('too-many-mutes');
  const after = ledger.transaction(() => {
    if (mute.forMin === 0) return endMute(watch, recipient, nowMs);
    const muted = beginMute(watch, recipient, mute, nowMs);
    tellOthers(watch, book, muted, nowMs);
    return muted;
  });
  engine.lookAgain(book.id);
  watch.sendSoon();
  watch.lookSoon();
  return done(viewOfRecipient(watch, after));
}

/** Tells others responsible for a site that one of them is muted. */
function tellOthers(watch: WatchContext, book: Book, muted: Recipient, nowMs: number): void {
  const { engine, recipients } = watch;
  const { id, name, mutedUntilMs, mutedUntilClearOf } = muted;
  const site = engine.areasOf(book.id).find(({ kept }) => kept.body.kind === 'site');
  if (!site) return;
  const { language, timeZone } = book;
  const texts = messageTexts[languageOf(language)];
  const time = timeOfDay(mutedUntilMs, language, timeZone);
  const sentence = mutedUntilClearOf === null ? texts.muted(name, time) : texts.mutedUntilClear(name, time);
  for (const recipient of recipients.of(book.id)) {
    if (recipient.id === id || recipient.state === 'dead') continue;
    announce(watch, { type: 'watch.notice', recipient, book, area: site.kept, nowMs, sentence });
  }
}

/** A group that became a supergroup has another id: its recipients stay what they are. */
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
    const proof = recipients.takeProof(hashOf(token), nowMs);
    const recipient = proof && recipients.get(proof.book, proof.recipient);
    const book = proof && ledger.book(proof.book);
    if (!recipient || !book || recipient.target.channel !== 'telegram') return null;
    const target = { channel: 'telegram', chatId } as const;
    recipients.put({ ...recipient, target, state: 'proven', okMs: nowMs, failures: 0 });
    if (recipient.okMs === null) ledger.logRecipient(book.id, { atMs: nowMs, name: recipient.name, event: 'heard' });
    engine.lookAgain(book.id);
    return chatTexts[languageOf(book.language)].started;
  });
}

function answerChat(watch: WatchContext, { chatId, command }: ChatMessage): string | null {
  const { ledger, recipients, engine, clock } = watch;
  const nowMs = clock.now();
  const answers = recipients.inChat(chatId).flatMap((recipient): string[] => {
    const book = ledger.book(recipient.book);
    if (!book || recipient.state === 'dead') return [];
    const texts = chatTexts[languageOf(book.language)];
    if (command === 'stop') {
      ledger.transaction(() => recipients.put({ ...recipient, state: 'dead' }));
      return [texts.stopped];
    }
    if (command === 'areas') return [texts.areas(engine.areasOf(book.id).map(({ kept }) => kept.body.name))];
    if (command === 'seen') return [texts.seen(acknowledge(watch, recipient, nowMs))];
    ledger.transaction(() => announce(watch, { type: 'watch.test', recipient, book, area: null, nowMs }));
    return [];
  });
  return answers.length === 0 ? null : [...new Set(answers)].join('\n');
}

/** Confirms, in the logs too, what the recipient was told of and still holds. Returns the names of the areas. */
function acknowledge(watch: WatchContext, { book, id, name }: Recipient, nowMs: number): string[] {
  const { ledger, recipients, engine } = watch;
  const areas = engine
    .areasOf(book)
    .map(({ kept }) => ({ area: kept, told: recipients.told(book, id, kept.id) }))
    .filter(({ told }) => told.level !== 'clear' || told.isBlind);
  const said = { type: 'note', atMs: nowMs, name: name || 'Telegram', text: '/seen', kind: 'acknowledged' } as const;
  ledger.transaction(() => {
    for (const { area, told } of areas) {
      ledger.logs.append(book, area.id, nowMs, [said]);
      recipients.confirm(book, area.id, { level: told.level, isBlind: told.isBlind, decidedMs: nowMs }, nowMs);
    }
  });
  return areas.map(({ area }) => area.body.name);
}

/** All that may be asked of a Watch object. Callers take the types from here. */
const OPERATIONS = {
  ...bookOperations,
  ...areaOperations,
  ...recipientOperations,
  ...ownOperations,
};

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type OperationArgs<Name extends OperationName> = Operations[Name] extends (
  watch: WatchContext,
  ...given: infer Given
) => unknown
  ? Given
  : never;
export type OperationResult<Name extends OperationName> = ReturnType<Operations[Name]>;

/** The calls of the Worker to one Watch object. They cross to another machine, so any of them may reject. */
export interface WatchCalls {
  /** Carries out the operation, which checks the book's key if it takes one. */
  ask<Name extends OperationName>(name: Name, ...given: OperationArgs<Name>): Promise<OperationResult<Name>>;
  wake(): Promise<void>;
}

type Table = {
  readonly [Name in OperationName]: (watch: WatchContext, ...given: OperationArgs<Name>) => OperationResult<Name>;
};

export function dispatch<Name extends OperationName>(
  watch: WatchContext,
  name: Name,
  given: OperationArgs<Name>,
): OperationResult<Name> {
  const table: Table = OPERATIONS;
  return table[name](watch, ...given);
}
