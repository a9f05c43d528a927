import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlapMs, planPoll, pollIntervalMs, repairLimitMs } from '#worker/feed/plan/planPoll.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const NOW = { earliestMs: NOW_MS, latestMs: NOW_MS };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const OVERLAP_MS = overlapMs(45_000);

describe('a poll', () => {
  test('[FD3] reads the last 60 s before the mark again', () => {
    expect(planPoll(NOW_MS - 5_000, NOW, OVERLAP_MS)).toEqual({
      span: { fromMs: NOW_MS - 65_000, toMs: NOW_MS + 2_000 },
      gap: undefined,
      coveredToMs: NOW_MS,
    });
  });

  test('reads further back again where the source tells later, as far as a poll reaches', () => {
    expect([1_000, 5 * MINUTE_MS, 60 * MINUTE_MS].map(overlapMs)).toEqual([MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS]);
  });

  test('owes nothing while it keeps up, however late the source tells', () => {
    const overlap = overlapMs(60 * MINUTE_MS);
    const { span, gap } = planPoll(NOW_MS - 9 * MINUTE_MS, NOW, overlap);
    expect(gap).toBeUndefined();
    expect(span.fromMs).toBe(NOW_MS - 19 * MINUTE_MS);
    expect(planPoll(NOW_MS - 9 * MINUTE_MS - 1, NOW, overlap).gap).toMatchObject({ toMs: span.fromMs });
  });

  test('[FD5] after an outage owes what lies further back than ten minutes', () => {
    const { span, gap } = planPoll(NOW_MS - 3 * 60 * MINUTE_MS, NOW, OVERLAP_MS);
    expect(span.fromMs).toBe(NOW_MS - 10 * MINUTE_MS);
    expect(gap).toEqual({ fromMs: NOW_MS - 181 * MINUTE_MS, toMs: NOW_MS - 10 * MINUTE_MS });
  });

  test('[FD5] goes back a day and no further, for an old mark and for none', () => {
    for (const mark of [undefined, 0, NOW_MS - 30 * DAY_MS]) {
      expect(planPoll(mark, NOW, OVERLAP_MS).gap).toEqual({ fromMs: NOW_MS - DAY_MS, toMs: NOW_MS - 10 * MINUTE_MS });
    }
  });

  test('[FD8] of a region that is not home goes back an hour', () => {
    expect(planPoll(undefined, NOW, OVERLAP_MS, 60 * MINUTE_MS).gap?.fromMs).toBe(NOW_MS - 60 * MINUTE_MS);
    expect([repairLimitMs('home'), repairLimitMs('ring'), repairLimitMs('4/7/5')]).toEqual([
      DAY_MS,
      60 * MINUTE_MS,
      60 * MINUTE_MS,
    ]);
  });

  test('reaches over both instants where the provider’s clock is in doubt', () => {
    const { span, coveredToMs } = planPoll(
      NOW_MS - 5_000,
      { earliestMs: NOW_MS, latestMs: NOW_MS + 14 * MINUTE_MS },
      OVERLAP_MS,
    );
    expect(span).toEqual({ fromMs: NOW_MS - 65_000, toMs: NOW_MS + 14 * MINUTE_MS + 2_000 });
    expect(coveredToMs).toBe(NOW_MS);
  });

  test('takes a mark in the future, left by a clock that jumped, for now', () => {
    expect(planPoll(NOW_MS + DAY_MS, NOW, OVERLAP_MS)).toEqual(planPoll(NOW_MS, NOW, OVERLAP_MS));
  });

  test('[FD2] leaves nothing between mark, gap and span', () =>
    fc.assert(
      fc.property(fc.integer({ min: -2 * DAY_MS, max: DAY_MS }), (offsetMs) => {
        const markMs = NOW_MS + offsetMs;
        const { span, gap, coveredToMs } = planPoll(markMs, NOW, OVERLAP_MS);
        expect(coveredToMs).toBeLessThanOrEqual(span.toMs);
        if (gap) expect(gap.toMs).toBe(span.fromMs);
        const reachesBackTo = Math.max(Math.min(markMs, NOW_MS) - MINUTE_MS, NOW_MS - DAY_MS);
        expect((gap ?? span).fromMs).toBe(reachesBackTo);
      }),
    ));
});

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
