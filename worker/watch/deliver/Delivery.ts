import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Level } from '#shared/watch/Area.ts';
import type { DeliveryState, DeliveryView, MessageType, RecipientView } from '#shared/watch/RecipientView.ts';
import type { Missed } from '#worker/watch/tell/Message.ts';
import { farSideOf, type Recipient } from './Recipient.ts';

/** The part of a message that is kept after its body was cleared. */
export interface Summary {
  readonly type: MessageType;
  readonly level: Level;
  readonly previousLevel: Level;
  readonly change: number;
  /** The raise that never arrived, carried on from messages that were superseded unsent. */
  readonly missed?: Missed;
}

export interface Delivery {
  /** `area.change.recipient`: the same for every attempt, so that a receiver can drop repeats. */
  readonly id: string;
  readonly book: string;
  readonly recipient: string;
  /** Empty for what concerns no area. */
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

const SECOND_MS = 1_000;

/** Of what goes only while nothing else of the object can be sent. */
export const LAST_RANK = 6;

/** The order of sending: stop and its fall, blindness, warning, all-clear, the rest, fires. */
export function rankOf({ type, level, previousLevel }: Pick<Summary, 'type' | 'level' | 'previousLevel'>): number {
  if (type === 'watch.again' || (type === 'watch.raise' && level === 'stop')) return 0;
  const isFall = type === 'watch.clear' || type === 'watch.lowered';
  if (isFall && previousLevel === 'stop') return 0;
  if (type === 'watch.blind' || type === 'watch.sight') return 1;
  if (type === 'watch.raise' && level === 'warning') return 2;
  if (isFall || type === 'watch.ended') return 3;
  if (type === 'fire.likely-lightning') return LAST_RANK;
  return type === 'watch.raise' ? 4 : 5;
}

/** How long a message is worth delivering. A raise lasts until its fall supersedes it. */
export function lifeMs(type: MessageType): number {
  switch (type) {
    case 'watch.raise':
      return 24 * HOUR_MS;
    case 'watch.lowered':
    case 'watch.clear':
    case 'watch.sight':
    case 'watch.ended':
    case 'fire.likely-lightning':
      return 6 * HOUR_MS;
    case 'watch.blind':
      return HOUR_MS / 2;
    case 'watch.again':
      return HOUR_MS / 6;
    case 'watch.early':
      return HOUR_MS / 6;
    case 'watch.notice':
      return HOUR_MS;
    case 'watch.challenge':
      return HOUR_MS / 4;
    case 'watch.test':
    case 'watch.heartbeat':
      return 60 * SECOND_MS;
  }
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

/** A recipient as its book's owner sees it: without address and secret. */
export function recipientView(recipient: Recipient, last: Delivery | undefined, nowMs: number): RecipientView {
  const { id, name, threshold, state, quietHours, mutedUntilMs, target, heartbeat } = recipient;
  const { escalateAfterMin, mutedUntilClearOf, earlyNotice, fireNotice } = recipient;
  return {
    id,
    channel: target.channel,
    name,
    threshold,
    target: farSideOf(recipient),
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
