import type { Level } from '#shared/watch/Area.ts';
import {
  type DeliveryState,
  type DeliveryView,
  isFall,
  type MessageType,
  type RecipientView,
} from '#shared/watch/bodies.ts';
import type { Refusal } from '#worker/http/outbound/classifyResponse.ts';
import type { Missed } from './messages.ts';
import { destinationOf, type Recipient, type Target } from './recipients.ts';

/** The part of a message that is retained after its body is cleared. */
export interface Summary {
  readonly type: MessageType;
  readonly level: Level;
  readonly previousLevel: Level;
  readonly change: number;
  /** A raise that never arrived, carried over from messages that were superseded before they were sent. */
  readonly missed?: Missed;
}

export interface Delivery {
  /** `area.change.recipient`: the same for every attempt, so that a receiver can drop repeats. */
  readonly id: string;
  readonly watchlist: string;
  readonly recipient: string;
  /** Empty for messages that concern no area. */
  readonly area: string;
  readonly rank: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextMs: number;
  readonly leasedMs: number;
  readonly expiresMs: number;
  readonly strikeMs: number | null;
  readonly decidedMs: number;
  readonly sentMs: number | null;
  readonly confirmedMs: number | null;
  readonly reason: string | null;
  readonly summary: Summary;
  /** The message as JSON; cleared on delivery. */
  readonly body: string | null;
  readonly receiptHash: string | null;
}

/** Messages of this rank are sent only while nothing else of the object can be. */
export const LAST_RANK = 6;

/** The order of sending: stop and its fall, data loss, warning, all-clear, the rest, fires. */
export function rankOf({ type, level, previousLevel }: Pick<Summary, 'type' | 'level' | 'previousLevel'>): number {
  if (type === 'watch.stop-extended' || (type === 'watch.raised' && level === 'stop')) return 0;
  if (isFall(type) && previousLevel === 'stop') return 0;
  if (type === 'watch.data-lost' || type === 'watch.data-restored') return 1;
  if (type === 'watch.raised' && level === 'warning') return 2;
  if (isFall(type) || type === 'watch.ended') return 3;
  if (type === 'fire.likely-lightning') return LAST_RANK;
  return type === 'watch.raised' ? 4 : 5;
}

export function deliveryView(delivery: Delivery): DeliveryView {
  const { id, area, recipient, state, attempts, strikeMs, decidedMs, sentMs, confirmedMs, reason, summary } = delivery;
  const { type, level, change } = summary;
  return {
    id,
    type,
    level,
    change,
    area: area === '' ? null : area,
    recipient,
    state,
    attempts,
    decidedAt: decidedMs,
    ...(strikeMs === null ? {} : { strikeAt: strikeMs }),
    ...(sentMs === null ? {} : { sentAt: sentMs }),
    ...(confirmedMs === null ? {} : { confirmedAt: confirmedMs }),
    ...(reason === null || state === 'sent' || state === 'confirmed' ? {} : { reason }),
  };
}

/** A recipient as its watchlist's owner sees it: without address and secret. */
export function recipientView(recipient: Recipient, last: Delivery | undefined, nowMs: number): RecipientView {
  const { id, name, threshold, state, quietHours, mutedUntilMs, target, heartbeat } = recipient;
  const { escalateAfterMin, mutedUntilClearOf, earlyNotice, fireNotice } = recipient;
  return {
    id,
    channel: target.channel,
    name,
    threshold,
    target: destinationOf(recipient),
    state,
    ...(quietHours ? { quietHours } : {}),
    ...(target.channel === 'webhook' ? { heartbeat } : {}),
    ...(earlyNotice ? { earlyNotice } : {}),
    ...(fireNotice ? { fireNotice } : {}),
    ...(escalateAfterMin === null ? {} : { escalateAfterMin }),
    ...(mutedUntilMs > nowMs ? { mutedUntil: mutedUntilMs } : {}),
    ...(mutedUntilMs > nowMs && mutedUntilClearOf !== null ? { mutedUntilClearOf } : {}),
    ...(last ? { lastDelivery: deliveryView(last) } : {}),
  };
}

export const TRY_MS = 5_000;

/** The result of one attempt to deliver. A `reason` never quotes the destination. */
export type Attempt =
  /** `result`: the start of the body, only for challenges. */
  | { readonly kind: 'accepted'; readonly result?: string }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal }
  /** No response in time, or no connection. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** One attempt to make. Plain data: it crosses from the object that decides to the Worker that sends. */
export interface SendJob {
  readonly id: string;
  readonly target: Target;
  /** For push: `topicOf(recipient, area)`. */
  readonly recipient: string;
  readonly area: string;
  /** A `Message` as JSON. */
  readonly body: string;
  readonly expiresMs: number;
  /** For push: the token that its service worker sends back once it is shown. */
  readonly receipt: string | null;
  readonly tryMs: number;
}

const RETRY_WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;
/** After this many failed attempts in a row the state is failing. */
const FAILING_AFTER = 3;

