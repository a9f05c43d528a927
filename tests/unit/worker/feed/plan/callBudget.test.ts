import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseCalls, spendCall } from '#worker/feed/plan/pace.ts';

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
