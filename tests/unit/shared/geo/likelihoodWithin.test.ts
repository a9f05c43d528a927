import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assumedAccuracy } from '#shared/fires/candidatesOf.ts';
import { type Ellipse, roundEllipse } from '#shared/geo/ellipse.ts';
import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import { DEVIATIONS_OF_HALF, likelihoodWithin, normalShare } from '#shared/geo/likelihoodWithin.ts';
import { distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import { seededRandom } from '#shared/numbers.ts';
import { pairs } from '#tests/support/pairs.ts';
import { starAround } from '#tests/support/shapes.ts';
import { gaussian } from '#worker/dev/simulator/simulatedSource.ts';

const ASSUMED = roundEllipse(2);
const FIRE: Position = { latitude: 42.1, longitude: 23.4 };
const POINT: Shape = { type: 'Point', coordinates: [FIRE.longitude, FIRE.latitude] };
const KM = 1 / 111.195;
const likelihoodNear = (shape: Shape) => likelihoodWithin(shape, 0.5);

/** So many km east and north of the fire. */
function offset(east: number, north: number): Position {
  const latitude = FIRE.latitude + north * KM;
  return { latitude, longitude: FIRE.longitude + (east * KM) / Math.cos((FIRE.latitude * Math.PI) / 180) };
}

/** The share of true points, drawn from the ellipse by its axes, that lie within 500 m of the shape. */
function render(shape: Shape, [east, north]: readonly [number, number], ellipse: Ellipse, samples: number): number {
  const random = seededRandom(7);
  const kmTo = distanceFrom(shape);
  const bearing = (ellipse.bearingDegrees * Math.PI) / 180;
  let near = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const along = (gaussian(random) * ellipse.semiMajorKm) / DEVIATIONS_OF_HALF;
    const aside = (gaussian(random) * ellipse.semiMinorKm) / DEVIATIONS_OF_HALF;
    const x = east + along * Math.sin(bearing) + aside * Math.cos(bearing);
    const y = north + along * Math.cos(bearing) - aside * Math.sin(bearing);
    if (kmTo(offset(x, y)) <= 0.5) near += 1;
  }
  return near / samples;
}

const random = seededRandom(3);
const STAR = starAround(FIRE, 40, 1, 4, random);
const LARGE = starAround(FIRE, 500, 3, 6, random);
const SLIVER: Shape = {
  type: 'Polygon',
  coordinates: [pairs('23.4,42.1 23.46,42.1 23.46,42.1007 23.4,42.1007 23.4,42.1')],
};
const LINE: Shape = { type: 'LineString', coordinates: pairs('23.38,42.09 23.42,42.1 23.45,42.13') };
const ellipse = (semiMajorKm: number, semiMinorKm: number, bearingDegrees: number): Ellipse => {
  return { semiMajorKm, semiMinorKm, bearingDegrees };
};

test.each([
  ['a point, the assumed circle', POINT, [0.6, 0.3], ASSUMED],
  ['a point, a rotated ellipse', POINT, [1.2, 0.9], ellipse(2.4, 0.8, 50)],
  ['a point, an ellipse turned the other way', POINT, [0.9, -0.5], ellipse(2.4, 0.8, 130)],
  ['a point, a needle', POINT, [0.5, 0.5], ellipse(3, 0.1, 45)],
  ['a point, a fine network', POINT, [0.45, 0.1], ellipse(0.15, 0.08, 20)],
  ['a line, a rotated ellipse', LINE, [1, -0.5], ellipse(1.5, 0.5, 70)],
  ['a sliver, a flat ellipse', SLIVER, [2, 1], ellipse(2, 0.3, 95)],
  ['a star of 40 corners, the assumed circle', STAR, [3.5, 1], ASSUMED],
  ['a star of 40 corners, a rotated ellipse', STAR, [-4, 2], ellipse(3, 1, 160)],
  ['500 corners, a rotated ellipse', LARGE, [5, 4], ellipse(2.4, 1.1, 30)],
] as const)('the likelihood is within two per cent of Monte Carlo: %s', (_, shape, from, axes) => {
  const samples = 150_000;
  const share = render(shape, from, axes, samples);
  const error = Math.sqrt((share * (1 - share)) / samples);
  const likelihood = likelihoodNear(shape)(offset(from[0], from[1]), axes);
  expect(share).toBeGreaterThan(0.03);
  expect(Math.abs(likelihood - share)).toBeLessThan(0.02 * share + 2 * error);
});

