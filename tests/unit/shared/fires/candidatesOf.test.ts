import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, candidatesOf, flashesOf, scoreOf } from '#shared/fires/candidatesOf.ts';
import { EARTH_RADIUS_KM, type Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/Shape.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { positionNear, starAround } from '#tests/support/shapes.ts';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';

const REPORTED_MS = Date.UTC(2026, 6, 15, 14);
const FIRE: Position = { latitude: 42.1, longitude: 23.4 };
const POINT: Shape = { type: 'Point', coordinates: [FIRE.longitude, FIRE.latitude] };
const RADIANS = Math.PI / 180;
const EXACT = { typicalErrorKm: 0.5 };

const strike = (id: string, km: number, hours: number): Strike => ({
  id,
  atMs: REPORTED_MS - hours * HOUR_MS,
  latitude: FIRE.latitude + km / 111.195,
  longitude: FIRE.longitude,
});
const idsOf = (candidates: readonly Candidate[]) =>
  candidates.map(({ strikes }) => strikes.map(({ id }) => id).join(''));

test('nearer and later strokes come first, and each candidate says why', () => {
  const fire = { shape: POINT, radiusKm: 10, reportedMs: REPORTED_MS };
  const found = candidatesOf(fire, [strike('far ', 3, 3), strike('old ', 0.4, 200), strike('new ', 0.4, 2)], EXACT);
  expect(idsOf(found)).toEqual(['new ', 'old ', 'far ']);
  expect(found[0]?.distanceKm).toBeCloseTo(0.4, 2);
  expect(found[0]?.ageMs).toBe(2 * HOUR_MS);
  expect(found[0]?.score).toBeCloseTo((1 - 0.04) * (1 - 2 / 336) * (found[0]?.likelihood ?? 0), 3);
});

test('strokes of one flash are one candidate, as good as the best of them', () => {
  const fire = { shape: POINT, radiusKm: 6, reportedMs: REPORTED_MS };
  const second = { ...strike('b', 0.2, 5), atMs: strike('a', 2, 5).atMs + 300 };
  const [candidate, ...others] = candidatesOf(fire, [strike('a', 2, 5), second], EXACT);
  expect(others).toEqual([]);
  expect(candidate).toMatchObject({ best: { id: 'b' }, strikes: [{ id: 'a' }, { id: 'b' }] });
  expect(candidate?.distanceKm).toBeCloseTo(0.2, 2);
});

test('[AP10] a stroke with its own ellipse is weighed by it where the source declares its share, others by what is assumed', () => {
  const fire = { shape: POINT, radiusKm: 6, reportedMs: REPORTED_MS };
  const detail = { ellipse: { semiMajorKm: 0.4, semiMinorKm: 0.2, azimuth: 30 } };
  const bare = strike('a', 0.2, 5);
  const likelihood = (stroke: Strike, ellipseShare?: 0.5 | 0.9, typicalErrorKm = 0.5) =>
    candidatesOf(fire, [stroke], { typicalErrorKm, ellipseShare })[0]?.likelihood ?? 0;
  const assumed = likelihood(bare, 0.5);
  expect(likelihood({ ...bare, detail })).toBe(assumed);
  expect(likelihood({ ...bare, detail }, 0.5)).toBeGreaterThan(5 * assumed);
  expect(likelihood({ ...bare, detail }, 0.9)).toBeGreaterThan(likelihood({ ...bare, detail }, 0.5));
  // A satellite's flash, kilometres off, is hardly a sign for half a kilometre.
  expect(likelihood(bare, undefined, 8)).toBeLessThan(assumed / 10);
  const [{ best } = {}] = candidatesOf(fire, [{ ...bare, detail }], { ...EXACT, ellipseShare: 0.5 });
  expect(best).toEqual({ ...bare, detail });
});

test('nothing after the report, outside the radius or older than 14 days is a candidate', () => {
  const fire = { shape: POINT, radiusKm: 2, reportedMs: REPORTED_MS };
  const early = [strike('now', 1, 0), strike('late', 1, -1 / HOUR_MS), strike('in', 1.99, 5), strike('out', 2.01, 5)];
  const found = candidatesOf(fire, [...early, strike('old', 1, 336), strike('older', 1, 336.001)], EXACT);
  expect(idsOf(found)).toEqual(['now', 'in', 'old']);
});

test('with all else equal the score falls with the distance and with the time', () => {
  const km = fc.double({ min: 0, max: 12, noNaN: true });
  const days = fc.double({ min: 0, max: 16, noNaN: true });
  const share = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(
    fc.property(km, km, days, days, share, (one, other, early, late, likelihood) => {
      const [near, far] = [Math.min(one, other), Math.max(one, other)];
      const [young, old] = [Math.min(early, late) * DAY_MS, Math.max(early, late) * DAY_MS];
      expect(scoreOf(far, young, likelihood)).toBeLessThanOrEqual(scoreOf(near, young, likelihood));
      expect(scoreOf(near, old, likelihood)).toBeLessThanOrEqual(scoreOf(near, young, likelihood));
      if (far < 10 && young < 14 * DAY_MS && far > near + 1e-6)
        expect(scoreOf(far, young, likelihood)).toBeLessThan(scoreOf(near, young, likelihood));
    }),
  );
  expect([scoreOf(10, 0, 1), scoreOf(0, 14 * DAY_MS, 1), scoreOf(0, -1, 1)]).toEqual([0, 0, 0]);
});

test('of strokes around a point the nearer one scores higher', () => {
  const fire = { shape: POINT, radiusKm: 10, reportedMs: REPORTED_MS };
  const km = fc.double({ min: 0, max: 5, noNaN: true });
  fc.assert(
    fc.property(km, km, (near, more) => {
      const scored = (distance: number) => candidatesOf(fire, [strike('s', distance, 5)], EXACT)[0]?.score ?? 0;
      expect(scored(near + more + 0.05)).toBeLessThan(scored(near));
    }),
    { numRuns: 100 },
  );
});

/** Every edge, measured on the sphere: by the angles at its ends, along the great circle through them. */
function bruteKm(shape: Shape, at: Position): number {
  const vector = ([longitude, latitude]: readonly [number, number]) => {
    const [x, y] = [longitude * RADIANS, latitude * RADIANS];
    return [Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)] as const;
  };
  type Vector = ReturnType<typeof vector>;
  const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d];
  const angle = (a: Vector, b: Vector) => Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));
  const p = vector([at.longitude, at.latitude]);
  const corners = cornersOf(shape);
  let crossings = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [bx, by]] of corners.entries()) {
    const [ax, ay] = corners[index - 1] ?? [bx, by];
    if (ay > at.latitude !== by > at.latitude && at.longitude < ax + ((at.latitude - ay) / (by - ay)) * (bx - ax))
      crossings += 1;
    const [a, b] = [vector([ax, ay]), vector([bx, by])];
    const normal = cross(a, b);
    const size = Math.hypot(...normal);
    const beside = size > 0 && dot(cross(normal, a), p) >= 0 && dot(cross(b, normal), p) >= 0;
    least = Math.min(least, beside ? Math.abs(Math.asin(dot(normal, p) / size)) : Math.min(angle(a, p), angle(b, p)));
  }
  return crossings % 2 === 1 ? 0 : least * EARTH_RADIUS_KM;
}

