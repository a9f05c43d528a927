import { MAX_RETRIES, retryDelayMs } from '#worker/outbound/retryDelay.ts';
import { type Breaker, breakerAfterFailure } from './pace/breaker.ts';

/** A window whose retries ran out is left alone for this long. */
const REST_AFTER_FAILURE_MS = 60_000;

export interface ReadFailure {
  readonly kind: 'failed' | 'rejected';
  /** Whether our credentials were refused. */
  readonly denied: boolean;
  /** Consecutive failures of the read, this one included. */
  readonly failures: number;
  /** Whether a newer poll has taken the place of the read's. */
  readonly superseded: boolean;
  readonly sentMs: number;
}

export interface FailureVerdict {
  /** Whether the read is not tried again. */
  readonly final: boolean;
  /** When its window may be read again. */
  readonly notBeforeMs: number;
  readonly breaker: Breaker;
}

/** What follows from a read that failed; `random` is 0..1. A read that is out of retries counts for the breaker. */
export function failureVerdict(failure: ReadFailure, breaker: Breaker, nowMs: number, random: number): FailureVerdict {
  const { kind, denied, failures, superseded, sentMs } = failure;
  const final = kind === 'rejected' || superseded || failures > MAX_RETRIES || breaker.state !== 'closed';
  return {
    final,
    notBeforeMs: nowMs + (final ? REST_AFTER_FAILURE_MS : retryDelayMs(failures, random)),
    breaker: final ? breakerAfterFailure(breaker, sentMs, random, denied) : breaker,
  };
}
