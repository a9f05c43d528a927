import { type Breaker, breakerOpensAtMs, type CallBudget } from './plan/pace.ts';
import type { InFlight, Read } from './Read.ts';

/** Below the six connections that the platform allows per invocation. */
const MAX_CALLS_IN_FLIGHT = 4;
/** The two limits leave a slot to home's polls, whatever hangs. */
const MAX_OWED_IN_FLIGHT = 2;
const MAX_FOREIGN_IN_FLIGHT = 1;
/** What home owes goes first, unless other regions have waited this long: a day of it takes minutes to read. */
const FOREIGN_PATIENCE_MS = 5_000;
/** At least one call in five is not one of home's polls, however busy the sky. */
const LIVE_CALLS_PER_OTHER = 4;
const NEVER_MS = Number.POSITIVE_INFINITY;

export interface ReadSituation {
  readonly nowMs: number;
  readonly live: readonly Read[];
  readonly inFlight: InFlight;
  /** Infinity while home owes nothing that is not under way. */
  readonly owedAtMs: number;
  readonly foreignAtMs: number;
  readonly pastAtMs: number;
  readonly liveSinceOther: number;
  /** Infinity while home's poll waits for its reads. */
  readonly nextPollMs: number;
  readonly budget: CallBudget;
  readonly breaker: Breaker;
  readonly maxRps: number;
}

export type ReadChoice =
  | { readonly kind: 'live'; readonly read: Read }
  | { readonly kind: 'owed' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'past' }
  /** Nothing may be sent before `untilMs`, unless a call comes back earlier. */
  | { readonly kind: 'wait'; readonly untilMs: number };

/**
 * Chooses the next call: home's polls first, then what home owes, then other regions. The latter two need a closed
 * circuit, and either a token that is back before home's next poll or four live calls in a row before them. Home's past
 * comes last, only with a token that nothing else needs until it is back.
 */
export function selectRead(situation: ReadSituation): ReadChoice {
  const { nowMs, live, nextPollMs, budget, breaker, inFlight } = situation;
  const opensAtMs = breakerOpensAtMs(breaker, nowMs);
  const underWay = inFlight.live + inFlight.owed + inFlight.foreign + inFlight.past;
  if (opensAtMs === undefined || underWay >= MAX_CALLS_IN_FLIGHT) return { kind: 'wait', untilMs: nextPollMs };
  const callAtMs = Math.max(budget.nextCallMs, opensAtMs);

  const other = otherRead(situation, callAtMs);
  const othersTurn = situation.liveSinceOther >= LIVE_CALLS_PER_OTHER && other.callMs <= callAtMs;
  const waiting = live.filter((read) => read.sentMs === undefined);
  const ready = waiting.find((read) => read.notBeforeMs <= nowMs);
  if (ready) {
    if (callAtMs > nowMs) return { kind: 'wait', untilMs: callAtMs };
    return othersTurn ? { kind: other.kind } : { kind: 'live', read: ready };
  }
  const liveCallMs = Math.min(nextPollMs, ...waiting.map((read) => read.notBeforeMs));
  const tokenMs = 1000 / situation.maxRps;
  const isOthers = othersTurn || other.callMs + tokenMs <= liveCallMs;
  if (isOthers && other.callMs <= nowMs) return { kind: other.kind };
  const neededMs = Math.min(liveCallMs, isOthers ? other.callMs : liveCallMs);
  const pastMs = breaker.state === 'closed' && inFlight.past === 0 ? Math.max(callAtMs, situation.pastAtMs) : NEVER_MS;
  if (pastMs + tokenMs > neededMs) return { kind: 'wait', untilMs: neededMs };
  return pastMs <= nowMs ? { kind: 'past' } : { kind: 'wait', untilMs: pastMs };
}

/** A call for what home owes or for other regions, and when it may go out; home goes first, once both may. */
function otherRead(situation: ReadSituation, callAtMs: number): { kind: 'owed' | 'foreign'; callMs: number } {
  const { nowMs, breaker, inFlight, owedAtMs, foreignAtMs } = situation;
  const closed = breaker.state === 'closed';
  const mayOwe = closed && inFlight.owed < MAX_OWED_IN_FLIGHT;
  const owedMs = mayOwe ? Math.max(callAtMs, owedAtMs) : Number.POSITIVE_INFINITY;
  const mayAskForeign = closed && inFlight.foreign < MAX_FOREIGN_IN_FLIGHT;
  const foreignMs = mayAskForeign ? Math.max(callAtMs, foreignAtMs) : Number.POSITIVE_INFINITY;
  const foreignWaits = foreignMs < Number.POSITIVE_INFINITY && nowMs - foreignAtMs >= FOREIGN_PATIENCE_MS;
  return owedMs <= foreignMs && !foreignWaits
    ? { kind: 'owed', callMs: owedMs }
    : { kind: 'foreign', callMs: foreignMs };
}
