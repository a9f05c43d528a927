import { describe, expect, test } from 'vitest';
import type { Gap } from '#shared/watch/Pulse.ts';
import { gapsToTell } from '#worker/feed/describeFeed.ts';
import { mergedGaps } from '#worker/feed/ledger/OwedGaps.ts';

const MINUTE_MS = 60_000;
const gap = (fromMs: number, toMs: number, west = 13): Gap => [west, 34, 31, 48, fromMs, toMs];

describe('gaps', () => {
  test('[FD16] of one box are one where they touch or overlap, in whatever order they come; newest first', () => {
    expect(mergedGaps([gap(0, 10), gap(30, 40), gap(10, 20), gap(35, 50)])).toEqual([gap(30, 50), gap(0, 20)]);
  });

  test('[FD16] of two boxes stay two, and one without length is none', () => {
    expect(mergedGaps([gap(0, 10), gap(5, 20, 14), gap(7, 7, 15)])).toEqual([gap(5, 20, 14), gap(0, 10)]);
  });

  test('[FD16] that end more than 70 min before the watermark are not told', () => {
    const nowMs = 100 * MINUTE_MS;
    const merged = [gap(0, nowMs), gap(0, 31 * MINUTE_MS, 14), gap(0, 30 * MINUTE_MS, 15)];
    expect(gapsToTell(merged, nowMs)).toEqual({ gaps: merged.slice(0, 2), gapsCut: false });
  });

  test('[FD16] beyond 20 are cut, the oldest, and that is told', () => {
    const merged = Array.from({ length: 21 }, (_, index) => gap(1_000 - index * 10, 1_005 - index * 10));
    expect(gapsToTell(merged.slice(1), 1_000)).toEqual({ gaps: merged.slice(1), gapsCut: false });
    expect(gapsToTell(merged, 1_000)).toEqual({ gaps: merged.slice(0, 20), gapsCut: true });
  });
});
