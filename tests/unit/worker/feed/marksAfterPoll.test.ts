import { describe, expect, test } from 'vitest';
import { marksAfterPoll, NO_BOUND, nearerReach } from '#worker/feed/Settled.ts';

const PLANNED_MS = 1_800_000_000_500;
const reach = (toMs: number) => ({ markMs: toMs, watermarkMs: toMs });

describe('after a complete poll', () => {
  test('[FD15] mark and watermark stand where the poll was to reach, in whole milliseconds', () => {
    const expected = { markMs: PLANNED_MS, watermarkMs: PLANNED_MS };
    expect(marksAfterPoll(PLANNED_MS + 0.5, NO_BOUND, null)).toEqual(expected);
    expect(marksAfterPoll(PLANNED_MS, reach(PLANNED_MS + 400), PLANNED_MS - 5_000)).toEqual(expected);
  });

  test('[FD15] neither passes the earliest `Date` of its answers', () => {
    const earliest = nearerReach(nearerReach(NO_BOUND, reach(PLANNED_MS - 300_000)), reach(PLANNED_MS - 290_000));
    const toMs = PLANNED_MS - 300_000;
    expect(marksAfterPoll(PLANNED_MS, earliest, null)).toEqual({ markMs: toMs, watermarkMs: toMs });
  });

  test('[FD15] the watermark stays rather than run back; the mark does', () => {
    const toMs = PLANNED_MS - 300_000;
    expect(marksAfterPoll(PLANNED_MS, reach(toMs), PLANNED_MS)).toEqual({ markMs: toMs, watermarkMs: PLANNED_MS });
  });

  test('[FD15] a `Date` that no clock can show bounds the watermark alone, and is no instant before the epoch', () => {
    const broken = { ...NO_BOUND, watermarkMs: -1 };
    expect(marksAfterPoll(PLANNED_MS, broken, null)).toEqual({ markMs: PLANNED_MS, watermarkMs: 0 });
  });
});
