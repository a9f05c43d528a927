/**
 * The circuit breaker in front of the provider. Closed, it counts reads that ran out of retries; after three in a row
 * it opens and lets one probe through a minute. The first success closes it.
 */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly probeAtMs: number }
  | { readonly state: 'half-open' };

export const CLOSED_BREAKER: Breaker = { state: 'closed', failures: 0 };

const FAILURES_TO_OPEN = 3;
const PROBE_EVERY_MS = 60_000;

export function breakerAfterSuccess(): Breaker {
  return CLOSED_BREAKER;
}

/**
 * The breaker after a read ran out of retries; `random` (0..1) spreads the probe by a fifth either way. `denied` (our
 * credentials were refused) opens it at once, but probes stay one a minute, so that the map recovers quickly.
 */
export function breakerAfterFailure(breaker: Breaker, nowMs: number, random: number, denied: boolean): Breaker {
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : FAILURES_TO_OPEN;
  if (failures < FAILURES_TO_OPEN && !denied) return { state: 'closed', failures };
  return { state: 'open', probeAtMs: nowMs + Math.round(PROBE_EVERY_MS * (0.8 + 0.4 * random)) };
}

/** When the next call may go out: now, or at the probe's time; undefined while a probe is under way. */
export function breakerOpensAtMs(breaker: Breaker, nowMs: number): number | undefined {
  if (breaker.state === 'closed') return nowMs;
  return breaker.state === 'open' ? breaker.probeAtMs : undefined;
}

/** The breaker once a call is sent: an open one becomes half-open until that probe returns. */
export function breakerAfterCall(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { state: 'half-open' } : breaker;
}
