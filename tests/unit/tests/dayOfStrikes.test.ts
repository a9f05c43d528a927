import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tileAt } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { stormStrikes } from '#tests/bench/stormStrikes.ts';
import { gaussian, seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

/**
 * A day of storms as wide as those of the recordings: the twelve cells of `stormStrikes`, each strike 70 km or so from where it
 * puts it. Their own are so narrow that a day fills a third of the tiles that a real one does.
 */
function dayOfStrikes(count: number, endMs: number, day: number): NumberedStrike[] {
  const random = seededRandom(1_000 + day);
  return stormStrikes(count, endMs, DAY_MS, day + 1).map((strike) => ({
    ...strike,
    ordinal: day * 1_000_000 + strike.ordinal,
    latitude: Number((strike.latitude + gaussian(random) * 0.45).toFixed(5)),
    longitude: Number((strike.longitude + gaussian(random) * 0.6).toFixed(5)),
  }));
}

const DAYS = 14;
const END_MS = Date.UTC(2026, 6, 4);

test('fourteen days of counts by hour and tile, of 114,000 strikes each, are at most 350 kB', () => {
  const counts = dayOfStrikes(114_000, END_MS, 3).map(({ longitude, latitude, atMs }) => {
    return { ...tileAt(longitude, latitude, 10), hour: Math.floor(atMs / HOUR_MS) % 24, strikes: 1 };
  });
  const bytes = encodeDayGrid({ day: 20_000, zoom: 10, counts });
  // No narrower than a day of a real recording, which takes 20 kB before it is packed.
  expect(bytes.length).toBeGreaterThan(18_000);
  expect(DAYS * gzipSync(bytes).length).toBeLessThanOrEqual(350_000);
});
