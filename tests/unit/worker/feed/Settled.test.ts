import { describe, expect, test } from 'vitest';
import { planPoll } from '#worker/feed/plan/planPoll.ts';
import { liveRead, type Read } from '#worker/feed/Read.ts';
import { marksAfterPoll, NO_BOUND, nearerReach, pollVerdict } from '#worker/feed/Settled.ts';

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

const window = { bbox: { west: 0, south: 0, east: 1, north: 1 }, fromMs: 0, toMs: 1 };
const read = (changes: Partial<Read> = {}): Read => ({ ...liveRead('home', window, 0), ...changes });
const poll = (answered: number, ...reads: Read[]) => ({
  plan: planPoll(undefined, { earliestMs: 0, latestMs: 0 }, 60_000),
  begunMs: 0,
  reads,
  answered,
  reach: NO_BOUND,
});

describe('what becomes of a poll when the next one is due', () => {
  test('is complete without reads left', () => {
    expect(pollVerdict(poll(3))).toBe('complete');
  });

  test('waits for reads that were never sent', () => {
    expect(pollVerdict(poll(1, read({ sentMs: 1 }), read()))).toBe('wait');
  });

  test('[FD2] owes the reads that hang or failed while others were answered', () => {
    expect(pollVerdict(poll(1, read({ sentMs: 1 })))).toBe('owe');
    expect(pollVerdict(poll(1, read({ failures: 1, notBeforeMs: 9 })))).toBe('owe');
  });

  test('[FD2] gives way to a new poll from the same mark when nothing was answered and all hang', () => {
    expect(pollVerdict(poll(0, read({ sentMs: 1 }), read({ sentMs: 1, failures: 2 })))).toBe('supersede');
  });

  test('[FD7] waits for the retries of a poll that got no answer at all', () => {
    expect(pollVerdict(poll(0, read({ failures: 1, notBeforeMs: 9 })))).toBe('wait');
  });
});
