import { type Breaker, breakerOpensAtMs } from './pace/breaker.ts';
import type { CallBudget } from './pace/callBudget.ts';
import type { Read } from './Read.ts';

/** Below the six connections that the platform allows per invocation. */
const MAX_CALLS_IN_FLIGHT = 4;
const MAX_OWED_IN_FLIGHT = 2;
/** However busy the sky, at least one call in five goes to owed windows. */
const LIVE_CALLS_PER_OWED = 4;

export interface ReadSituation {
  readonly nowMs: number;
  /** Reads of the polls under way, most urgent first. */
  readonly live: readonly Read[];
  readonly owedInFlight: number;
  readonly liveInFlight: number;
  /** When the next owed window may be read; undefined if none is owed. */
  readonly owedAtMs: number | undefined;
  /** Live calls sent since the last owed one. */
  readonly liveSinceOwed: number;
  /** When the next poll starts; polls waiting for their own reads do not count. */
  readonly nextPollMs: number;
  readonly budget: CallBudget;
  readonly breaker: Breaker;
  readonly maxRps: number;
}

export type ReadChoice =
  | { readonly kind: 'live'; readonly read: Read }
  | { readonly kind: 'owed' }
  /** Nothing may be sent before `untilMs`, unless a call comes back earlier. */
  | { readonly kind: 'wait'; readonly untilMs: number };

/**
 * Which call goes out next. Live reads go first. Owed windows need a closed circuit, and either a token that is back
 * before the next poll needs it or four live calls in a row before them.
 */
export function selectRead(situation: ReadSituation): ReadChoice {
  const { nowMs, live, owedAtMs, nextPollMs, budget, breaker } = situation;
  const opensAtMs = breakerOpensAtMs(breaker, nowMs);
  const inFlight = situation.owedInFlight + situation.liveInFlight;
  if (opensAtMs === undefined || inFlight >= MAX_CALLS_IN_FLIGHT) return { kind: 'wait', untilMs: nextPollMs };
  const callAtMs = Math.max(budget.nextCallMs, opensAtMs);

  const mayOwe = breaker.state === 'closed' && situation.owedInFlight < MAX_OWED_IN_FLIGHT;
  const owedCallMs = mayOwe && owedAtMs !== undefined ? Math.max(callAtMs, owedAtMs) : Number.POSITIVE_INFINITY;
  const owedsTurn = situation.liveSinceOwed >= LIVE_CALLS_PER_OWED && owedCallMs <= callAtMs;

  const waiting = live.filter((read) => read.sentMs === undefined);
  const ready = waiting.find((read) => read.notBeforeMs <= nowMs);
  if (ready) {
    if (callAtMs > nowMs) return { kind: 'wait', untilMs: callAtMs };
    return owedsTurn ? { kind: 'owed' } : { kind: 'live', read: ready };
  }
  const liveCallMs = Math.min(nextPollMs, ...waiting.map((read) => read.notBeforeMs));
  const tokenBackMs = owedCallMs + 1000 / situation.maxRps;
  if (!owedsTurn && tokenBackMs > liveCallMs) return { kind: 'wait', untilMs: liveCallMs };
  return owedCallMs <= nowMs ? { kind: 'owed' } : { kind: 'wait', untilMs: owedCallMs };
}
