import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { nearestStrike } from '#shared/verdict/findStrike.ts';
import { nearestStrikes, newestStrikes } from '#web/sky/strikes/findStrike.ts';
import { StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;
const SOFIA = { latitude: 42.6977, longitude: 23.3219 };

const someStrikes = fc.array(
  fc.record({
    latitudeE5: fc.integer({ min: 4_000_000, max: 4_500_000 }),
    longitudeE5: fc.integer({ min: 2_000_000, max: 2_600_000 }),
    ageMs: fc.integer({ min: 0, max: 3_600_000 }),
  }),
  { maxLength: 60 },
);

function storeOf(strikes: readonly { latitudeE5: number; longitudeE5: number; ageMs: number }[]) {
  const store = new StrikeStore({ capacity: 100, maxAgeMs: 86_400_000, epochMs: NOW });
  const columns = {
    ordinals: strikes.map((_, index) => index + 1),
    latitudesE5: strikes.map(({ latitudeE5 }) => latitudeE5),
    longitudesE5: strikes.map(({ longitudeE5 }) => longitudeE5),
    atMs: strikes.map(({ ageMs }) => NOW - ageMs),
  };
  store.append(columns, NOW);
  return store;
}

test('no strike of the scope is nearer than the nearest, beyond what the flat map distorts', () =>
  fc.assert(
    fc.property(someStrikes, (strikes) => {
      const store = storeOf(strikes);
      const fromMs = NOW - 1_800_000;
      const distances = Array.from({ length: store.length }, (_, row) => store.strikeAt(row))
        .filter(({ atMs }) => atMs >= fromMs)
        .map((strike) => distanceKm(SOFIA, strike));
      const nearest = nearestStrike(store, SOFIA, { fromMs });
      if (!nearest) expect(distances).toEqual([]);
      else expect(distanceKm(SOFIA, nearest)).toBeLessThanOrEqual(Math.min(...distances) * 1.05);
    }),
  ));

test('strikes outside the box are not picked', () => {
  const store = storeOf([{ latitudeE5: 4_269_770, longitudeE5: 2_332_190, ageMs: 0 }]);
  const within = { west: 24, south: 42, east: 25, north: 43 };
  expect(nearestStrike(store, SOFIA, { fromMs: 0, within })).toBeUndefined();
});

test('the newest come first, as many as asked for', () =>
  fc.assert(
    fc.property(someStrikes, fc.integer({ min: 1, max: 20 }), (strikes, maxCount) => {
      const ages = strikes.map(({ ageMs }) => ageMs).sort((a, b) => a - b);
      const newest = newestStrikes(storeOf(strikes), { fromMs: NOW - 1_800_000 }, maxCount);
      expect(newest.map(({ atMs }) => NOW - atMs)).toEqual(ages.filter((age) => age <= 1_800_000).slice(0, maxCount));
    }),
  ));

test('the nearest of all strikes come first, as many as asked for, however old they are', () =>
  fc.assert(
    fc.property(someStrikes, fc.integer({ min: 1, max: 20 }), (strikes, maxCount) => {
      const distances = strikes
        .filter(({ ageMs }) => ageMs <= 1_800_000)
        .map(({ latitudeE5, longitudeE5 }) => ({ latitude: latitudeE5 / 1e5, longitude: longitudeE5 / 1e5 }))
        .map((at) => distanceKm(SOFIA, at))
        .sort((a, b) => a - b);
      const scope = { fromMs: NOW - 1_800_000, knownKm: 0 };
      const nearest = nearestStrikes(storeOf(strikes), SOFIA, scope, maxCount);
      expect(nearest.map(({ km }) => km)).toEqual(distances.slice(0, maxCount));
    }),
  ));

test('the nearest lie in the box or within the distance that is known all around', () => {
  const store = storeOf([
    { latitudeE5: 4_278_770, longitudeE5: 2_332_190, ageMs: 0 },
    { latitudeE5: 4_469_770, longitudeE5: 2_332_190, ageMs: 0 },
  ]);
  const within = { west: 24, south: 42, east: 25, north: 43 };
  const found = nearestStrikes(store, SOFIA, { fromMs: 0, within, knownKm: 100 }, 5);
  expect(found.map(({ km }) => Math.round(km))).toEqual([10]);
});
