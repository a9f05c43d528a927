import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { tileAt } from '#shared/geo/tile.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { encodeDayGrid } from '#shared/wire/dayGrid.ts';
import { dayOfStrikes } from '#tests/bench/timeline/dayOfStrikes.ts';

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
