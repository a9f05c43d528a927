import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FLASH_PX,
  MAX_PER_SECOND,
  PART_PX,
  type ScreenFlash,
  stillCounted,
  takeSlots,
} from '#web/map/drawing/flashSlots.ts';

const NOW = 1_800_000_000_000;
const place = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 700 }) });

test('a strike alone flashes; strikes far apart do not hold each other back', () => {
  expect(takeSlots([{ x: 10, y: 20 }], [], NOW)).toEqual([{ x: 10, y: 20, atMs: NOW }]);
  const far = Array.from({ length: 8 }, (_, index) => ({ x: index * (PART_PX.width + FLASH_PX + 1), y: 0 }));
  expect(takeSlots(far, [], NOW)).toHaveLength(8);
});

test('a strike that gets no slot never flashes, and one a second later does', () => {
  const spot = { x: 50, y: 50 };
  const shown = takeSlots([spot, spot, spot, spot], [], NOW);
  expect(shown).toHaveLength(MAX_PER_SECOND);
  expect(takeSlots([spot], shown, NOW + 999)).toEqual([]);
  expect(takeSlots([spot], stillCounted(shown, NOW + 1_000), NOW + 1_000)).toHaveLength(1);
});

test('no 341 × 256 px of the screen are touched by more than three flashes in a second (WCAG 2.3.1)', () => {
  const arrivals = fc.array(
    fc.record({ afterMs: fc.integer({ min: 0, max: 700 }), strikes: fc.array(place, { maxLength: 15 }) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(arrivals, fc.array(place, { minLength: 1, maxLength: 8 }), (batches, parts) => {
      let nowMs = NOW;
      let shown: ScreenFlash[] = [];
      for (const { afterMs, strikes } of batches) {
        nowMs += afterMs;
        shown = [...shown, ...takeSlots(strikes, shown, nowMs)];
      }
      // Parts anywhere, and those whose edge a flash just touches.
      const corners = [...parts, ...shown.map(({ x, y }) => ({ x: x + FLASH_PX / 2, y: y + FLASH_PX / 2 }))];
      for (const { x: left, y: top } of corners) {
        const touching = shown.filter(({ x, y }) => {
          const across = Math.max(left - x, 0, x - left - PART_PX.width);
          const down = Math.max(top - y, 0, y - top - PART_PX.height);
          return across <= FLASH_PX / 2 && down <= FLASH_PX / 2;
        });
        for (const { atMs } of touching) {
          const within = touching.filter((other) => other.atMs <= atMs && atMs - other.atMs < 1_000);
          expect(within.length).toBeLessThanOrEqual(MAX_PER_SECOND);
        }
      }
    }),
  );
});
