import { expect, test } from 'vitest';
import { remembered } from '#worker/http/edgeCached.ts';

function counting(forMs: number) {
  let nowMs = 0;
  let loads = 0;
  const value = remembered<number>(forMs, { now: () => nowMs });
  return {
    pass: (ms: number) => {
      nowMs += ms;
    },
    get: () =>
      value(async () => {
        loads += 1;
        return loads;
      }),
  };
}

test('loads once for as long as it remembers', async () => {
  const { get, pass } = counting(5_000);
  expect(await get()).toBe(1);
  pass(4_999);
  expect(await get()).toBe(1);
  pass(1);
  expect(await get()).toBe(2);
});

test('remembers no failure', async () => {
  const value = remembered<number>(5_000, { now: () => 0 });
  await expect(value(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await value(async () => 7)).toBe(7);
});

test('lets callers at the same time load each for themselves', async () => {
  const { get } = counting(5_000);
  expect(await Promise.all([get(), get()])).toEqual([1, 2]);
  expect(await get()).toBe(2);
});
