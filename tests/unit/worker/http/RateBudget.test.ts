import { describe, expect, test } from 'vitest';
import { fakeClock } from '#tests/support/fakeClock.ts';
import type { HttpProblem } from '#worker/http/HttpProblem.ts';
import { clientOf, RateBudget } from '#worker/http/RateBudget.ts';

/** A limiter that lets `limit` calls of each key through, and a budget of which a unit pays for 100. */
function bench(limit: number) {
  const clock = fakeClock(1_000_000);
  const calls: string[] = [];
  const logged: string[] = [];
  const rate = {
    limit: async ({ key }: { key: string }) => {
      calls.push(key);
      return { success: calls.filter((called) => called === key).length <= limit };
    },
  };
  const log = (_: string, event: string) => void logged.push(event);
  return { budget: new RateBudget({ what: 'rows', costAUnit: 100, clock, log }), rate, calls, clock, logged };
}

const problemOf = (work: () => void): HttpProblem | undefined => {
  try {
    work();
  } catch (error) {
    return error as HttpProblem;
  }
  return undefined;
};

describe('a client’s budget', () => {
  test('[AP5] is charged a unit for each hundred, small costs together', async () => {
    const { budget, rate, calls } = bench(99);
    for (const cost of [40, 40, 40, 250]) await budget.charge(rate, 'a', cost);
    expect(calls).toEqual(['a', 'a', 'a']);
  });

  test('[AP5] once spent is refused with Retry-After, without asking the limiter each time, and to nobody else', async () => {
    const { budget, rate, calls, clock } = bench(2);
    budget.check('a');
    await budget.charge(rate, 'a', 900);
    expect(calls).toHaveLength(3);
    expect(problemOf(() => budget.check('a'))).toMatchObject({ status: 429, extras: { retryAfterSeconds: 60 } });
    expect(problemOf(() => budget.check('b'))).toBeUndefined();
    clock.advance(10_000);
    expect(problemOf(() => budget.check('a'))).toBeUndefined();
    expect(calls).toHaveLength(3);
  });

  test('is no concern of a client without an address, nor where the limiter does not answer', async () => {
    const { budget, rate, calls, logged } = bench(0);
    await budget.charge(rate, clientOf(undefined), 900);
    expect(calls).toEqual([]);
    await budget.charge({ limit: () => Promise.reject(new Error('gone')) }, 'a', 100);
    expect(problemOf(() => budget.check('a'))).toBeUndefined();
    expect(logged).toEqual(['client.rate']);
  });

  test('is nobody’s on a developer’s machine', () => {
    expect([undefined, '127.0.0.1', '::1'].map(clientOf)).toEqual(['', '', '']);
  });

  test('is a network’s, not an address’s, where a household has many', () => {
    expect(clientOf('2001:db8:1:2::1')).toBe(clientOf('2001:db8:1:2:ffff::9'));
    expect(clientOf('203.0.113.1')).not.toBe(clientOf('203.0.113.2'));
  });
});
