/**
 * The circuit to the provider. Closed, it counts reads that failed to the end; after three in a row it opens and lets
 * one probe through a minute; the first success closes it.
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
 * The circuit after a read failed to the end; `random` (0..1) spreads the probe by a fifth either way. A provider that
 * refuses our credentials (`denied`) is believed at once, yet probed as often: a minute too late is a minute of dead map.
 */
export function breakerAfterFailure(breaker: Breaker, nowMs: number, random: number, denied: boolean): Breaker {
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : FAILURES_TO_OPEN;
  if (failures < FAILURES_TO_OPEN && !denied) return { state: 'closed', failures };
  return { state: 'open', probeAtMs: nowMs + Math.round(PROBE_EVERY_MS * (0.8 + 0.4 * random)) };
}

/** When the next call may go out: now, at the probe's time, or (undefined) when the probe under way has come back. */
export function breakerOpensAtMs(breaker: Breaker, nowMs: number): number | undefined {
  if (breaker.state === 'closed') return nowMs;
  return breaker.state === 'open' ? breaker.probeAtMs : undefined;
}

/** The circuit once a call is sent: an open one becomes half-open until that probe returns. */
export function breakerAfterCall(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { state: 'half-open' } : breaker;
}
