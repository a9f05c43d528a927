import { MAX_RETRIES, retryDelayMs } from '../outbound/retryDelay.ts';
import type { Delivery } from './Notifier.ts';

const MINUTE_MS = 60_000;

/** Waits after the specification's three quick retries; after the last of them a message is dead. */
const LATER_WAITS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** Tries a message gets before it is dead: the first, three quick retries, and one after each later wait. */
export const MAX_ATTEMPTS = 1 + MAX_RETRIES + LATER_WAITS_MS.length;

/** What an attempt leaves behind: the row's new state, and when a pending row is due. */
export type Settlement =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly nextAtMs: number; readonly reason: string }
  | { readonly state: 'dead'; readonly reason: string };

function waitAfterMs(attempts: number, random: number): number | undefined {
  return attempts <= MAX_RETRIES ? retryDelayMs(attempts, random) : LATER_WAITS_MS[attempts - MAX_RETRIES - 1];
}

/**
 * What becomes of a message after try number `attempts` (from 1) ended with `delivery` at `nowMs`; `random` is 0..1.
 * A pause that was asked for is kept even where the schedule would try sooner.
 */
export function settle(delivery: Delivery, attempts: number, nowMs: number, random: number): Settlement {
  if (delivery.kind === 'delivered') return { state: 'delivered' };
  const { reason } = delivery;
  const waitMs = waitAfterMs(attempts, random);
  if (delivery.kind === 'rejected' || waitMs === undefined) return { state: 'dead', reason };
  const pauseMs = delivery.kind === 'paused' ? delivery.retryAfterMs : 0;
  return { state: 'pending', nextAtMs: nowMs + Math.max(waitMs, pauseMs), reason };
}
