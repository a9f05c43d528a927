import { bytesToHex } from '@noble/hashes/utils.js';
import { languageOf } from '#shared/languages.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import type { BookNotices } from './BookNotices.ts';
import { logRecipient } from './book/logRecipient.ts';
import type { Book, WatchLedger } from './book/WatchLedger.ts';
import type { DeliveryLedger } from './deliver/DeliveryLedger.ts';
import { placeOf, type Recipient } from './deliver/Recipient.ts';
import type { Recipients } from './deliver/Recipients.ts';
import type { TryLedger } from './deliver/TryLedger.ts';
import { upkeepOf } from './deliver/upkeepOf.ts';
import type { WatchEngine } from './WatchEngine.ts';

const KEPT_DAYS = 30;

export interface RecipientUpkeepDeps {
  readonly ledger: WatchLedger;
  readonly recipients: Recipients;
  readonly deliveries: DeliveryLedger;
  readonly tries: Pick<TryLedger, 'retain'>;
  readonly notices: BookNotices;
  readonly engine: WatchEngine;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
}

/** What recipients need without anything happening, and what follows when one of them changes by itself. */
export class RecipientUpkeep {
  private readonly deps: RecipientUpkeepDeps;

  constructor(deps: RecipientUpkeepDeps) {
    this.deps = deps;
  }

  /** Heartbeats, challenges that are due again, and messages that nobody needs any more. */
  run(): void {
    const { ledger, recipients, deliveries, tries, clock } = this.deps;
    const nowMs = clock.now();
    ledger.transaction(() => {
      for (const recipient of recipients.all()) this.keepUp(recipient, nowMs);
      tries.retain(nowMs);
      deliveries.retain(nowMs, nowMs - KEPT_DAYS * DAY_MS);
    });
  }

  /** Keeps what an attempt left of a recipient. Of one that is gone the others, and the log, are told. */
  keep(after: Recipient, before: Recipient): void {
    const { ledger, recipients, deliveries, engine, clock } = this.deps;
    recipients.put(after);
    if (before.state === 'unproven' && after.state === 'proven') engine.lookAgain(after.book);
    if (after.state !== 'dead' || before.state === 'dead') return;
    const nowMs = clock.now();
    const { book: bookId, id, name } = after;
    deliveries.endWaiting(bookId, id, 'recipient gone');
    logRecipient(ledger, bookId, { atMs: nowMs, name: name || placeOf(after), event: 'dead' });
    const book = ledger.book(bookId);
    if (book) this.tellOthers(book, after, nowMs);
  }

  private tellOthers(book: Book, gone: Recipient, nowMs: number): void {
    const sentence = messageTexts[languageOf(book.language)].unreachable(gone.name || placeOf(gone));
    for (const recipient of this.deps.recipients.of(book.id)) {
      if (recipient.id === gone.id || recipient.state !== 'proven') continue;
      this.deps.notices.add({ type: 'watch.notice', recipient, book, area: null, nowMs, sentence });
    }
  }

  private keepUp(recipient: Recipient, nowMs: number): void {
    const { ledger, recipients, notices, random } = this.deps;
    const due = upkeepOf(recipient, nowMs);
    const book = due.length === 0 ? undefined : ledger.book(recipient.book);
    if (!book) return;
    let kept = recipient;
    for (const what of due) {
      if (what === 'heartbeat') {
        notices.add({ type: 'watch.heartbeat', recipient, book, area: null, nowMs });
        kept = { ...kept, heartbeatMs: nowMs };
      } else if (what === 'challenge') {
        notices.add({ type: 'watch.challenge', recipient, book, area: null, nowMs, challenge: bytesToHex(random(16)) });
        kept = { ...kept, challengedMs: nowMs };
      } else {
        kept = { ...kept, state: 'unproven' };
      }
    }
    recipients.put(kept);
  }
}
