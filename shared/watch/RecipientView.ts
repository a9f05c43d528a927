import * as v from 'valibot';
import { LEVELS } from './Area.ts';
import { CHANNELS, QuietHours, THRESHOLDS } from './RecipientBody.ts';

/**
 * - `unproven`: nothing has arrived yet. A webhook gets challenges alone; others are told, marked as unproven.
 * - `proven`: something arrived. `failing`: the last attempts did not. `dead`: it is gone for good.
 */
const RECIPIENT_STATES = ['unproven', 'proven', 'failing', 'dead'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** `sent`: the far side took it. `confirmed`: the recipient has it. `superseded`: a newer one went instead. */
const DELIVERY_STATES = ['pending', 'sent', 'confirmed', 'superseded', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const MESSAGE_TYPES = [
  'watch.raise',
  'watch.again',
  'watch.lowered',
  'watch.clear',
  'watch.blind',
  'watch.sight',
  'watch.early',
  'fire.likely-lightning',
  'watch.notice',
  'watch.ended',
  'watch.test',
  'watch.challenge',
  'watch.heartbeat',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

const Milliseconds = v.pipe(v.number(), v.integer());

/** One message to one recipient. Times are the server's, except the strike's. */
export const DeliveryView = v.object({
  id: v.string(),
  type: v.picklist(MESSAGE_TYPES),
  level: v.picklist(LEVELS),
  area: v.nullable(v.string()),
  recipient: v.string(),
  change: v.number(),
  state: v.picklist(DELIVERY_STATES),
  strikeAt: v.optional(Milliseconds),
  decidedAt: Milliseconds,
  sentAt: v.optional(Milliseconds),
  confirmedAt: v.optional(Milliseconds),
  attempts: v.number(),
  reason: v.optional(v.string()),
});
export type DeliveryView = v.InferOutput<typeof DeliveryView>;

/** A recipient as the book's owner sees it. `target` is the host of a webhook or push service, or `Telegram`. */
export const RecipientView = v.object({
  id: v.string(),
  channel: v.picklist(CHANNELS),
  name: v.string(),
  threshold: v.picklist(THRESHOLDS),
  target: v.string(),
  state: v.picklist(RECIPIENT_STATES),
  quietHours: v.optional(QuietHours),
  heartbeat: v.optional(v.boolean()),
  earlyNotice: v.optional(v.boolean()),
  fireNotice: v.optional(v.boolean()),
  /** Told only of what nobody confirmed within so many minutes; absent if it is told at once. */
  escalateAfterMin: v.optional(v.number()),
  mutedUntil: v.optional(Milliseconds),
  /** The area whose all-clear ends the mute early. */
  mutedUntilClearOf: v.optional(v.string()),
  lastDelivery: v.optional(DeliveryView),
  /** The signing key of a new webhook. Told once. */
  secret: v.optional(v.string()),
  /** The link of a new Telegram recipient, which opens its chat. Good once, for 15 min. */
  startUrl: v.optional(v.string()),
});
export type RecipientView = v.InferOutput<typeof RecipientView>;
