import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { MAX_RETRIES, retryDelayMs } from '#worker/outbound/classifyAnswer.ts';
import type { MessageDelivery } from './notifiers.ts';

/** Waits after the three quick retries. A message whose attempt after the last wait fails is dead. */
const LATER_WAITS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** The first attempt, three quick retries, and one after each later wait. */
export const MAX_ATTEMPTS = 1 + MAX_RETRIES + LATER_WAITS_MS.length;

/** How soon a message goes on once a setting was mended. */
const BLOCKED_WAIT_MS = 10 * MINUTE_MS;

export type Settlement =
  | { readonly state: 'delivered' }
  /** `blocked`: until the operator mends a setting. */
  | { readonly state: 'pending'; readonly nextAtMs: number; readonly reason: string; readonly blocked: boolean }
  | { readonly state: 'dead'; readonly reason: string };

function waitAfterMs(attempts: number, random: number): number | undefined {
  return attempts <= MAX_RETRIES ? retryDelayMs(attempts, random) : LATER_WAITS_MS[attempts - MAX_RETRIES - 1];
}

/**
 * The row's new state after attempt number `attempts` (from 1) ended with `delivery`; `random` is 0..1. A requested
 * pause is respected even if the schedule would try sooner. A blocked message is never given up: it is not what is wrong.
 */
export function settlement(delivery: MessageDelivery, attempts: number, nowMs: number, random: number): Settlement {
  if (delivery.kind === 'delivered') return { state: 'delivered' };
  const { reason } = delivery;
  if (delivery.kind === 'blocked')
    return { state: 'pending', nextAtMs: nowMs + BLOCKED_WAIT_MS, reason, blocked: true };
  const waitMs = waitAfterMs(attempts, random);
  if (delivery.kind === 'rejected' || waitMs === undefined) return { state: 'dead', reason };
  const pauseMs = delivery.kind === 'paused' ? delivery.retryAfterMs : 0;
  return { state: 'pending', nextAtMs: nowMs + Math.max(waitMs, pauseMs), reason, blocked: false };
}
