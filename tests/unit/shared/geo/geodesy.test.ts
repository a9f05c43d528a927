import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bearingDegrees, circleAround, compassPoint, distanceKm } from '#shared/geo/geodesy.ts';

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const PLOVDIV = { latitude: 42.1354, longitude: 24.7453 };
const aPosition = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
});

test('Plovdiv lies 133 km south-east of Sofia', () => {
  expect(distanceKm(SOFIA, PLOVDIV)).toBeCloseTo(132.7, 0);
  expect(compassPoint(bearingDegrees(SOFIA, PLOVDIV))).toBe('se');
});

test('distance is the same both ways, and none to oneself', () =>
  fc.assert(
    fc.property(aPosition, aPosition, (a, b) => {
      expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
      expect(distanceKm(a, a)).toBe(0);
    }),
  ));

describe('bearings', () => {
  test.each([
    [0, 'n'],
    [22, 'n'],
    [23, 'ne'],
    [180, 's'],
    [337, 'nw'],
    [338, 'n'],
    [359.9, 'n'],
  ] as const)('%d° is %s', (bearing, point) => {
    expect(compassPoint(bearing)).toBe(point);
  });

  test('are between 0 and 360', () =>
    fc.assert(
      fc.property(aPosition, aPosition, (a, b) => {
        const bearing = bearingDegrees(a, b);
        expect(bearing >= 0 && bearing < 360).toBe(true);
      }),
    ));
});

test('a ring is closed, and every corner lies at its radius', () => {
  const ring = circleAround(SOFIA, 16);
  expect(ring[0]).toEqual(ring.at(-1));
  for (const [longitude, latitude] of ring) expect(distanceKm(SOFIA, { latitude, longitude })).toBeCloseTo(16, 6);
});
