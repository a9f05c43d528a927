import { describe, expect, test } from 'vitest';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { callerAt, NOBODY } from '#worker/http/clientNetworks.ts';
import type { HttpProblem } from '#worker/http/HttpProblem.ts';
import { RateBudget } from '#worker/http/RateBudget.ts';

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

const A = callerAt('203.0.113.1');
const B = callerAt('203.0.113.2');

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
    for (const cost of [40, 40, 40, 250]) await budget.charge(rate, A, cost);
    expect(calls).toEqual([A.host, A.host, A.host]);
  });

  test('[AP5] once spent is refused with Retry-After, without asking the limiter each time, and to nobody else', async () => {
    const { budget, rate, calls, clock } = bench(2);
    budget.check(A);
    await budget.charge(rate, A, 900);
    expect(calls).toHaveLength(3);
    expect(problemOf(() => budget.check(A))).toMatchObject({ status: 429, extras: { retryAfterSeconds: 60 } });
    expect(problemOf(() => budget.check(B))).toBeUndefined();
    clock.advance(10_000);
    expect(problemOf(() => budget.check(A))).toBeUndefined();
    expect(calls).toHaveLength(3);
  });

  test('is no concern of a client without an address, nor where the limiter does not answer', async () => {
    const { budget, rate, calls, logged } = bench(0);
    await budget.charge(rate, callerAt(undefined), 900);
    expect(calls).toEqual([]);
    await budget.charge({ limit: () => Promise.reject(new Error('gone')) }, A, 100);
    expect(problemOf(() => budget.check(A))).toBeUndefined();
    expect(logged).toEqual(['client.rate']);
  });

  test('is four hosts’ for an IPv6 /48, however many /64 it has', async () => {
    const { budget, rate } = bench(3);
    const host = (at: number) => callerAt(`2001:db8:1:${at.toString(16)}::1`);
    let spent = 0;
    for (let at = 0; at < 100 && problemOf(() => budget.check(host(at))) === undefined; at += 1) {
      await budget.charge(rate, host(at), 200);
      spent += 200;
    }
    expect(spent).toBe(1_600);
    expect(problemOf(() => budget.check(callerAt('2001:db8:2:1::1')))).toBeUndefined();
  });

  test('is nobody’s on a developer’s machine', () => {
    expect([undefined, '127.0.0.1', '::1'].map(callerAt)).toEqual([NOBODY, NOBODY, NOBODY]);
  });

  test('is a network’s, not an address’s, where a household has many', () => {
    expect(callerAt('2001:db8:1:2::1')).toEqual(callerAt('2001:db8:1:2:ffff::9'));
    expect(callerAt('203.0.113.1')).not.toEqual(callerAt('203.0.113.2'));
  });
});
