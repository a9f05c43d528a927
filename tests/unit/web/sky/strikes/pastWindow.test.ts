import { expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { activeAreas } from '#web/sky/strikes/activeAreas.ts';
import { nearestStrikes, newestStrikes } from '#web/sky/strikes/findStrike.ts';
import { heldStrikes } from '#web/sky/strikes/nearestKnown.ts';
import { dirtyRows, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { windowCounts } from '#web/sky/strikes/windowCounts.ts';

/** What is held reaches beyond the window of the past that is shown: nothing may be said of strikes that came after it. */
const MINUTE = 60_000;
const T = 30_000_000 * MINUTE;
const BOX = { west: 23, south: 42, east: 24, north: 43 };
const SOFIA = { latitude: 42.7, longitude: 23.3 };
const store = new StrikeStore({ capacity: 64, maxAgeMs: Number.POSITIVE_INFINITY, epochMs: T });
const later = [T, T + 1, T + 5 * MINUTE, T + 600 * MINUTE].map((atMs, n) => aStrike(10 + n, { atMs }));
store.append(
  strikesToColumns([
    aStrike(1, { atMs: T - 30_000, latitude: 42.8 }),
    aStrike(2, { atMs: T - 15 * MINUTE, latitude: 42.9 }),
    aStrike(3, { atMs: T - 60 * MINUTE }),
    aStrike(4, { atMs: T - 60 * MINUTE - 1 }),
    ...later,
  ]),
  T,
);
const scope = { fromMs: T - 60 * MINUTE, toMs: T };

test('the window begins with its first instant and ends before its last', () => {
  const { total, bars, newestMs } = windowCounts(store, BOX, T, 60 * MINUTE, MINUTE, T);
  expect([total, bars.reduce((sum, count) => sum + count, 0), newestMs]).toEqual([3, 3, T - 30_000]);
  expect(newestStrikes(store, scope, 50).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
});

test('the nearest, the trend and the most active areas are of that window', () => {
  const nearest = nearestStrikes(store, SOFIA, { ...scope, knownKm: 100 }, 50);
  expect(nearest.map(({ strike }) => strike.ordinal)).toEqual([3, 1, 2]);
  const told = heldStrikes(store, SOFIA, { box: BOX, endMs: T, askedMs: 60 * MINUTE, toMs: T, withinKm: 100 });
  expect([told.near?.ordinal, told.trend]).toEqual([1, 'closer']);
  expect(activeAreas(store, BOX, scope.fromMs, 3, T).reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

test('a reader that is given another store reads all of it, however much it had read of the first', () => {
  const other = new StrikeStore({ capacity: 64, maxAgeMs: Number.POSITIVE_INFINITY, epochMs: T });
  other.append(strikesToColumns(later), T);
  const mark = { generation: store.generation, rows: store.length };
  expect(dirtyRows(mark, { generation: other.generation, rows: other.length })).toEqual({ from: 0, to: 4 });
});
