import { expect, test } from 'vitest';
import { pollIntervalMs } from '#worker/feed/plan/planPoll.ts';

test.each([
  [5_000, 0, 5_000],
  [5_000, 120_000, 5_000],
  [5_000, 120_001, 15_000],
  [5_000, 600_000, 15_000],
  [5_000, 600_001, 30_000],
  [5_000, undefined, 30_000],
  [60_000, 600_001, 60_000],
])(
  'a region polled every %s ms while busy, whose last strike came %s ms ago, is polled every %s ms',
  (busy, ago, every) => {
    expect(pollIntervalMs(busy, ago === undefined ? undefined : 1e9 - ago, 1e9)).toBe(every);
  },
);
