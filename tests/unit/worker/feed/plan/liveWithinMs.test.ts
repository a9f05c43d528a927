import { expect, test } from 'vitest';
import { liveWithinMs } from '#worker/feed/plan/planRegions.ts';

test.each([
  [1_000, 20_000],
  [5_000, 20_000],
  [15_000, 45_000],
  [30_000, 60_000],
])('[ST2] polled every %s ms, home is live for %s ms after its last success', (intervalMs, withinMs) => {
  expect(liveWithinMs(intervalMs)).toBe(withinMs);
});
