import { describe, expect, test } from 'vitest';
import { classifyAnswer, MAX_RETRIES, retryAfterMs, retryDelayMs } from '#worker/outbound/classifyAnswer.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const classify = (status: number, headers: Record<string, string> = {}) =>
  classifyAnswer({ status, headers: new Headers(headers) }, NOW_MS);

describe('an answer other than success', () => {
  test.each([500, 502, 503, 599])('[FD7] of %s has failed and is worth another try', (status) => {
    expect(classify(status)).toEqual({ kind: 'failed', reason: `status ${status}` });
  });

  test.each([204, 302, 400, 401, 404, 499])('[FD7] of %s is rejected', (status) => {
    expect(classify(status)).toEqual({ kind: 'rejected', reason: `status ${status}` });
  });

  test.each([
    [429, { 'retry-after': '7' }, 7_000],
    [429, {}, 10_000],
    [503, { 'retry-after': '120' }, 120_000],
    [503, { 'retry-after': 'Wed, 01 Jul 2026 12:00:30 GMT' }, 30_000],
  ])('[FD7] of %s with %j asks for a pause', (status, headers, retryAfterMs) => {
    expect(classify(status, headers)).toEqual({ kind: 'paused', reason: `status ${status}`, retryAfterMs });
  });

  test('[FD7] below 500 is rejected even with Retry-After, unless it is 429', () => {
    expect(classify(403, { 'retry-after': '7' })).toEqual({ kind: 'rejected', reason: 'status 403' });
  });
});

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

test('[FD7] a failed call is tried again after 2, 4 and 8 s, a fifth more or less', () => {
  const retries = Array.from({ length: MAX_RETRIES }, (_, index) => index + 1);
  expect(retries.map((retry) => retryDelayMs(retry, 0.5))).toEqual([2_000, 4_000, 8_000]);
  expect(retries.map((retry) => retryDelayMs(retry, 0))).toEqual([1_600, 3_200, 6_400]);
});
