import { describe, expect, test } from 'vitest';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import { cornersToShape, draftedShape, handleAt, orderedRings, ringThrough } from '#web/map/watchPlace/draftShape.ts';

const PLOVDIV = {
  en: 'Plovdiv',
  ru: 'Пловдив',
  bg: 'Пловдив',
  also: [],
  country: 'BG',
  population: 340_000,
  latitude: 42.15,
  longitude: 24.75,
};

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

test('corners make a line of two and an area of three, which is closed', () => {
  expect(cornersToShape('line', [[1, 2]])).toBeUndefined();
  expect(
    cornersToShape('line', [
      [1, 2],
      [3, 4],
    ])?.type,
  ).toBe('LineString');
  expect(
    cornersToShape('polygon', [
      [1, 2],
      [3, 4],
    ]),
  ).toBeUndefined();
  expect(
    cornersToShape('polygon', [
      [1, 2],
      [3, 4],
      [5, 0],
    ]),
  ).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [1, 2],
        [3, 4],
        [5, 0],
        [1, 2],
      ],
    ],
  });
});

describe('the place that is meant', () => {
  const centre = { latitude: 42, longitude: 24 };
  const near = () => ({ place: PLOVDIV, km: 16, direction: 'ne' }) as const;
  const metres = (km: number) => ({ latitude: 42 + km / 111.2, longitude: 24 });
  test.each([
    [
      'is where the known place is that is named, not the middle of the map',
      'place',
      undefined,
      { near },
      [24.75, 42.15],
    ],
    ['is the visitor who is in sight', 'place', metres(20), { near }, [24, 42 + 20 / 111.2]],
    ['is not a visitor who looks elsewhere', 'place', metres(40), { near }, [24.75, 42.15]],
    ['is the middle where no place is known', 'place', undefined, undefined, [24, 42]],
    ['is the middle if that was chosen', 'centre', metres(20), { near }, [24, 42]],
  ] as const)('%s', (_, from, visitorAt, places, coordinates) => {
    const drafted = draftedShape({ from, shape: undefined }, centre, visitorAt, places);
    expect(drafted).toEqual({ type: 'Point', coordinates });
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
