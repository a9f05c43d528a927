import { describe, expect, test } from 'vitest';
import { MAX_ATTEMPTS, settlement } from '#worker/contact/outboxPolicy.ts';

const FAILED = { kind: 'failed', reason: 'status 503' } as const;
const NOW_MS = 1_800_000_000_000;
const waits = (random: number) =>
  Array.from({ length: MAX_ATTEMPTS }, (_, index) => {
    const after = settlement(FAILED, index + 1, NOW_MS, random);
    return after.state === 'pending' ? (after.nextAtMs - NOW_MS) / 1000 : after.state;
  });

describe('the schedule of a message', () => {
  test('waits 2, 4 and 8 s, then 1, 5, 30 minutes, 2 and 12 hours; then the message is dead', () => {
    expect(waits(0.5)).toEqual([2, 4, 8, 60, 300, 1_800, 7_200, 43_200, 'dead']);
  });

  test('varies the quick waits by a fifth', () => {
    expect(waits(0).slice(0, 3)).toEqual([1.6, 3.2, 6.4]);
    expect(waits(1).slice(0, 3)).toEqual([2.4, 4.8, 9.6]);
  });

  test('ends with a delivery', () => {
    expect(settlement({ kind: 'delivered' }, 3, NOW_MS, 0.5)).toEqual({ state: 'delivered' });
  });

  test('ends at once with a rejection, and keeps its reason', () => {
    const rejected = { kind: 'rejected', reason: 'status 400' } as const;
    expect(settlement(rejected, 1, NOW_MS, 0.5)).toEqual({ state: 'dead', reason: 'status 400' });
  });

  test('obeys a pause that is longer than its own wait, and no shorter one', () => {
    const paused = (retryAfterMs: number) => ({ kind: 'paused', reason: 'status 429', retryAfterMs }) as const;
    expect(settlement(paused(35_000), 1, NOW_MS, 0.5)).toMatchObject({ nextAtMs: NOW_MS + 35_000 });
    expect(settlement(paused(1_000), 4, NOW_MS, 0.5)).toMatchObject({ nextAtMs: NOW_MS + 60_000 });
  });
});
