import fc from 'fast-check';
import { expect, test } from 'vitest';
import { circleAround, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { distanceFrom, farFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { pairs } from '#tests/support/pairs.ts';
import { SQUARE } from './square.ts';

const distanceToKm = (shape: Shape, at: Position) => distanceFrom(shape)(at);
const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });

test('within a polygon the distance is 0, outside it is that of the nearest edge', () => {
  expect(distanceToKm(SQUARE, at(42.5, 23.5))).toBe(0);
  expect(distanceToKm(SQUARE, at(43.1, 23.5))).toBeCloseTo(11.12, 1);
  expect(distanceToKm(SQUARE, at(43.1, 24.1))).toBeCloseTo(distanceKm(at(43.1, 24.1), at(43, 24)), 2);
});

test('a notch of a polygon is outside it', () => {
  const shape: Shape = { type: 'Polygon', coordinates: [pairs('23,42 24,42 23.5,42.4 24,43 23,43 23,42')] };
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

test('what is sure to be farther than asked is farther', () => {
  const asked = fc.record({
    longitude: fc.double({ min: 20, max: 27, noNaN: true }),
    latitude: fc.double({ min: 36, max: 47, noNaN: true }),
    km: fc.double({ min: 0, max: 60, noNaN: true }),
  });
  const shapes = [SQUARE, { type: 'Point', coordinates: [23.3, 42.7] }] as const;
  let sure = 0;
  fc.assert(
    fc.property(asked, fc.constantFrom(...shapes), ({ km, ...position }, shape) => {
      if (!farFrom(shape)(position, km)) return;
      sure += 1;
      expect(distanceFrom(shape)(position)).toBeGreaterThan(km);
    }),
    { numRuns: 2_000 },
  );
  expect(sure).toBeGreaterThan(500);
});

test('of a shape of many corners the nearest edge is found, as if all were looked at, and so is what lies within', () => {
  const around = at(42.7, 23.3);
  const spikes = fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 4, maxLength: 200 });
  const strike = fc.record({ bearing: fc.nat(359), km: fc.integer({ min: 0, max: 90 }) });
  fc.assert(
    fc.property(spikes, strike, (lengthsKm, { bearing, km }) => {
      const corners = lengthsKm.map((lengthKm, index) => {
        const [longitude = 0, latitude = 0] = circleAround(around, lengthKm, lengthsKm.length)[index] ?? [];
        return [longitude, latitude] as const;
      });
      const ring = [...corners, corners[0] ?? [0, 0]] as const;
      const [longitude = 0, latitude = 0] = circleAround(around, km, 360)[bearing] ?? [];
      const edges = ring
        .slice(1)
        .map((to, index): Shape => ({ type: 'LineString', coordinates: [ring[index] ?? to, to] }));
      const nearestKm = Math.min(...edges.map((edge) => distanceToKm(edge, at(latitude, longitude))));
      const told = distanceToKm({ type: 'Polygon', coordinates: [ring] }, at(latitude, longitude));
      const line = distanceToKm({ type: 'LineString', coordinates: ring }, at(latitude, longitude));
      expect(Math.abs(line - nearestKm)).toBeLessThan(0.05);
      // The polygon is a star around its middle: a ray from there meets its edge once.
      const angle = (bearing / 360) * lengthsKm.length;
      const [one, two] = [lengthsKm[Math.floor(angle)] ?? 0, lengthsKm[Math.ceil(angle) % lengthsKm.length] ?? 0];
      if (km > Math.max(one, two) + 0.1) expect(told).toBeCloseTo(line, 6);
      if (lengthsKm.length > 8 && km < Math.min(one, two) * Math.cos(Math.PI / lengthsKm.length) - 0.5)
        expect(told).toBe(0);
    }),
    { numRuns: 500 },
  );
});
