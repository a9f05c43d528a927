import { expect, test } from 'vitest';
import { reconnectDelayMs, refusalDelayMs, refusedForMs } from '#shared/wire/reconnectDelay.ts';

test('[CL1] delays are drawn evenly below a ceiling that grows from 1 to 30 s', () => {
  const most = [0, 1, 2, 3, 4, 5, 50].map((failures) => reconnectDelayMs(failures, () => 1));
  expect(most).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(reconnectDelayMs(9, () => 0)).toBe(0);
});

test('[CL7] what Retry-After says is waited for at least, and at most a quarter more', () => {
  expect(refusedForMs(503, '10')).toBe(10_000);
  expect(refusalDelayMs(10_000, 0, () => 0)).toBe(10_000);
  expect(refusalDelayMs(10_000, 0, () => 1)).toBe(12_500);
});

test('Retry-After counts on 429 and 503 alone, if it is a number of seconds, and for five minutes at most', () => {
  expect(refusedForMs(500, '10')).toBeUndefined();
  expect(refusedForMs(429, 'tomorrow')).toBeUndefined();
  expect(refusedForMs(429, null)).toBeUndefined();
  expect(refusedForMs(429, '99999999')).toBe(300_000);
});
