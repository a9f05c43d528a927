import fc from 'fast-check';
import { expect, test } from 'vitest';
import outline from '#shared/geo/land/landOutline.json' with { type: 'json' };
import { decodeRing, encodeRing } from '#shared/geo/land/landRings.ts';

const hundredth = (most: number) => fc.integer({ min: -most * 100, max: most * 100 }).map((steps) => steps / 100);
const position = fc.tuple(hundredth(180), hundredth(90));

test('a packed ring has its positions again, to a hundredth of a degree', () => {
  fc.assert(
    fc.property(fc.uniqueArray(position, { minLength: 3, selector: String }), (positions) => {
      expect(decodeRing(encodeRing(positions))).toEqual(positions.flat());
    }),
  );
});

test('a ring that is smaller than a step is left out', () => {
  const tiny = [
    [23.001, 42.001],
    [23.002, 42.002],
    [23.003, 42.001],
  ] as const;
  expect(encodeRing(tiny)).toBe('');
});

test('the land outline holds every coast of the region, and no position off the earth', () => {
  const rings = outline.map(decodeRing);
  expect(rings.length).toBeGreaterThan(50);
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      expect(Math.abs(ring[at] ?? Number.NaN)).toBeLessThanOrEqual(180);
      expect(Math.abs(ring[at + 1] ?? Number.NaN)).toBeLessThanOrEqual(90);
    }
  }
});
