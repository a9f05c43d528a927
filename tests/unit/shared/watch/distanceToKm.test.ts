import fc from 'fast-check';
import { expect, test } from 'vitest';
import { circleAround, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/watch/Area.ts';
import { areaWatermarkMs } from '#shared/watch/areaWatermarkMs.ts';
import { distanceToKm } from '#shared/watch/distanceToKm.ts';
import { reachOf } from '#shared/watch/reachOf.ts';
import { MINUTE, pulseAt, START } from './watchedArea.ts';

const SQUARE: Shape = {
  type: 'Polygon',
  coordinates: [
    [
      [23, 42],
      [24, 42],
      [24, 43],
      [23, 43],
      [23, 42],
    ],
  ],
};
const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });

test('within a polygon the distance is 0, outside it is that of the nearest edge', () => {
  expect(distanceToKm(SQUARE, at(42.5, 23.5))).toBe(0);
  expect(distanceToKm(SQUARE, at(43.1, 23.5))).toBeCloseTo(11.12, 1);
  expect(distanceToKm(SQUARE, at(43.1, 24.1))).toBeCloseTo(distanceKm(at(43.1, 24.1), at(43, 24)), 2);
});

test('a notch of a polygon is outside it', () => {
  const shape: Shape = {
    type: 'Polygon',
    coordinates: [
      [
        [23, 42],
        [24, 42],
        [23.5, 42.4],
        [24, 43],
        [23, 43],
        [23, 42],
      ],
    ],
  };
  expect(distanceToKm(shape, at(42.4, 23.4))).toBe(0);
  expect(distanceToKm(shape, at(42.4, 23.8))).toBeGreaterThan(10);
});

test('the distance to a line is at most 3 m off at 10 km, and at most 120 m at 60 km', () => {
  const corner = fc.record({
    latitude: fc.double({ min: 36, max: 47, noNaN: true }),
    longitude: fc.double({ min: 14, max: 29, noNaN: true }),
  });
  const from = fc.record({ bearing: fc.nat(95), km: fc.constantFrom(10, 60) });
  fc.assert(
    fc.property(corner, from, fc.nat(95), (a, { bearing, km }, along) => {
      const strike = circleAround(a, km)[bearing] ?? [0, 0];
      const end = circleAround(a, 5)[along] ?? [0, 0];
      const shape: Shape = { type: 'LineString', coordinates: [[a.longitude, a.latitude], end] };
      const position = at(strike[1], strike[0]);
      // The line in pieces of 5 m, each end measured on the sphere.
      const pieces = Array.from({ length: 1_001 }, (_, index) =>
        distanceKm(
          position,
          at(
            a.latitude + ((end[1] - a.latitude) * index) / 1_000,
            a.longitude + ((end[0] - a.longitude) * index) / 1_000,
          ),
        ),
      );
      expect(Math.abs(distanceToKm(shape, position) - Math.min(...pieces))).toBeLessThan(km === 10 ? 0.003 : 0.12);
    }),
    { numRuns: 300 },
  );
});

test('the reach of an area holds all that lies within its outermost ring', () => {
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });
  for (const [longitude, latitude] of circleAround(at(43, 24), 30)) {
    expect(longitude).toBeLessThanOrEqual(reach.east);
    expect(latitude).toBeLessThanOrEqual(reach.north);
  }
  expect(distanceToKm(SQUARE, at(reach.north, 23.5))).toBeGreaterThanOrEqual(30);
});

test('[WA7] without a mark, with gaps left untold, or ahead of the provider, no watermark is taken on trust', () => {
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });
  const hold = 31 * MINUTE;
  expect(areaWatermarkMs(pulseAt(null, START), reach, hold)).toBeNull();
  expect(areaWatermarkMs({ ...pulseAt(START, START), gapsCut: true }, reach, hold)).toBeNull();
  expect(areaWatermarkMs(pulseAt(START + MINUTE, START), reach, hold)).toBe(START);
});

test('[WA7] of two gaps that follow one another the older one counts, until the hold lies after both', () => {
  const reach = reachOf({ shape: SQUARE, ringsKm: [30, 16, 10] });
  const gaps = [
    [23, 42, 24, 43, START - 10 * MINUTE, START - 9 * MINUTE],
    [23, 42, 24, 43, START - 35 * MINUTE, START - 34 * MINUTE],
  ] as const;
  const at = (minute: number) =>
    areaWatermarkMs(pulseAt(START + minute * MINUTE, START + minute * MINUTE, gaps), reach, 31 * MINUTE);
  expect(at(0)).toBe(START - 35 * MINUTE);
  expect(at(21)).toBe(START - 35 * MINUTE);
  expect(at(22)).toBe(START + 22 * MINUTE);
});
