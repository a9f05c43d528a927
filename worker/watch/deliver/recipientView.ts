import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { type Delivery, deliveryView } from './Delivery.ts';
import { placeOf, type Recipient } from './Recipient.ts';

/** What the owner is told of a recipient: neither its address nor its secret. */
export function recipientView(recipient: Recipient, last: Delivery | undefined, nowMs: number): RecipientView {
  const { id, name, threshold, state, quietHours, mutedUntilMs, target, heartbeat } = recipient;
  const { escalateAfterMin, mutedUntilClearOf, earlyNotice } = recipient;
  return {
    id,
    channel: target.channel,
    name,
    threshold,
    target: placeOf(recipient),
    state,
    ...(quietHours ? { quietHours } : {}),
    ...(target.channel === 'webhook' ? { heartbeat } : {}),
    ...(earlyNotice ? { earlyNotice } : {}),
    ...(escalateAfterMin === null ? {} : { escalateAfterMin }),
    ...(mutedUntilMs > nowMs ? { mutedUntil: mutedUntilMs } : {}),
    ...(mutedUntilMs > nowMs && mutedUntilClearOf !== null ? { mutedUntilClearOf } : {}),
    ...(last ? { lastDelivery: deliveryView(last) } : {}),
  };
}
