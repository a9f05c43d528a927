import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carveOwed, nextSliceMs } from '#worker/feed/OwedReads.ts';

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
