import { expect, test } from 'vitest';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { nearestTrend } from '#web/sky/strikes/nearestKnown.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;
const SOFIA = { latitude: 42.7, longitude: 23.3 };
const KM_NORTH = 1 / 111.2;

/** Strikes so many minutes ago, so many kilometres north of Sofia. */
function trendOf(...strikes: readonly (readonly [minutesAgo: number, km: number])[]) {
  const store = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: NOW });
  const fallen = strikes.map(([minutesAgo, km], index) =>
    aStrike(index + 1, { ...SOFIA, latitude: SOFIA.latitude + km * KM_NORTH, atMs: NOW - minutesAgo * 60_000 }),
  );
  store.append(strikesToColumns(fallen), NOW);
  return nearestTrend(store, SOFIA, NOW);
}

test('a storm whose nearest strike was further ten minutes ago comes closer, and the other way round', () => {
  expect(trendOf([2, 10], [8, 30], [15, 20])).toBe('closer');
  expect(trendOf([2, 20], [15, 10])).toBe('further');
});

test('nothing is said of a difference below 3 km, nor where one of the spans has no strike', () => {
  expect(trendOf([2, 10], [15, 12])).toBeUndefined();
  expect(trendOf([2, 10])).toBeUndefined();
  expect(trendOf([15, 10])).toBeUndefined();
  expect(trendOf([2, 10], [25, 90])).toBeUndefined();
});
