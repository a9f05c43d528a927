import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { assignIds } from '#shared/nowcast/cells/assignIds.ts';
import { FlashWindow } from '#shared/nowcast/cells/FlashWindow.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { trendOf } from '#shared/nowcast/cells/StormCell.ts';
import { fitLogistic } from '#shared/nowcast/grade/OddsBins.ts';
import { rangeOf } from '#shared/nowcast/place/rangeOf.ts';

describe('the plane', () => {
  const plane = createPlane({ latitude: 42, longitude: 22 });
  const position = fc.record({
    latitude: fc.double({ min: 37, max: 47, noNaN: true }),
    longitude: fc.double({ min: 15, max: 29, noNaN: true }),
  });

  test('leads back to where one came from', () =>
    fc.assert(
      fc.property(position, (at) => {
        const back = plane.toDegrees(plane.toKm(at));
        expect(distanceKm(at, back)).toBeLessThan(0.001);
      }),
      { seed: 1 },
    ));

  test('keeps distances of neighbours to half a per cent', () =>
    fc.assert(
      fc.property(position, fc.double({ min: 0, max: 6.28, noNaN: true }), (at, angle) => {
        const other = {
          latitude: at.latitude + 0.2 * Math.sin(angle),
          longitude: at.longitude + 0.2 * Math.cos(angle),
        };
        const [a, b] = [plane.toKm(at), plane.toKm(other)];
        const ratio = Math.hypot(a.xKm - b.xKm, a.yKm - b.yKm) / distanceKm(at, other);
        expect(Math.abs(ratio - 1)).toBeLessThan(0.005);
      }),
      { seed: 1 },
    ));

  test('turns a velocity to the true north and back', () => {
    const point = plane.toKm({ latitude: 46, longitude: 29 });
    const north = plane.planeVelocity(point, { east: 0, north: 1 });
    const to = plane.toDegrees({ xKm: point.xKm + north.vx, yKm: point.yKm + north.vy });
    expect(to.longitude).toBeCloseTo(29, 4);
    expect(plane.trueVelocity(point, north).north).toBeCloseTo(1, 9);
  });
});

describe('flashes', () => {
  const plane = {
    toKm: ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ xKm: longitude, yKm: latitude }),
  };
  const stroke = (atMs: number, longitude: number) => ({ atMs, longitude, latitude: 0 });

  test('strokes within half a second and ten kilometres are one, in whatever order they come', () => {
    const window = new FlashWindow(plane);
    expect(window.advance(60_000, [stroke(1_400, 3), stroke(1_000, 0), stroke(1_200, 11)])).toHaveLength(2);
    expect(window.advance(120_000, [stroke(1_100, 1)])).toHaveLength(0);
    expect(window.advance(120_000, [stroke(2_000, 1)])).toHaveLength(1);
    expect(window.flashes.map(({ atMs }) => atMs)).toEqual([1_000, 1_200, 2_000]);
  });

  test('are forgotten after ten minutes, and none is taken that is older', () => {
    const window = new FlashWindow(plane);
    window.advance(60_000, [stroke(30_000, 0)]);
    expect(window.advance(11 * 60_000, [stroke(40_000, 50)])).toEqual([]);
    expect(window.flashes).toEqual([]);
  });
});

describe('numbers of cells', () => {
  const ballot = (size: number, ...votes: [number, number][]) => ({ size, votes: new Map(votes) });

  test('each cluster takes the one that most of its flashes had', () => {
    expect(assignIds([ballot(5, [1, 3], [2, 1]), ballot(4, [2, 4])])).toEqual([
      { kind: 'continues', id: 1 },
      { kind: 'continues', id: 2 },
    ]);
  });

  test('of two clusters of one cell the larger keeps it, the other split from it', () => {
    expect(assignIds([ballot(3, [1, 3]), ballot(9, [1, 2])])).toEqual([
      { kind: 'new', splitFrom: 1 },
      { kind: 'continues', id: 1 },
    ]);
  });

  test('a cluster nobody voted for is new', () => {
    expect(assignIds([ballot(3)])).toEqual([{ kind: 'new', splitFrom: undefined }]);
  });
});

test('a trend is told only where chance does not explain it', () => {
  expect(trendOf(10, 14)).toBe('steady');
  expect(trendOf(10, 30)).toBe('growing');
  expect(trendOf(30, 10)).toBe('fading');
  expect(trendOf(0, 0)).toBe('steady');
});

test('ranges lie between the rows of the table, and end with it', () => {
  const rows = [
    [0, 0, 5, 10],
    [20, 10, 15, 30],
  ] as const;
  expect(rangeOf(10, rows)).toEqual([5, 20]);
  expect(rangeOf(99, rows)).toEqual([10, 30]);
});

test('weights are found from which cases were drawn', () => {
  const cases = [-2, -1, 0, 1, 2].map((x) => {
    const chance = 1 / (1 + Math.exp(-(0.5 + 1.5 * x)));
    return { terms: [1, x], count: 1_000, hits: 1_000 * chance };
  });
  const [a, s] = fitLogistic(cases, [0, 0], 1e-6);
  expect(a).toBeCloseTo(0.5, 4);
  expect(s).toBeCloseTo(1.5, 4);
});
