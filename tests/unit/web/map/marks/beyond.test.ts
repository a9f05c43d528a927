import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { edgeTowards, strikesBeyond } from '#web/map/marks/beyond.tsx';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;
const SOFIA = { latitude: 42.7, longitude: 23.3 };
const BOX = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };

function beyond(...places: readonly (readonly [latitude: number, longitude: number, ageMs?: number])[]) {
  const store = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: NOW });
  const strikes = places.map(([latitude, longitude, ageMs = 0], index) =>
    aStrike(index + 1, { latitude, longitude, atMs: NOW - ageMs }),
  );
  store.append(strikesToColumns(strikes), NOW);
  return strikesBeyond(store, { box: BOX, from: SOFIA, fromMs: NOW - 3_600_000, withinKm: 100 });
}

describe('strikes that the view does not show', () => {
  test('have an arrow each on the side where the nearest of them lies, nearest first', () => {
    const found = beyond([43.1, 23.3], [42.95, 23.4], [42.7, 22.6], [42.7, 23.3]);
    expect(found.map(({ strike }) => strike.ordinal)).toEqual([2, 3]);
    expect(found[0]?.at.y).toBeCloseTo(0);
    expect(found[1]?.at.x).toBeCloseTo(0);
    expect(found[1]?.turn).toBeCloseTo(-90, 0);
  });

  test('have none if they are older than the window or further than all strikes are known', () => {
    expect(beyond([43.1, 23.3, 3_700_000], [44.2, 23.3])).toEqual([]);
  });

  test('never have two arrows that lie one over the other: the nearer strike keeps its own', () => {
    const found = beyond([42.805, 23.12], [42.79, 23.05]);
    expect(found.map(({ strike }) => strike.ordinal)).toEqual([1]);
  });

  test('are pointed at from a place on the edge of the view, whatever their direction', () => {
    const latitude = fc.double({ min: 34, max: 48, noNaN: true });
    const longitude = fc.double({ min: 13, max: 31, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        fc.pre(lat < BOX.south || lat > BOX.north || lon < BOX.west || lon > BOX.east);
        const { x, y } = edgeTowards(BOX, { latitude: lat, longitude: lon }).at;
        expect(Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5))).toBeCloseTo(0.5);
      }),
    );
  });
});
