import type { ProviderNow } from './planPoll.ts';

/** A clock that is off by more than this is likelier a header that is: strikes must tell. */
export const DOUBTFUL_SKEW_MS = 60_000;

/** What is known of the provider's clock, good for a new start. */
export interface ClockEstimate {
  /** The clock of its `Date` less ours. */
  readonly skewMs: number;
  /** The clock that new strikes were stamped by, if they have told. */
  readonly strikesFollow: 'date' | 'ours' | null;
}

export const OUR_CLOCK: ClockEstimate = { skewMs: 0, strikesFollow: null };

/** What the provider's clock may show at `nowMs` of ours. */
export function providerNowAt({ skewMs, strikesFollow }: ClockEstimate, nowMs: number): ProviderNow {
  if (Math.abs(skewMs) <= DOUBTFUL_SKEW_MS || strikesFollow === 'date') return at(nowMs + skewMs);
  if (strikesFollow === 'ours') return at(nowMs);
  return { earliestMs: Math.min(nowMs, nowMs + skewMs), latestMs: Math.max(nowMs, nowMs + skewMs) };
}

function at(nowMs: number): ProviderNow {
  return { earliestMs: nowMs, latestMs: nowMs };
}
