import { bytesToHex } from '@noble/hashes/utils.js';
import type { Clock } from '#shared/time/Clock.ts';
import type { RecipientBody } from '#shared/watch/RecipientBody.ts';
import type { DeliveryView, RecipientView } from '#shared/watch/RecipientView.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { type Admission, done, refused } from './Admission.ts';
import type { BookNotices } from './BookNotices.ts';
import { shardOf } from './book/bookKeys.ts';
import type { BookWrites } from './book/bookWrites.ts';
import { logRecipient } from './book/logRecipient.ts';
import type { Book, WatchLedger } from './book/WatchLedger.ts';
import { afterReceipt } from './deliver/afterReceipt.ts';
import { deliveryView } from './deliver/Delivery.ts';
import type { DeliveryLedger } from './deliver/DeliveryLedger.ts';
import type { Recipient } from './deliver/Recipient.ts';
import type { RecipientLedger } from './deliver/RecipientLedger.ts';
import type { Recipients } from './deliver/Recipients.ts';
import { recipientOfBody } from './deliver/recipientOfBody.ts';
import { recipientView } from './deliver/recipientView.ts';
import type { TryLedger } from './deliver/TryLedger.ts';
import { domainOfHook, mayTry as mayTryAgain, type Try, triedDomain } from './deliver/tries.ts';
import type { Answer, TryAsked } from './WatchCalls.ts';
import type { WatchEngine } from './WatchEngine.ts';

const MAX_RECIPIENTS = 10;
const MAX_WEBHOOKS = 3;
const MAX_DELIVERIES = 200;
const START_LIFE_MS = 15 * 60_000;

export interface RecipientDeskDeps {
  readonly ledger: WatchLedger;
  readonly proofs: RecipientLedger;
  readonly recipients: Recipients;
  readonly deliveries: DeliveryLedger;
  readonly tries: TryLedger;
  readonly notices: BookNotices;
  readonly engine: WatchEngine;
  readonly admission: Admission;
  readonly writes: Pick<BookWrites, 'take'>;
  readonly clock: Clock;
  /** Returns so many random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  /** Name of the bot whose chats are told; undefined where there is none. */
  readonly botName: string | undefined;
}

/** What a book's owner may do with its recipients, and what recipients may do with themselves. */
export class RecipientDesk {
  private readonly deps: RecipientDeskDeps;

  constructor(deps: RecipientDeskDeps) {
    this.deps = deps;
  }

  /**
   * Makes or changes a recipient. The same body again changes nothing; a new address must prove itself anew, and the one
   * before has no say any more: not by its links, its receipts or an answer that is still on its way. A webhook's
   * secret and a chat's start link are told until it has proved itself, so that a lost answer can be asked for again.
   * One that `mayTry` forbids to try is kept, but not challenged.
   */
  put(
    bookId: string,
    key: string,
    id: string,
    body: RecipientBody,
    origin: string,
    mayTry = true,
  ): Answer<{ created: boolean; recipient: RecipientView }> {
    const { recipients, admission, clock, random } = this.deps;
    return admission.allowed(bookId, key, 'owner', (book) => {
      const before = recipients.get(bookId, id);
      const others = recipients.of(bookId).filter((other) => other.id !== id);
      if (others.length >= MAX_RECIPIENTS) return refused('too-many-recipients');
      const hooks = others.filter(({ target }) => target.channel === 'webhook');
      if (body.channel === 'webhook' && hooks.length >= MAX_WEBHOOKS) return refused('too-many-webhooks');
      const nowMs = clock.now();
      const after = recipientOfBody({ book: bookId, id, body, before, origin, random });
      if (!after) return refused('no-place');
      if (!this.deps.writes.take(bookId, 'settings')) return refused('too-many-settings');
      const startUrl = this.deps.ledger.transaction(() => {
        if (before && isElsewhere(after, before)) this.leave(before, nowMs);
        recipients.put(after);
        if (!before) logRecipient(this.deps.ledger, bookId, { atMs: nowMs, name: after.name, event: 'added' });
        return this.prove(book, after, !before || isElsewhere(after, before), nowMs, mayTry);
      });
      this.deps.engine.lookAgain(bookId);
      return done({ created: !before, recipient: { ...this.view(after), ...secretOf(after), ...startUrl } });
    });
  }

  remove(bookId: string, key: string, id: string): Answer<null> {
    return this.owned(bookId, key, id, (recipient) => {
      this.deps.ledger.transaction(() => {
        this.deps.recipients.drop(bookId, id);
        const atMs = this.deps.clock.now();
        logRecipient(this.deps.ledger, bookId, { atMs, name: recipient.name, event: 'removed' });
      });
      return done(null);
    });
  }

  /** Sends a test; to a webhook that has proved nothing yet, a challenge. */
  test(bookId: string, key: string, id: string): Answer<null> {
    return this.owned(bookId, key, id, (recipient, book) => {
      const nowMs = this.deps.clock.now();
      if (this.hasTriedOften(recipient, book, nowMs)) return refused('too-many-tests');
      this.deps.ledger.transaction(() => {
        const isChallenge = recipient.target.channel === 'webhook' && recipient.okMs === null;
        if (isChallenge) this.challenge(book, recipient, nowMs);
        else {
          this.deps.notices.add({ type: 'watch.test', recipient, book, area: null, nowMs });
          this.deps.tries.add(tryOf(recipient, book), nowMs);
        }
      });
      return done(null);
    });
  }

