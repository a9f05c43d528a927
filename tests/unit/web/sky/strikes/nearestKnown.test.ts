import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bboxContains } from '#shared/geo/BBox.ts';
import { circleAround } from '#shared/geo/geodesy.ts';
import { NEAR_KM } from '#shared/verdict/toldStrikes.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { heldStrikes, knownWithinKm, nearBox } from '#web/sky/strikes/nearestKnown.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const ATHENS_VIEW = { west: 23, south: 37.5, east: 24.5, north: 38.5 };
const MINUTE_MS = 60_000;

test('the box around a point holds all of the circle around it, at every latitude that is lived at', () => {
  const degrees = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
  fc.assert(
    fc.property(degrees(-70, 70), degrees(-175, 175), (latitude, longitude) => {
      const box = nearBox({ latitude, longitude });
      const circle = circleAround({ latitude, longitude }, NEAR_KM * 0.995);
      expect(circle.every(([east, north]) => bboxContains(box, east, north))).toBe(true);
    }),
  );
});

describe('how far around a point everything is held', () => {
  test('is as far as the view reaches on its narrowest side', () => {
    const view = { west: 13, south: 36.6977, east: 33, north: 47.6977 };
    expect(knownWithinKm(SOFIA, view)).toBe(550);
  });

  test.each([
    ['another view', ATHENS_VIEW],
    ['a close view', { west: 23.2, south: 42.6, east: 23.4, north: 42.8 }],
    ['no view', undefined],
  ])('is never less than the surroundings that are held for it: %s', (_, view) => {
    expect(knownWithinKm(SOFIA, view)).toBe(NEAR_KM);
  });
});

describe('the strikes that a verdict tells', () => {
  const T = 30_000_000 * MINUTE_MS;
  /** Strikes so many minutes ago, so many kilometres north of Sofia. */
  function told(...fallen: readonly (readonly [minutesAgo: number, km: number])[]) {
    const strikes = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: T });
    const rows = fallen.map(([minutesAgo, km], index) =>
      aStrike(index + 1, { ...SOFIA, latitude: SOFIA.latitude + km / 111.2, atMs: T - minutesAgo * MINUTE_MS }),
    );
    strikes.append(strikesToColumns(rows), T);
    const scope = { box: ATHENS_VIEW, endMs: T, askedMs: 60 * MINUTE_MS, toMs: T, withinKm: NEAR_KM };
    const { near, last, trend } = heldStrikes(strikes, SOFIA, scope);
    return [near?.ordinal, last?.ordinal, trend];
  }

  test('are the nearest of the last ten minutes, not of the hour, and none beyond what is held', () => {
    expect(told([40, 2], [5, 30], [9, 12])[0]).toBe(3);
    expect(told([5, NEAR_KM + 5], [40, 2])).toEqual([undefined, 2, undefined]);
  });

  test('and the last one close by, however far away it struck since', () => {
    expect(told([25, 12], [40, 4], [12, 90])[1]).toBe(1);
    expect(told([25, 50], [12, 90])[1]).toBe(2);
    expect(told([61, 12])[1]).toBeUndefined();
  });

  test('come closer or move off by where the nearest of the ten minutes before struck', () => {
    expect(told([2, 10], [8, 30], [15, 20])[2]).toBe('closer');
    expect(told([2, 20], [15, 10])[2]).toBe('further');
    expect(told([25, 20], [38, 10])[2]).toBe('further');
  });

  test.each([
    ['a difference below 3 km', [2, 10], [15, 12]],
    ['a pause of more than ten minutes', [2, 10], [25, 90]],
  ] as const)('and nothing is said of %s', (_, now, before) => {
    expect(told(now, before)[2]).toBeUndefined();
    expect(told(now)[2]).toBeUndefined();
  });
});
