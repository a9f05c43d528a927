import { expect, test } from 'vitest';
import { StrikeIndex } from '#shared/fires/StrikeIndex.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { between, seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

const COUNT = 5_000;

test('the index finds what a search of all rows finds, edges of place and time included', () => {
  const random = seededRandom(4);
  const timesMs = Float64Array.from({ length: COUNT }, (_, row) => row * 1_000);
  const latitudes = Float64Array.from({ length: COUNT }, () => between(random, 41, 43));
  const longitudes = Float64Array.from({ length: COUNT }, () => between(random, 22, 24));
  const index = new StrikeIndex({ timesMs, latitudes, longitudes, idOf: String });
  for (let turn = 0; turn < 200; turn += 1) {
    const place = { latitude: between(random, 40.9, 43.1), longitude: between(random, 21.9, 24.1) };
    const radiusKm = between(random, 1, 30);
    const fromMs = 1_000 * Math.floor(between(random, 0, COUNT / 2));
    const toMs = fromMs + 1_000 * Math.floor(between(random, 0, COUNT / 2));
    const searched = Array.from(timesMs.keys()).filter((row) => {
      const at = { latitude: latitudes[row] ?? 0, longitude: longitudes[row] ?? 0 };
      const atMs = timesMs[row] ?? 0;
      return atMs >= fromMs && atMs <= toMs && distanceKm(place, at) <= radiusKm;
    });
    const found = index.near(place, radiusKm, fromMs, toMs);
    expect(found.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(searched);
  }
});

test('an index of nothing finds nothing', () => {
  const none = new Float64Array();
  const index = new StrikeIndex({ timesMs: none, latitudes: none, longitudes: none, idOf: String });
  expect(index.near({ latitude: 42, longitude: 24 }, 10, 0, 1)).toEqual([]);
});
