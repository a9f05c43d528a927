import { expect, test } from 'vitest';
import { MAX_RETRIES, retryDelayMs } from '#worker/outbound/classifyAnswer.ts';

test('[FD7] a failed call is tried again after 2, 4 and 8 s, a fifth more or less', () => {
  const retries = Array.from({ length: MAX_RETRIES }, (_, index) => index + 1);
  expect(retries.map((retry) => retryDelayMs(retry, 0.5))).toEqual([2_000, 4_000, 8_000]);
  expect(retries.map((retry) => retryDelayMs(retry, 0))).toEqual([1_600, 3_200, 6_400]);
});
