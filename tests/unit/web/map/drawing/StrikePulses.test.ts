import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowPulses, type DrawnPulse } from '#web/map/drawing/StrikePulses.tsx';

const NOW = 1_800_000_000_000;

test('a strike alone flashes', () => {
  expect(allowPulses([{ x: 10, y: 20 }], [], NOW)).toEqual([{ x: 10, y: 20, atMs: NOW }]);
});

test('no part of the screen ever flashes more than three times in a second', () => {
  const arrivals = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 700 }),
      strikes: fc.array(fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) }), {
        maxLength: 12,
      }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(arrivals, (batches) => {
      let nowMs = NOW;
      let shown: DrawnPulse[] = [];
      for (const { afterMs, strikes } of batches) {
        nowMs += afterMs;
        shown = [...shown, ...allowPulses(strikes, shown, nowMs)];
      }
      for (const { x, y, atMs } of shown) {
        const around = shown.filter(
          (other) => atMs - other.atMs >= 0 && atMs - other.atMs < 1_000 && Math.hypot(other.x - x, other.y - y) < 120,
        );
        expect(around.length).toBeLessThanOrEqual(3);
      }
    }),
  );
});

test('strikes far apart do not hold each other back', () => {
  const far = Array.from({ length: 8 }, (_, index) => ({ x: index * 200, y: 0 }));
  expect(allowPulses(far, [], NOW)).toHaveLength(8);
});
