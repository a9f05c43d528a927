import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Breaker,
  breakerAfterCall,
  breakerAfterFailure,
  breakerAfterSuccess,
  breakerOpensAtMs,
  breakerWithoutProbe,
  CLOSED_BREAKER,
  pauseCalls,
  probeTimeoutMs,
  spendCall,
} from '#worker/feed/plan/pace.ts';

const NOW_MS = 1_000_000;
const fail = (breaker: Breaker, random = 0.5, denied = false) => breakerAfterFailure(breaker, NOW_MS, random, denied);

describe('the circuit to the provider', () => {
  test('[FD7] opens at the third failure in a row, and probes 5, 10 and then every 15 s after the last call', () => {
    const second = fail(fail(CLOSED_BREAKER));
    expect(second).toEqual({ state: 'closed', failures: 2 });
    let breaker = fail(second, 0);
    const waits: number[] = [];
    for (let probe = 0; probe < 5; probe += 1) {
      waits.push((breakerOpensAtMs(breaker, NOW_MS) ?? 0) - NOW_MS);
      breaker = fail(breakerAfterCall(breaker), 0);
    }
    expect(waits).toEqual([5_000, 10_000, 15_000, 15_000, 15_000]);
  });

  test('[FD7] draws waits up to a fifth shorter, never longer', () => {
    const open = fail(CLOSED_BREAKER, 0, true);
    expect(fail(CLOSED_BREAKER, 0.999_999, true)).toEqual({ ...open, probeAtMs: NOW_MS + 4_000 });
    expect(fail(CLOSED_BREAKER, 0.5, true)).toEqual({ ...open, probeAtMs: NOW_MS + 4_500 });
  });

  test('gives the first two probes 5 s, and later ones as long as any call', () => {
    const probing = (probes: number) => probeTimeoutMs({ state: 'half-open', probes });
    expect([1, 2, 3, 9].map(probing)).toEqual([5_000, 5_000, undefined, undefined]);
    expect(probeTimeoutMs(CLOSED_BREAKER)).toBeUndefined();
  });

  test('[FD7] lets one probe through: half-open until it returns, then open again or closed', () => {
    const open: Breaker = { state: 'open', probeAtMs: NOW_MS, probes: 0 };
    expect(breakerOpensAtMs(open, NOW_MS)).toBe(NOW_MS);
    const probing = breakerAfterCall(open);
    expect(probing).toEqual({ state: 'half-open', probes: 1 });
    expect(breakerOpensAtMs(probing, NOW_MS)).toBeUndefined();
    expect(fail(probing, 0)).toEqual({ state: 'open', probeAtMs: NOW_MS + 10_000, probes: 1 });
    expect(breakerWithoutProbe(probing, NOW_MS)).toEqual({ state: 'open', probeAtMs: NOW_MS, probes: 1 });
    expect(breakerAfterSuccess()).toEqual(CLOSED_BREAKER);
  });

  test('does not mind calls while closed', () => {
    expect(breakerAfterCall(CLOSED_BREAKER)).toEqual(CLOSED_BREAKER);
    expect(breakerOpensAtMs(CLOSED_BREAKER, NOW_MS)).toBe(NOW_MS);
  });
});

describe('the budget of calls', () => {
  test('[FD6] never lets more than its share out in any second, however calls crowd', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 20, maxLength: 80 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 20 }), (idleMs, maxRps) => {
        let budget = { nextCallMs: 0 };
        let nowMs = 0;
        const sentMs = idleMs.map((idle) => {
          nowMs = Math.max(nowMs + idle, budget.nextCallMs);
          budget = spendCall(budget, nowMs, maxRps);
          return nowMs;
        });
        for (const atMs of sentMs) {
          const inSecond = sentMs.filter((other) => other >= atMs && other < atMs + 1_000).length;
          expect(inSecond).toBeLessThanOrEqual(maxRps);
        }
      }),
    );
  });

  test('[FD7] stands still for as long as the provider asks, and never gets shorter by it', () => {
    expect(pauseCalls({ nextCallMs: 5_500 }, 5_000, 30_000)).toEqual({ nextCallMs: 35_000 });
    expect(pauseCalls({ nextCallMs: 90_000 }, 5_000, 30_000)).toEqual({ nextCallMs: 90_000 });
  });
});
