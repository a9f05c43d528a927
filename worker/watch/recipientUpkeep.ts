import { bytesToHex } from '@noble/hashes/utils.js';
import { languageOf } from '#shared/languages.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { announce } from './announcements.ts';
import type { Book } from './book/WatchLedger.ts';
import { farSideOf, type Recipient } from './deliver/Recipient.ts';
import type { WatchContext } from './WatchEngine.ts';

const KEPT_DAYS = 30;
const HEARTBEAT_EVERY_MS = 5 * 60_000;
const CHALLENGE_EVERY_MS = 30 * DAY_MS;
const CHALLENGE_AGAIN_MS = DAY_MS;
/** A webhook that stopped echoing still gets alerts for so long, while the other recipients are told. */
const GRACE_MS = 7 * DAY_MS;

/** `lapse`: it has not answered challenges for too long, and gets nothing else from now on. */
type Upkeep = 'heartbeat' | 'challenge' | 'lapse';

/** Only webhooks need anything: browsers and chats report by themselves that they are gone. */
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

export function keepUpRecipients(watch: WatchContext): void {
  const nowMs = watch.clock.now();
  watch.ledger.transaction(() => {
    for (const recipient of watch.recipients.all()) keepUp(watch, recipient, nowMs);
    watch.tries.retain(nowMs);
    watch.deliveries.retain(nowMs, nowMs - KEPT_DAYS * DAY_MS);
  });
}

function keepUp(watch: WatchContext, recipient: Recipient, nowMs: number): void {
  const due = upkeepOf(recipient, nowMs);
  const book = due.length === 0 ? undefined : watch.ledger.book(recipient.book);
  if (!book) return;
  const about = { recipient, book, area: null, nowMs };
  let kept = recipient;
  for (const what of due) {
    if (what === 'heartbeat') {
      announce(watch, { type: 'watch.heartbeat', ...about });
      kept = { ...kept, heartbeatMs: nowMs };
    } else if (what === 'challenge') {
      announce(watch, { type: 'watch.challenge', ...about, challenge: bytesToHex(watch.random(16)) });
      kept = { ...kept, challengedMs: nowMs };
    } else {
      kept = { ...kept, state: 'unproven' };
    }
  }
  watch.recipients.put(kept);
}

/** Stores a recipient after an attempt. If it is gone, tells the others and the log. */
export function keepRecipient(watch: WatchContext, after: Recipient, before: Recipient): void {
  const { ledger, recipients, deliveries, engine, clock } = watch;
  const nowMs = clock.now();
  const { book: bookId, id } = after;
  const name = after.name || farSideOf(after);
  recipients.put(after);
  if (before.state === 'unproven' && after.state === 'proven') {
    engine.lookAgain(bookId);
    if (before.okMs === null) ledger.logRecipient(bookId, { atMs: nowMs, name, event: 'heard' });
  }
  if (after.state !== 'dead' || before.state === 'dead') return;
  deliveries.endWaiting(bookId, id, 'recipient gone');
  ledger.logRecipient(bookId, { atMs: nowMs, name, event: 'dead' });
  const book = ledger.book(bookId);
  if (book) tellOthers(watch, book, id, messageTexts[languageOf(book.language)].unreachable(name), nowMs);
}

function tellOthers(watch: WatchContext, book: Book, gone: string, sentence: string, nowMs: number): void {
  for (const recipient of watch.recipients.of(book.id)) {
    if (recipient.id === gone || recipient.state !== 'proven') continue;
    announce(watch, { type: 'watch.notice', recipient, book, area: null, nowMs, sentence });
  }
}
