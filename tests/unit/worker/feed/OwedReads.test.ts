import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carveOwed, nextSliceMs, sweepsDue, watchSweepDue } from '#worker/feed/OwedReads.ts';
import { untoldMs } from '#worker/sources/port/SourceTraits.ts';
import { PROVIDER_TRAITS } from '#worker/sources/provider/ProviderClient.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = Date.UTC(2026, 6, 1, 6);

describe('sweeps', () => {
  test('[FD3] read every minute of a day again, three times, when asked every few seconds', () => {
    const swept = new Map<number, number>();
    const endMs = START_MS + 24 * HOUR_MS;
    for (let lastMs = START_MS; lastMs < endMs; lastMs += 7_000) {
      for (const { fromMs, toMs } of sweepsDue(lastMs, lastMs + 7_000)) {
        for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) swept.set(atMs, (swept.get(atMs) ?? 0) + 1);
      }
    }
    for (let atMs = START_MS; atMs < endMs - 2 * HOUR_MS; atMs += MINUTE_MS) expect(swept.get(atMs)).toBe(3);
  });

  test('[FD3] of a source later than polls read again reach all that it tells within its worst delay, whatever the pauses', () => {
    const traits = { ...PROVIDER_TRAITS, delayMs: { typical: 0, worst: 30 * MINUTE_MS, step: 1_000 } };
    const swept = new Map<number, number>();
    const steps = [7_000, 4 * MINUTE_MS, 61 * MINUTE_MS, 20_000, 6 * MINUTE_MS];
    let nowMs = START_MS;
    for (let step = 0; nowMs < START_MS + 6 * HOUR_MS; step += 1) {
      const lastMs = nowMs;
      nowMs += steps[step % steps.length] ?? 0;
      for (const { fromMs, toMs } of sweepsDue(lastMs, nowMs, untoldMs(traits))) {
        for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS)
          if (nowMs >= atMs + 30 * MINUTE_MS) swept.set(atMs, Math.min(swept.get(atMs) ?? nowMs, nowMs));
      }
      // What counts as read by now was asked for after it was told, if the Feed was awake.
      const readToMs = nowMs - untoldMs(traits);
      for (let atMs = START_MS; atMs < readToMs; atMs += MINUTE_MS) expect(swept.get(atMs)).toBeLessThanOrEqual(nowMs);
    }
  });

  test('[FD3] are none between their times', () => {
    expect(sweepsDue(START_MS + 21 * MINUTE_MS, START_MS + 24 * MINUTE_MS)).toEqual([]);
  });

  test('[FD3] read a closed hour ten minutes after it closed', () => {
    const dueMs = START_MS + 10 * MINUTE_MS;
    expect(sweepsDue(dueMs - 1, dueMs)).toContainEqual({ fromMs: START_MS - HOUR_MS, toMs: START_MS });
  });

  test('[FD18] of the last minutes are due once a minute, from six minutes before to one', () => {
    const due = { fromMs: START_MS - 6 * MINUTE_MS, toMs: START_MS - MINUTE_MS };
    expect(watchSweepDue(START_MS - 1, START_MS)).toEqual(due);
    expect(watchSweepDue(START_MS - 1, START_MS + MINUTE_MS - 1)).toEqual(due);
    expect(watchSweepDue(START_MS, START_MS + MINUTE_MS - 1)).toBeUndefined();
  });
});

describe('carving what is owed', () => {
  test('[FD5] takes the newest part of a span, or all of a short one', () => {
    const length = fc.integer({ min: 1, max: 1e8 });
    fc.assert(
      fc.property(length, length, (spanMs, sliceMs) => {
        const span = { fromMs: 1_000, toMs: 1_000 + spanMs };
        const slice = carveOwed(span, sliceMs);
        expect(slice.toMs).toBe(span.toMs);
        expect(slice.toMs - slice.fromMs).toBe(Math.min(spanMs, sliceMs));
      }),
    );
  });

  test('takes longer slices of a quiet past, shorter ones of a busy one, within a minute and six hours', () => {
    expect(nextSliceMs(600_000, 74, false)).toBe(1_200_000);
    expect(nextSliceMs(600_000, 75, false)).toBe(600_000);
    expect(nextSliceMs(600_000, 300, true)).toBe(300_000);
    expect(nextSliceMs(60_000, 300, true)).toBe(60_000);
    expect(nextSliceMs(6 * 3_600_000, 0, false)).toBe(6 * 3_600_000);
  });
});