test('the answer for a polygon is that of brute force, for random polygons of up to 500 corners', () => {
  const random = seededRandom(11);
  /** A straight edge on the plane and a great circle are so far apart, at most. */
  const tolerance = 0.01;
  const rounds = shareOfRuns(1_000);
  let compared = 0;
  for (let round = 0; round < rounds; round += 1) {
    const middle = positionNear({ latitude: 41, longitude: 22 }, 600, random);
    const corners = round % 10 === 0 ? 500 : 3 + Math.floor(random() * 60);
    const shape = starAround(middle, corners, 0.5, 1 + random() * 9, random);
    const radiusKm = [1, 2, 6, 10][round % 4] ?? 1;
    const strikes = Array.from({ length: 20 }, (_, index): Strike => {
      const atMs = REPORTED_MS - Math.round((index + random()) * 0.8 * DAY_MS);
      return { id: `${index}`, ...positionNear(middle, 20, random), atMs };
    });
    const found = candidatesOf({ shape, radiusKm, reportedMs: REPORTED_MS }, strikes, EXACT);
    const kmOf = new Map(found.map(({ strikes: [first], distanceKm }) => [first?.id, distanceKm]));
    for (const one of strikes) {
      const km = bruteKm(shape, one);
      const reported = kmOf.get(one.id);
      if (REPORTED_MS - one.atMs > 14 * DAY_MS) expect(reported).toBeUndefined();
      else if (km <= radiusKm - tolerance) expect(Math.abs((reported ?? Number.NaN) - km)).toBeLessThan(tolerance);
      else if (km > radiusKm + tolerance) expect(reported).toBeUndefined();
      compared += reported === undefined ? 0 : 1;
    }
  }
  expect(compared).toBeGreaterThan(3 * rounds);
});

const START = Date.UTC(2026, 6, 1);
const KM_NORTH = 1 / 111.195;
/** A stroke so many ms after the start, so many km north of one place. */
const stroke = (id: string, ms: number, km = 0): Strike => ({
  id,
  atMs: START + ms,
  latitude: 42 + km * KM_NORTH,
  longitude: 23,
});
const flashIdsOf = (strikes: readonly Strike[]) =>
  flashesOf(strikes).map((flash) => flash.map(({ id }) => id).join(''));

test('strokes within half a second and 10 km are one flash, for no more than a second; of two at once one joins the nearer', () => {
  const [a, later] = [stroke('a', 0), [stroke('b', 400), stroke('c', 800)]];
  expect(flashIdsOf([a, stroke('b', 500, 9.9)])).toEqual(['ab']);
  expect(flashIdsOf([a, stroke('b', 501)])).toEqual(['a', 'b']);
  expect(flashIdsOf([a, stroke('b', 0, 10.1)])).toEqual(['a', 'b']);
  expect(flashIdsOf([a, ...later])).toEqual(['abc']);
  expect(flashIdsOf([a, ...later, stroke('d', 1_001)])).toEqual(['abc', 'd']);
  expect(flashIdsOf([a, stroke('b', 0, 12), stroke('c', 100, 8), stroke('d', 100, 3)])).toEqual(['ad', 'bc']);
});

test('every stroke is in one flash, whatever their order', () => {
  const strokes = fc.array(fc.tuple(fc.nat(5_000), fc.double({ min: 0, max: 40, noNaN: true })), { maxLength: 60 });
  fc.assert(
    fc.property(strokes, (places) => {
      const strikes = places.map(([ms, km], index) => stroke(`${index} `, ms, km));
      const flashes = flashesOf(strikes);
      expect(flashes.flat().sort((a, b) => Number(a.id) - Number(b.id))).toEqual(strikes);
      expect(flashIdsOf(strikes.toReversed())).toEqual(flashIdsOf(strikes));
    }),
  );
});