  /** Tells every recipient of an area that this is a drill, by the whole chain. */
  drill(bookId: string, key: string, area: string): Answer<null> {
    return this.deps.admission.allowed(bookId, key, 'owner', (book) => {
      const watched = this.deps.engine.area(bookId, area);
      if (!watched) return refused('unknown-area');
      const nowMs = this.deps.clock.now();
      const heard = this.deps.recipients.of(bookId).filter(({ state }) => state !== 'dead');
      if (heard.some((recipient) => this.hasTriedOften(recipient, book, nowMs))) return refused('too-many-tests');
      this.deps.ledger.transaction(() => {
        for (const recipient of heard) {
          this.deps.notices.add({ type: 'watch.test', recipient, book, area: watched.kept, nowMs, isDrill: true });
          this.deps.tries.add(tryOf(recipient, book), nowMs);
        }
        this.deps.ledger.logs.append(bookId, area, nowMs, [
          { type: 'recipient', atMs: nowMs, name: '', event: 'drill' },
        ]);
      });
      return done(null);
    });
  }

  /**
   * The domain of each webhook that a request of the owner would try: a recipient's test, a new address for one, or, where
   * none is named, a drill of all. None if the key may not.
   */
  domainsTried(bookId: string, key: string, { id, url }: TryAsked): string[] {
    const answer = this.deps.admission.allowed(bookId, key, 'owner', () => {
      // A drill passes over who is dead; whoever is named is tested all the same.
      const asked = this.deps.recipients.of(bookId).filter((one) => (id ? one.id === id : one.state !== 'dead'));
      const hooks = asked.flatMap(({ target }) => (target.channel === 'webhook' ? [target.url] : []));
      if (url === undefined) return done(hooks.map(domainOfHook));
      return done(hooks.includes(url) ? [] : [domainOfHook(url)]);
    });
    return answer.ok ? answer.value : [];
  }

  views(bookId: string): RecipientView[] {
    return this.deps.recipients.of(bookId).map((recipient) => this.view(recipient));
  }

  /** What the owner is told of it now. */
  view(recipient: Recipient): RecipientView {
    return recipientView(
      recipient,
      this.deps.deliveries.newest(recipient.book, 1, recipient.id)[0],
      this.deps.clock.now(),
    );
  }

  deliveriesOf(bookId: string, key: string): Answer<DeliveryView[]> {
    return this.deps.admission.allowed(bookId, key, 'owner', () =>
      done(this.deps.deliveries.newest(bookId, MAX_DELIVERIES).map(deliveryView)),
    );
  }

  /** A message arrived where it was meant to. Good once. */
  receipt(token: string): boolean {
    const { deliveries, recipients, ledger, clock } = this.deps;
    const delivery = deliveries.byReceipt(hashOf(token));
    const recipient = delivery && recipients.get(delivery.book, delivery.recipient);
    if (!recipient || delivery.confirmedMs !== null) return false;
    const nowMs = clock.now();
    ledger.transaction(() => {
      const { book, area, summary, decidedMs } = delivery;
      deliveries.write(afterReceipt(delivery, nowMs));
      recipients.put({ ...recipient, okMs: nowMs, state: 'proven', failures: 0 });
      const isBlind = summary.type === 'watch.blind';
      recipients.confirm(book, area, { level: summary.level, isBlind, decidedMs }, nowMs);
    });
    return true;
  }

  /** What proves that somebody is there: a webhook is challenged, a chat is opened by a link that is good once. */
  private prove(book: Book, after: Recipient, isNew: boolean, nowMs: number, mayTry: boolean): { startUrl?: string } {
    const { proofs, random, botName } = this.deps;
    if (after.state !== 'unproven') return {};
    if (after.target.channel === 'webhook' && isNew && mayTry && !this.hasTriedOften(after, book, nowMs))
      this.challenge(book, after, nowMs);
    if (after.target.channel !== 'telegram' || after.target.chatId !== null || botName === undefined) return {};
    const token = shardOf(after.book) + bytesToHex(random(16)).slice(1);
    proofs.addProof(hashOf(token), after.book, after.id, nowMs + START_LIFE_MS);
    return { startUrl: `https://t.me/${botName}?start=${token}` };
  }

  private challenge(book: Book, recipient: Recipient, nowMs: number): void {
    const challenge = bytesToHex(this.deps.random(16));
    this.deps.notices.add({ type: 'watch.challenge', recipient, book, area: null, nowMs, challenge });
    this.deps.tries.add(tryOf(recipient, book), nowMs);
    this.deps.recipients.put({ ...recipient, challengedMs: nowMs });
  }

  private hasTriedOften(recipient: Recipient, book: Book, nowMs: number): boolean {
    const next = tryOf(recipient, book);
    return !mayTryAgain(next, this.deps.tries.lately(next, nowMs));
  }

  /** Somebody else takes the place of this recipient. Call inside a transaction. */
  private leave({ book, id, name, mutedUntilMs }: Recipient, nowMs: number): void {
    this.deps.deliveries.endWaiting(book, id, 'replaced');
    this.deps.recipients.leave(book, id);
    if (mutedUntilMs > nowMs) logRecipient(this.deps.ledger, book, { atMs: nowMs, name, event: 'unmuted' });
  }

  private owned<Result>(
    bookId: string,
    key: string,
    id: string,
    work: (recipient: Recipient, book: Book) => Answer<Result>,
  ): Answer<Result> {
    return this.deps.admission.allowed(bookId, key, 'owner', (book) => {
      const recipient = this.deps.recipients.get(bookId, id);
      return recipient ? work(recipient, book) : refused('unknown-recipient');
    });
  }
}

function isElsewhere(after: Recipient, before: Recipient): boolean {
  return JSON.stringify(before.target) !== JSON.stringify(after.target);
}

function tryOf(recipient: Recipient, { network }: Book): Try {
  return { book: recipient.book, recipient: recipient.id, network, domain: triedDomain(recipient) };
}

function secretOf({ target, state }: Recipient): { secret?: string } {
  return target.channel === 'webhook' && state === 'unproven' ? { secret: target.secret } : {};
}
