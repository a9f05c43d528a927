import type { Delivery } from './Delivery.ts';

/**
 * What its receipt makes of a delivery. It can come before the answer to the attempt that it belongs to: then that attempt,
 * still leased, is counted here, because an attempt that ends later finds nothing left to settle.
 */
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
