import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as bbox } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { planWindows, splitWindow, targetStrikes } from '#worker/feed/plan/planWindows.ts';

const FROM_MS = Date.UTC(2026, 6, 1);
/** Of an answer that holds 300. */
const TARGET_STRIKES = targetStrikes(300);

const situation = fc
  .record({
    lengthMs: fc.integer({ min: 1, max: 600_000 }),
    seenShare: fc.double({ min: -0.2, max: 1, noNaN: true }),
    rates: fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), strikes: fc.nat(900) }), {
      maxLength: 4,
    }),
  })
  .map(({ lengthMs, seenShare, rates }) => {
    const seenUntilMs = Math.floor(FROM_MS + lengthMs * seenShare);
    const seenMs = Math.max(0, seenUntilMs - FROM_MS);
    const known = rates.flatMap(({ at, strikes }) =>
      Array.from({ length: strikes }, (_, index) => Math.floor(FROM_MS + ((at + index / 2_000) % 1) * seenMs)),
    );
    return { span: { fromMs: FROM_MS, toMs: FROM_MS + lengthMs }, known: known.sort((a, b) => a - b), seenUntilMs };
  });

describe('the windows of a poll', () => {
  test('cover the span without a hole or an overlap, newest first, whatever is known', () =>
    fc.assert(
      fc.property(situation, ({ span, known, seenUntilMs }) => {
        const windows = planWindows(span, known, seenUntilMs, TARGET_STRIKES);
        let edgeMs = span.toMs;
        for (const { fromMs, toMs } of windows) {
          expect(toMs).toBe(edgeMs);
          expect(fromMs).toBeLessThan(toMs);
          edgeMs = fromMs;
        }
        expect(edgeMs).toBe(span.fromMs);
      }),
    ));

  test('hold no more known strikes than the target, except where a second holds more', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 119_999 }), { minLength: 0, maxLength: 2_400 });
    fc.assert(
      fc.property(distinct, (offsets) => {
        const known = offsets.map((offset) => FROM_MS + offset).sort((a, b) => a - b);
        const span = { fromMs: FROM_MS, toMs: FROM_MS + 120_000 };
        for (const { fromMs, toMs } of planWindows(span, known, span.toMs, TARGET_STRIKES)) {
          const held = known.filter((atMs) => atMs >= fromMs && atMs < toMs);
          const newestSecond = held.filter((atMs) => atMs >= toMs - 1_000).length;
          if (newestSecond < TARGET_STRIKES / 2) expect(held.length).toBeLessThanOrEqual(2 * TARGET_STRIKES);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('hold two hundred each where strikes fall evenly', () => {
    const span = { fromMs: FROM_MS, toMs: FROM_MS + 60_000 };
    const known = Array.from({ length: 1_200 }, (_, index) => FROM_MS + index * 50);
    const held = planWindows(span, known, span.toMs, TARGET_STRIKES).map(
      ({ fromMs, toMs }) => known.filter((atMs) => atMs >= fromMs && atMs < toMs).length,
    );
    expect(held).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('are one for a quiet sky', () => {
    const span = { fromMs: FROM_MS, toMs: FROM_MS + 65_000 };
    expect(planWindows(span, [], span.toMs, TARGET_STRIKES)).toEqual([span]);
    expect(planWindows(span, [FROM_MS + 1], FROM_MS, TARGET_STRIKES)).toEqual([span]);
  });

  test('expect of the time not seen yet what the last half minute brought', () => {
    const span = { fromMs: FROM_MS, toMs: FROM_MS + 120_000 };
    const seenUntilMs = FROM_MS + 60_000;
    const known = Array.from({ length: 600 }, (_, index) => seenUntilMs - 30_000 + 50 * (index + 1));
    const unseen = planWindows(span, known, seenUntilMs, TARGET_STRIKES).filter(({ fromMs }) => fromMs >= seenUntilMs);
    expect(unseen.length).toBeGreaterThanOrEqual(5);
  });
});

describe('splitting a window', () => {
  test('[FD1] halves its time down to a second, newest first, without a hole or an overlap', () => {
    expect(splitWindow({ bbox, fromMs: 0, toMs: 60_001 })).toEqual([
      { bbox, fromMs: 30_000, toMs: 60_001 },
      { bbox, fromMs: 0, toMs: 30_000 },
    ]);
  });

  test('[FD1] quarters its box once it is a second long, and every point lies in a quarter', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const parts = splitWindow({ bbox, fromMs: 0, toMs: 1_000 });
    expect(parts).toHaveLength(4);
    expect(parts.every(({ fromMs, toMs }) => fromMs === 0 && toMs === 1_000)).toBe(true);
    fc.assert(
      fc.property(share, share, (across, up) => {
        const x = bbox.west + across * (bbox.east - bbox.west);
        const y = bbox.south + up * (bbox.north - bbox.south);
        expect(parts.some((part) => bboxContains(part.bbox, x, y))).toBe(true);
      }),
    );
  });

  test('[FD1] ends: every window comes down to boxes of about 100 m, which are not split', () => {
    let window = { bbox, fromMs: 0, toMs: 86_400_000 };
    let depth = 0;
    for (; depth < 100; depth += 1) {
      const [part] = splitWindow(window);
      if (!part) break;
      window = part;
    }
    expect(depth).toBeLessThan(45);
    expect(window.toMs - window.fromMs).toBeLessThanOrEqual(1_000);
    expect(window.bbox.east - window.bbox.west).toBeLessThanOrEqual(0.001);
    expect(window.bbox.north - window.bbox.south).toBeLessThanOrEqual(0.001);
  });
});
