import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bboxContains, bboxOverlaps } from '#shared/geo/BBox.ts';
import { decodeRing, encodeRing, landNear } from '#shared/picture/land.ts';

const hundredth = (most: number) => fc.integer({ min: -most * 100, max: most * 100 }).map((steps) => steps / 100);
const position = fc.tuple(hundredth(180), hundredth(90));

test('a packed ring has its positions again, to a hundredth of a degree', () =>
  fc.assert(
    fc.property(fc.uniqueArray(position, { minLength: 3, selector: String }), (positions) => {
      expect(decodeRing(encodeRing(positions))).toEqual(positions.flat());
    }),
  ));

test('a ring that is smaller than a step is left out', () => {
  const tiny = [
    [23.001, 42.001],
    [23.002, 42.002],
    [23.003, 42.001],
  ] as const;
  expect(encodeRing(tiny)).toBe('');
});

test('the land outline holds every coast of the region, and no position off the earth', () => {
  const rings = landNear({ west: -180, south: -90, east: 180, north: 90 });
  expect(rings.length).toBeGreaterThan(50);
  for (const { corners, bounds } of rings) {
    for (let at = 0; at < corners.length; at += 2) {
      const [longitude = Number.NaN, latitude = Number.NaN] = [corners[at], corners[at + 1]];
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
      expect(bboxContains(bounds, longitude, latitude)).toBe(true);
    }
  }
});

test('near a box is the land whose own box it overlaps', () => {
  const crete = { west: 24.5, south: 35.1, east: 25.5, north: 35.4 };
  const near = landNear(crete);
  expect(near.length).toBeGreaterThan(0);
  for (const { bounds } of near) expect(bboxOverlaps(bounds, crete)).toBe(true);
  expect(landNear({ west: -170, south: -80, east: -160, north: -70 })).toEqual([]);
});
