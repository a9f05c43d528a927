import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Corner, cornersOf, roundShape } from '#shared/geo/shape/Shape.ts';
import { shapeFault } from '#shared/geo/shape/shapeFault.ts';
import { WATCHED_SHAPE } from '#shared/watch/Area.ts';
import { faultOf } from '#web/kit/addresses/watchAddress.ts';
import { areaKm2, type FoundShape } from '#web/kit/places/outlines/FoundShape.ts';
import { fitOutline } from '#web/kit/places/outlines/fitOutline.ts';

const LIMIT = WATCHED_SHAPE.corners;
const KM_NORTH = 111.195;
const KM_EAST = KM_NORTH * Math.cos((42.6 * Math.PI) / 180);
/** Kilometres east and north of a yard near Sofia. */
const at = (x: number, y: number): Corner => [23.3 + x / KM_EAST, 42.6 + y / KM_NORTH];
const ring = (corners: readonly Corner[]): FoundShape => ({ type: 'Polygon', corners, holes: 0, name: '' });
const closed = (corners: readonly Corner[]) => [...corners, corners[0] as Corner];
const fitted = (corners: readonly Corner[]) => fitOutline(ring(corners), LIMIT);

/** As a municipality is drawn: bays and capes of many sizes. */
function municipality(corners: number, km: number): Corner[] {
  return Array.from({ length: corners }, (_, index) => {
    const turn = (2 * Math.PI * index) / corners;
    const radius = km * (1 + 0.25 * Math.sin(3 * turn) + 0.08 * Math.sin(17 * turn) + 0.02 * Math.sin(41 * turn));
    return at(radius * Math.cos(turn), radius * Math.sin(turn));
  });
}

test.each([
  [1_200, 25],
  [5_000, 60],
  [60_000, 25],
])(
  '%i corners are thinned to 200 at most, whose area is that of all within 1 %%, and it is told how far off they lie',
  (count, km) => {
    const corners = municipality(count, km);
    const { shape, thinned } = fitted(corners);
    expect(cornersOf(shape).length).toBeLessThanOrEqual(LIMIT + 1);
    expect(faultOf(shape)).toBeUndefined();
    const [area, kept] = [areaKm2(closed(corners)), areaKm2(cornersOf(shape))];
    expect(Math.abs(kept - area)).toBeLessThan(area / 100);
    expect(thinned).toMatchObject({ from: count, to: cornersOf(shape).length - 1 });
    expect(thinned?.offKm).toBeGreaterThan(0.01);
    expect(thinned?.offKm).toBeLessThan(km / 50);
  },
);

test('an outline that an address can hold comes as it is', () => {
  const corners = municipality(200, 25);
  expect(fitted(corners)).toEqual({ shape: { type: 'Polygon', coordinates: [closed(corners)] } });
  const near = [at(0, 0), at(10, 0), at(10.003, 0.003), at(10, 10), at(0, 10)];
  expect(fitted(near)).toEqual({ shape: { type: 'Polygon', coordinates: [closed(near)] } });
  expect(faultOf(fitted(near).shape)).toBeUndefined();
});

describe('a walk around a yard, one position a second', () => {
  interface Walk {
    readonly width: number;
    readonly height: number;
    readonly noises: readonly number[];
    readonly standsAt: number;
  }
  /** 1.4 m a second; a receiver errs by some metres, and wanders while somebody stands still for a minute. */
  function walk({ width, height, noises, standsAt }: Walk): Corner[] {
    const side = 2 * (width + height);
    const steps = Math.floor(side / 1.4);
    const corners: Corner[] = [];
    for (let step = 0; step < steps; step += 1) {
      const along = step * 1.4;
      const [x, y] =
        along < width
          ? [along, 0]
          : along < width + height
            ? [width, along - width]
            : along < 2 * width + height
              ? [2 * width + height - along, height]
              : [0, side - along];
      const stays = step === standsAt % steps ? 60 : 1;
      for (let second = 0; second < stays; second += 1) {
        const index = corners.length;
        const noise = (part: number) => 0.004 * ((noises[(2 * index + part) % noises.length] ?? 0) - 0.5);
        corners.push(at(x / 1_000 + noise(0), y / 1_000 + noise(1)));
      }
    }
    return corners;
  }

  test('is an area that every rule takes, as large as the yard', () =>
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 60, max: 400 }),
          height: fc.integer({ min: 60, max: 400 }),
          noises: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 997, maxLength: 997 }),
          standsAt: fc.nat(),
        }),
        (yard) => {
          const { shape } = fitted(walk(yard));
          expect(faultOf(shape)).toBeUndefined();
          const km2 = (yard.width * yard.height) / 1e6;
          expect(Math.abs(areaKm2(cornersOf(roundShape(shape, 10_000))) - km2)).toBeLessThan(0.3 * km2);
        },
      ),
      { numRuns: 100 },
    ));
});

describe('an outline that truly crosses itself', () => {
  const bowTie = [at(0, 0), at(5, 5), at(5, 0), at(0, 5)];
  /** A municipality with a loop of 200 m at its edge. */
  const looped = (corners: number) => {
    const outline = municipality(corners, 25);
    const [x, y] = outline[0] as Corner;
    return [...outline, [x + 0.002, y - 0.001], [x + 0.002, y + 0.001], [x - 0.002, y + 0.001]] as Corner[];
  };
  test.each([
    ['a bow tie', bowTie],
    ['a small loop', looped(150)],
    ['a small loop among many corners', looped(1_200)],
  ])('is refused for that: %s', (_, corners) => {
    expect(fitted(corners)).toEqual({ shape: { type: 'Polygon', coordinates: [closed(corners)] }, isCrossing: true });
  });
});

test('a line is thinned too, and its ends stay', () => {
  const corners = municipality(1_200, 25).slice(0, 900);
  const { shape, thinned } = fitOutline({ type: 'LineString', corners, holes: 0, name: '' }, LIMIT);
  expect(shape.type).toBe('LineString');
  const kept = cornersOf(shape);
  expect(kept.length).toBeLessThanOrEqual(LIMIT);
  expect([kept[0], kept.at(-1)]).toEqual(
    [corners[0], corners.at(-1)].map((end) => end?.map((degrees) => Math.round(degrees * 10_000) / 10_000)),
  );
  expect(thinned?.offKm).toBeLessThan(0.5);
});

test('what cannot be kept within these bounds comes whole, to be refused for its corners', () => {
  const comb = Array.from({ length: 2_000 }, (_, index) => at(index / 100, index % 2 === 0 ? 0 : 10));
  const { shape } = fitted([...comb, at(20, -1), at(0, -1)]);
  expect(
    shapeFault(
      shape,
      { west: 0, south: 0, east: 0, north: 0 },
      { west: 0, south: 0, east: 0, north: 0 },
      WATCHED_SHAPE,
    ),
  ).toBe('corners');
});
