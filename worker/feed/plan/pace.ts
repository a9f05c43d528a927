/**
 * The circuit breaker in front of the provider. Closed, it counts reads that ran out of retries; after three in a row
 * it opens and lets single probes through, sooner at first. The first success closes it. `probes` counts those since it
 * opened.
 */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly probeAtMs: number; readonly probes: number }
  | { readonly state: 'half-open'; readonly probes: number };

export const CLOSED_BREAKER: Breaker = { state: 'closed', failures: 0 };

const FAILURES_TO_OPEN = 3;
/** From a failed call to the next probe. The last wait is how late viewers see that the provider is back. */
const PROBE_WAITS_MS = [5_000, 10_000, 15_000] as const;
/** How much shorter a wait may be, so that many deployments do not probe together. */
const JITTER = 0.2;

export function breakerAfterSuccess(): Breaker {
  return CLOSED_BREAKER;
}

/**
 * After a read, sent at `sentMs`, ran out of retries; `random` is 0..1. Refused credentials (`denied`) open it at once.
 */
export function breakerAfterFailure(breaker: Breaker, sentMs: number, random: number, denied: boolean): Breaker {
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : FAILURES_TO_OPEN;
  if (failures < FAILURES_TO_OPEN && !denied) return { state: 'closed', failures };
  const probes = breaker.state === 'closed' ? 0 : breaker.probes;
  const waitMs = PROBE_WAITS_MS[Math.min(probes, PROBE_WAITS_MS.length - 1)] as number;
  return { state: 'open', probeAtMs: sentMs + Math.round(waitMs * (1 - JITTER * random)), probes };
}

/** Now, or the probe's time; undefined while a probe is under way. */
export function breakerOpensAtMs(breaker: Breaker, nowMs: number): number | undefined {
  if (breaker.state === 'closed') return nowMs;
  return breaker.state === 'open' ? breaker.probeAtMs : undefined;
}

export function breakerAfterCall(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { state: 'half-open', probes: breaker.probes + 1 } : breaker;
}

/**
 * 5 s for the first two probes, so that a hanging one does not delay the next; then as long as any call (undefined),
 * because a provider that has just come back may be slow.
 */
export function probeTimeoutMs(breaker: Breaker): number | undefined {
  return breaker.state === 'half-open' && breaker.probes < PROBE_WAITS_MS.length ? 5_000 : undefined;
}

/** For a probe that will not be answered, because the Feed died or the provider asked for a pause. */
export function breakerWithoutProbe(breaker: Breaker, nowMs: number): Breaker {
  return breaker.state === 'half-open' ? { state: 'open', probeAtMs: nowMs, probes: breaker.probes } : breaker;
}

/** A token bucket with a single token, so calls are evenly spaced. `nextCallMs`: when the next one is available. */
export interface CallBudget {
  readonly nextCallMs: number;
}

export function spendCall(budget: CallBudget, nowMs: number, maxRps: number): CallBudget {
  return { nextCallMs: Math.max(nowMs, budget.nextCallMs) + Math.ceil(1000 / maxRps) };
}

export function pauseCalls(budget: CallBudget, nowMs: number, retryAfterMs: number): CallBudget {
  return { nextCallMs: Math.max(budget.nextCallMs, nowMs + retryAfterMs) };
}
