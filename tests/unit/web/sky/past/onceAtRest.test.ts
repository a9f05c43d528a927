import { expect, test } from 'vitest';
import { fakeClock } from '#tests/support/time/fakeClock.ts';
import { onceAtRest } from '#web/sky/past/onceAtRest.ts';

function passing() {
  const clock = fakeClock(1_000_000);
  const passed: string[] = [];
  let due: { readonly atMs: number; readonly run: () => void } | undefined;
  const timers = {
    after(delayMs: number, run: () => void) {
      due = { atMs: clock.now() + delayMs, run };
      return () => {
        due = undefined;
      };
    },
    every: () => () => {},
  };
  const once = onceAtRest((value: string) => passed.push(value), { restMs: 300, mostMs: 1_000 }, { clock, timers });
  const after = (ms: number) => {
    clock.advance(ms);
    const run = due && due.atMs <= clock.now() ? due.run : undefined;
    if (run) due = undefined;
    run?.();
  };
  return { once, passed, after };
}

test('the first of a row of values is passed on at once, the last once they rest', () => {
  const { once, passed, after } = passing();
  for (const value of ['a', 'b', 'c']) {
    once.pass(value);
    after(100);
  }
  expect(passed).toEqual(['a']);
  after(200);
  expect(passed).toEqual(['a', 'c']);
});

test('of values that never rest one is passed on in a while, and none after it was called off', () => {
  const { once, passed, after } = passing();
  for (let value = 0; value < 25; value += 1) {
    once.pass(String(value));
    after(100);
  }
  expect(passed).toEqual(['0', '9', '19']);
  once.pass('last');
  once.cancel();
  after(5_000);
  expect(passed).toEqual(['0', '9', '19']);
});
