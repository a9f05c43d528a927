/**
 * The one budget of calls to the provider: a token bucket that holds a single token, so calls are evenly spaced and
 * never come in bursts. `nextCallMs` is when the next token is available.
 */
export interface CallBudget {
  readonly nextCallMs: number;
}

/** The budget after a call at `nowMs`. */
export function spendCall(budget: CallBudget, nowMs: number, maxRps: number): CallBudget {
  return { nextCallMs: Math.max(nowMs, budget.nextCallMs) + Math.ceil(1000 / maxRps) };
}

/** The budget after the provider asked for a pause of `retryAfterMs`. */
export function pauseCalls(budget: CallBudget, nowMs: number, retryAfterMs: number): CallBudget {
  return { nextCallMs: Math.max(budget.nextCallMs, nowMs + retryAfterMs) };
}
