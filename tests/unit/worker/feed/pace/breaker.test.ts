import { describe, expect, it } from 'vitest';
import {
  type Breaker,
  breakerAfterCall,
  breakerAfterFailure,
  breakerAfterSuccess,
  breakerOpensAtMs,
  CLOSED_BREAKER,
} from '#worker/feed/pace/breaker.ts';

const NOW_MS = 1_000_000;
const fail = (breaker: Breaker, random = 0.5, denied = false) => breakerAfterFailure(breaker, NOW_MS, random, denied);

describe('the circuit to the provider', () => {
  it('[FD7] opens at the third failure in a row and probes after about a minute', () => {
    const second = fail(fail(CLOSED_BREAKER));
    expect(second).toEqual({ state: 'closed', failures: 2 });
    expect(fail(second)).toEqual({ state: 'open', probeAtMs: NOW_MS + 60_000 });
    expect(fail(second, 0)).toEqual({ state: 'open', probeAtMs: NOW_MS + 48_000 });
    expect(fail(second, 0.999_999)).toEqual({ state: 'open', probeAtMs: NOW_MS + 72_000 });
  });

  it('[FD7] lets one probe through: half-open until it returns, then open again or closed', () => {
    const open: Breaker = { state: 'open', probeAtMs: NOW_MS };
    expect(breakerOpensAtMs(open, NOW_MS)).toBe(NOW_MS);
    const probing = breakerAfterCall(open);
    expect(probing).toEqual({ state: 'half-open' });
    expect(breakerOpensAtMs(probing, NOW_MS)).toBeUndefined();
    expect(fail(probing)).toEqual({ state: 'open', probeAtMs: NOW_MS + 60_000 });
    expect(breakerAfterSuccess()).toEqual(CLOSED_BREAKER);
  });

  it('[FD7] opens at once where the provider refuses us', () => {
    expect(fail(CLOSED_BREAKER, 0.5, true)).toEqual({ state: 'open', probeAtMs: NOW_MS + 60_000 });
  });

  it('does not mind calls while closed', () => {
    expect(breakerAfterCall(CLOSED_BREAKER)).toEqual(CLOSED_BREAKER);
    expect(breakerOpensAtMs(CLOSED_BREAKER, NOW_MS)).toBe(NOW_MS);
  });
});