test('half of the strokes truly struck within the 50 % circle, nine in ten within 1.82 of it', () => {
  expect(likelihoodNear(POINT)(FIRE, ellipse(0.5, 0.5, 0))).toBeCloseTo(0.5, 2);
  const { radius50Km, radius90Km } = assumedAccuracy(0.5);
  const radiusKm = 0.5 / (radius90Km / radius50Km);
  expect(likelihoodNear(POINT)(FIRE, ellipse(radiusKm, radiusKm, 0))).toBeCloseTo(0.9, 2);
  expect(assumedAccuracy(0.5)).toEqual({ assumed: true, radius50Km: 2, radius90Km: 3.65 });
  expect(assumedAccuracy(8)).toEqual({ assumed: true, radius50Km: 8, radius90Km: 14.58 });
});

test('deep within a large fire it is 1, far from it 0, and an ellipse without width is no fault', () => {
  const likelihoodOf = likelihoodNear(LARGE);
  expect(likelihoodOf(FIRE, ellipse(0.5, 0.5, 0))).toBeGreaterThan(0.99);
  expect(likelihoodOf(offset(40, 0), ASSUMED)).toBeLessThan(1e-12);
  expect(likelihoodOf(FIRE, ellipse(1, 0, 45))).toBeGreaterThan(0.99);
  expect(likelihoodNear(POINT)(FIRE, ellipse(0, 0, 0))).toBeGreaterThan(0.99);
});

const axis = fc.double({ min: 0.05, max: 6, noNaN: true });
const bearing = fc.nat(179);
/** What the rows may be off by. */
const ROUGH = 1.01;

test('it falls along any ray from a point, and with either axis where the distance is 0', () => {
  const likelihoodOf = likelihoodNear(POINT);
  const km = fc.double({ min: 0, max: 10, noNaN: true });
  fc.assert(
    fc.property(axis, axis, bearing, fc.nat(359), km, km, (one, two, turned, ray, near, far) => {
      const axes = ellipse(Math.max(one, two), Math.min(one, two), turned);
      const at = (distance: number) => {
        const angle = (ray * Math.PI) / 180;
        return likelihoodOf(offset(distance * Math.sin(angle), distance * Math.cos(angle)), axes);
      };
      expect(at(Math.max(near, far))).toBeLessThanOrEqual(at(Math.min(near, far)) * ROUGH + 1e-6);
      const wider = { ...axes, semiMajorKm: axes.semiMajorKm * 1.3 };
      const broader = { ...axes, semiMinorKm: axes.semiMinorKm * 1.3 };
      for (const other of [wider, broader])
        expect(likelihoodOf(FIRE, other)).toBeLessThanOrEqual(likelihoodOf(FIRE, axes) * ROUGH);
    }),
    { numRuns: 300 },
  );
});

test('it falls as the ellipse grows around a stroke within a fire without notches', () => {
  const round: Shape = { type: 'Polygon', coordinates: [circleAround(FIRE, 2, 24)] };
  const likelihoodOf = likelihoodNear(round);
  const inside = fc.double({ min: -1.3, max: 1.3, noNaN: true });
  fc.assert(
    fc.property(axis, axis, bearing, inside, inside, (one, two, turned, east, north) => {
      const axes = ellipse(Math.max(one, two), Math.min(one, two), turned);
      const grown = ellipse(axes.semiMajorKm * 1.3, axes.semiMinorKm * 1.3, turned);
      const at = offset(east, north);
      expect(likelihoodOf(at, grown)).toBeLessThanOrEqual(likelihoodOf(at, axes) * ROUGH);
    }),
    { numRuns: 300 },
  );
});

test('the normal distribution is that of the tables', () => {
  expect(normalShare(-1.96, 1.645)).toBeCloseTo(0.925, 4);
  expect(normalShare(0, 1)).toBeCloseTo(0.3413, 4);
  expect(normalShare(-9, -1)).toBeCloseTo(0.1587, 4);
  // Far out too, where 1 - 1 would be left of it.
  expect(normalShare(9, 10) / 1.1286e-19).toBeCloseTo(1, 1);
});
