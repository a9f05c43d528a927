import { expect, test } from 'vitest';
import { retryAfterMs } from '#worker/outbound/classifyAnswer.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);

test.each([
  ['5', 5_000],
  ['1.5', 1_500],
  ['0', 1_000],
  ['86400', 900_000],
  ['86401', 10_000],
  ['31556952000', 10_000],
  [new Date(Date.UTC(3026, 0)).toUTCString(), 10_000],
  [new Date(NOW_MS + 30_000).toUTCString(), 30_000],
  [new Date(NOW_MS - 30_000).toUTCString(), 10_000],
  [null, 10_000],
  ['', 10_000],
  [' ', 10_000],
  ['-5', 10_000],
  ['soon', 10_000],
  ['Infinity', 10_000],
])('[FD7] Retry-After: %s pauses all calls for %s ms', (header, pauseMs) => {
  expect(retryAfterMs(header, NOW_MS)).toBe(pauseMs);
});
