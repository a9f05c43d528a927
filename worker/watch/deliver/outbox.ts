import { compareLevels } from '#shared/watch/rings.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { shardOf } from '#worker/watch/book/bookKeys.ts';
import type { Message, Missed } from '#worker/watch/tell/Message.ts';
import { type Delivery, lifeMs, rankOf, type Summary } from './Delivery.ts';
import type { DeliveryLedger } from './DeliveryLedger.ts';
import type { Recipient } from './Recipient.ts';

/** A message for one recipient. `messageWith` composes it, once it is known what never arrived. */
interface Post {
  readonly recipient: Recipient;
  readonly area: string;
  readonly strikeMs: number | null;
  readonly nowMs: number;
  readonly messageWith: (missed: Missed | undefined) => Message;
  /** By default `area.change.recipient`. */
  readonly id?: string;
  readonly triedMs?: number | undefined;
}

/**
 * Puts a message into the outbox, inside the transaction that decided it. Of one recipient and area only the newest
 * waits: it replaces those that were not sent yet, keeps their rank, and says what of them never arrived.
 */
export function putIntoOutbox(
  deliveries: DeliveryLedger,
  { recipient, area, strikeMs, nowMs, messageWith, id, triedMs }: Post,
): void {
  const waiting = area === '' ? [] : deliveries.waiting(recipient.book, recipient.id, area);
  const unsent = waiting.filter(({ leasedMs }) => leasedMs <= nowMs);
  const missed = missedOf(unsent);
  const message = messageWith(missed);
  const { type, data } = message;
  const { level, previousLevel, change } = data;
  // A raise says all that holds now; what never arrived is told with its end.
  const summary: Summary = { type, level, previousLevel, change, ...(missed ? { missed } : {}) };
  const wanted = id ?? `${area}.${change}.${recipient.id}`;
  const given = deliveries.has(wanted) ? `${wanted}.${nowMs}` : wanted;
  for (const old of unsent) deliveries.write({ ...old, state: 'superseded', body: null });
  deliveries.write({
    id: given,
    book: recipient.book,
    recipient: recipient.id,
    area,
    rank: Math.min(rankOf(summary), ...unsent.map(({ rank }) => rank)),
    state: 'pending',
    attempts: 0,
    nextMs: nowMs,
    leasedMs: 0,
    expiresMs: nowMs + (triedMs ?? lifeMs(type)),
    strikeMs,
    decidedMs: nowMs,
    sentMs: null,
    confirmedMs: null,
    reason: null,
    summary,
    body: JSON.stringify(message),
    receiptHash: recipient.target.channel === 'push' ? hashOf(receiptOf(recipient, given)) : null,
  });
}

/** The highest level of the raises that were not sent, and since when. */
function missedOf(unsent: readonly Delivery[]): Missed | undefined {
  const raises = unsent.flatMap(({ summary, decidedMs }): Missed[] => [
    ...(summary.missed ? [summary.missed] : []),
    ...(summary.type === 'watch.raise' ? [{ level: summary.level, since: new Date(decidedMs).toISOString() }] : []),
  ]);
  const [first] = raises;
  if (!first) return undefined;
  const { level } = raises.reduce((a, b) => (compareLevels(b.level, a.level) > 0 ? b : a));
  return { level, since: first.since };
}

const TOKEN_DIGITS = 31;

/** Proves a push message's arrival: only the encrypted payload has it. The first digit names the shard of the book. */
export function receiptOf({ book, muteKey }: Pick<Recipient, 'book' | 'muteKey'>, deliveryId: string): string {
  return shardOf(book) + hashOf(`receipt.${muteKey}.${deliveryId}`).slice(0, TOKEN_DIGITS);
}
