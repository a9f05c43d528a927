import { bytesToHex } from '@noble/hashes/utils.js';
import { WATCHLIST } from '#shared/plans.ts';
import type { RecipientBody } from '#shared/watch/RecipientBody.ts';
import type { DeliveryView, RecipientView } from '#shared/watch/RecipientView.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { announce } from '#worker/watch/announcements.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import { pseudonymOf } from '#worker/watch/book/networkShare.ts';
import type { Book } from '#worker/watch/book/WatchLedger.ts';
import { deliveryView, recipientView } from '#worker/watch/deliver/Delivery.ts';
import { type Recipient, recipientOfBody } from '#worker/watch/deliver/Recipient.ts';
import { domainOfHook, MOST_OF_NETWORK, mayTry, type Try, triedDomain } from '#worker/watch/deliver/tries.ts';
import type { WatchContext } from '#worker/watch/WatchEngine.ts';
import { allowed, type BookAnswer, done, refused } from './bookAnswer.ts';

const MAX_WEBHOOKS = 3;
const MAX_DELIVERIES = 200;
const START_LIFE_MS = 15 * 60_000;

export const recipientOperations = {
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
    const answer = allowed(watch, bookId, key, 'owner', () => {
      // A drill passes over dead recipients; a named one is tested all the same.
      const asked = watch.recipients.of(bookId).filter((one) => (id ? one.id === id : one.state !== 'dead'));
      const hooks = asked.flatMap(({ target }) => (target.channel === 'webhook' ? [target.url] : []));
      if (url === undefined) return done(hooks.map(domainOfHook));
      return done(hooks.includes(url) ? [] : [domainOfHook(url)]);
    });
    return answer.ok ? answer.value : [];
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

export function viewOfRecipient({ deliveries, clock }: WatchContext, recipient: Recipient): RecipientView {
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
