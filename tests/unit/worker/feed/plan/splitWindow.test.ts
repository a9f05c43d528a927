import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as bbox } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { splitWindow } from '#worker/feed/plan/planWindows.ts';

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
