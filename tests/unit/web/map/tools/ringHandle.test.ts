import { describe, expect, test } from 'vitest';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import { handleAt, orderedRings, ringThrough } from '#web/map/tools/ringHandle.ts';

const SHAPES: readonly Shape[] = [
  { type: 'Point', coordinates: [23.3, 42.7] },
  {
    type: 'LineString',
    coordinates: [
      [23, 42],
      [24, 42.5],
      [24.2, 43],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [23, 42],
        [23.5, 42],
        [23.2, 42.4],
        [23, 42],
      ],
    ],
  },
];

describe('rings around a shape', () => {
  test.each(SHAPES)('lie where the distance that judges strikes is theirs ($type)', (shape) => {
    const ringsKm = [30, 16, 10] as const;
    const kmTo = distanceFrom(shape);
    const contours = distanceContours(shape, ringsKm);
    expect(contours).toHaveLength(3);
    for (const [ring, segments] of contours.entries()) {
      expect(segments.length).toBeGreaterThan(20);
      for (const [longitude, latitude] of segments.flat()) {
        expect(Math.abs(kmTo({ longitude, latitude }) - (ringsKm[ring] ?? 0))).toBeLessThan(0.3);
      }
    }
  });

  test('are closed: each end is the end of another piece', () => {
    for (const shape of SHAPES) {
      for (const segments of distanceContours(shape, [30, 16, 10])) {
        const ends = new Map<string, number>();
        for (const [x, y] of segments.flat()) {
          const key = `${x.toFixed(9)},${y.toFixed(9)}`;
          ends.set(key, (ends.get(key) ?? 0) + 1);
        }
        expect([...ends.values()].filter((count) => count % 2 === 1)).toEqual([]);
      }
    }
  });

  test('go on shrinking inwards when one of them is moved past another', () => {
    expect(orderedRings([30, 16, 10], 2, 20)).toEqual([30, 20, 20]);
    expect(orderedRings([30, 16, 10], 0, 12)).toEqual([12, 12, 10]);
    expect(orderedRings([30, 16, 10], 1, 5)).toEqual([30, 5, 5]);
    expect(orderedRings([30, 16, 10], 1, 40)).toEqual([40, 40, 10]);
  });
});

describe('the handle of a ring', () => {
  const cases = SHAPES.flatMap((shape) =>
    ([0, 1, 2] as const).flatMap((ring) => [1, 16, 60].map((km) => ({ shape, ring, km }))),
  );
  test.each(cases)('lies on it: $shape.type, ring $ring, $km km', ({ shape, ring, km }) => {
    const at = handleAt(shape, ring, km);
    expect(distanceFrom(shape)(at)).toBeCloseTo(km, km > 30 ? 0 : 1);
    expect(ringThrough(shape, at)).toBe(km);
  });

  test('leads no ring beyond what may be chosen', () => {
    const [point] = SHAPES;
    if (!point) throw new Error('no shape');
    expect(ringThrough(point, { latitude: 42.7, longitude: 23.3 })).toBe(1);
    expect(ringThrough(point, { latitude: 45, longitude: 23.3 })).toBe(60);
  });
});