interface Outcome {
  readonly delivery: Delivery;
  readonly recipient: Recipient;
}

/**
 * The delivery and its recipient after an attempt. A recipient that is permanently gone becomes dead. A recipient that
 * moved is followed. If only the message is refused, only the delivery is dead. Other deliveries are retried, 1, 2, 4 …
 * 60 s later or when the destination says, until the message expires. A challenge or a test is never sent again to a
 * destination that responded: anyone can enter a host that never opted in.
 */
export function afterAttempt(delivery: Delivery, recipient: Recipient, attempt: Attempt, nowMs: number): Outcome {
  const tried: Delivery = { ...delivery, attempts: delivery.attempts + 1, leasedMs: 0 };
  if (attempt.kind === 'accepted' && isAnswered(delivery, attempt.result)) {
    const isVerification = recipient.target.channel !== 'push';
    const confirmedMs = recipient.target.channel === 'webhook' ? nowMs : null;
    const state = confirmedMs === null ? 'sent' : 'confirmed';
    return {
      delivery: { ...tried, state, sentMs: nowMs, confirmedMs, body: null, reason: null },
      recipient: {
        ...recipient,
        failures: 0,
        ...(delivery.summary.type === 'watch.challenge' ? { echoedMs: nowMs } : {}),
        ...(isVerification
          ? { okMs: nowMs, state: 'proven' }
          : recipient.state === 'failing'
            ? { state: stateOf(recipient) }
            : {}),
      },
    };
  }
  const reason = reasonOf(attempt);
  const refusal = attempt.kind === 'refused' ? attempt.refusal : undefined;
  const failures = recipient.failures + 1;
  if (refusal?.kind === 'closed') {
    return {
      delivery: { ...tried, state: 'dead', body: null, reason },
      recipient: { ...recipient, state: 'dead', failures },
    };
  }
  const isMoved = refusal?.kind === 'moved' && recipient.target.channel === 'telegram';
  const target = isMoved ? ({ channel: 'telegram', chatId: refusal.chatId } as const) : recipient.target;
  const reported = refusal?.kind === 'passing' ? refusal.retryAfterMs : undefined;
  // Immediately, but only once: two chats that point to each other would otherwise be tried forever.
  const followMs = isMoved && delivery.attempts === 0 ? 0 : undefined;
  const waitMs = followMs ?? reported ?? RETRY_WAITS_MS[delivery.attempts] ?? 60_000;
  const isRequested = delivery.summary.type === 'watch.challenge' || delivery.summary.type === 'watch.test';
  const isRefused =
    refusal?.kind === 'message' || (isRequested && attempt.kind !== 'unreachable' && followMs === undefined);
  const isOver = nowMs + waitMs >= delivery.expiresMs || isRefused;
  const isFailing = failures >= FAILING_AFTER && recipient.state === 'proven';
  return {
    delivery: { ...tried, reason, nextMs: nowMs + waitMs, ...(isOver ? { state: 'dead', body: null } : {}) },
    recipient: { ...recipient, target, failures, ...(isFailing ? { state: 'failing' } : {}) },
  };
}

function stateOf({ okMs }: Recipient): 'proven' | 'unproven' {
  return okMs === null ? 'unproven' : 'proven';
}

/** A challenge must be echoed: a host that accepts everything proves nothing. */
function isAnswered({ summary, body }: Delivery, result: string | undefined): boolean {
  if (summary.type !== 'watch.challenge') return true;
  try {
    const { data } = JSON.parse(body ?? '') as { data: { challenge?: string } };
    const { challenge } = JSON.parse(result ?? '') as { challenge?: unknown };
    return challenge !== undefined && challenge === data.challenge;
  } catch {
    return false;
  }
}

const WHAT_IS_WRONG: Readonly<Record<Exclude<Refusal['kind'], 'passing'>, string>> = {
  message: 'this message is refused',
  closed: 'the address is closed',
  moved: 'the chat has moved',
  ours: 'the far side refuses this site',
};

function reasonOf(attempt: Attempt): string {
  if (attempt.kind === 'accepted') return 'challenge not echoed';
  if (attempt.kind === 'unreachable') return attempt.reason;
  const { kind } = attempt.refusal;
  return kind === 'passing' ? `status ${attempt.status}` : `status ${attempt.status}: ${WHAT_IS_WRONG[kind]}`;
}

/** If the receipt arrives before the attempt ends, counts the attempt, which will then find nothing to complete. */
export function afterReceipt(delivery: Delivery, nowMs: number): Delivery {
  const { state, sentMs, attempts, leasedMs } = delivery;
  const isUnderWay = state === 'pending' && leasedMs > 0;
  return {
    ...delivery,
    state: state === 'superseded' ? state : 'confirmed',
    attempts: attempts + (isUnderWay ? 1 : 0),
    leasedMs: 0,
    sentMs: sentMs ?? nowMs,
    confirmedMs: nowMs,
    body: null,
  };
}
