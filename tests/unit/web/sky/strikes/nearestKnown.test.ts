import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bboxContains } from '#shared/geo/BBox.ts';
import { circleAround } from '#shared/geo/geodesy.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { knownWithinKm, NEAR_KM, nearBox, nearestKnown } from '#web/sky/strikes/nearestKnown.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const ATHENS_VIEW = { west: 23, south: 37.5, east: 24.5, north: 38.5 };
const NOW = Date.UTC(2026, 6, 1, 12);

function storeOf(...positions: readonly { latitude: number; longitude: number }[]) {
  const strikes = new StrikeStore({ capacity: 16, maxAgeMs: 86_400_000, epochMs: NOW });
  const rows = positions.map((position, index) => ({
    ...position,
    id: `s${index}`,
    ordinal: index + 1,
    atMs: NOW - 60_000,
  }));
  strikes.append(strikesToColumns(rows), NOW);
  return strikes;
}

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

describe('the nearest strike', () => {
  test('is told where none can be nearer', () => {
    const { strike } = nearestKnown(storeOf({ latitude: 43.2, longitude: 23.3 }), SOFIA, ATHENS_VIEW, NOW - 3_600_000);
    expect(strike?.ordinal).toBe(1);
  });

  test('is not told where a nearer one might be beyond what is held', () => {
    const known = nearestKnown(storeOf({ latitude: 38, longitude: 23.7 }), SOFIA, ATHENS_VIEW, NOW - 3_600_000);
    expect(known).toEqual({ strike: undefined, withinKm: NEAR_KM });
  });
});
