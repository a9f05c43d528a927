import { expect, test } from 'vitest';
import { hotspotKey, parseHotspotKey } from '#shared/fires/Hotspot.ts';
import { sightingsOf } from '#shared/fires/sightings.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';

const START_MS = Date.UTC(2026, 6, 20, 11);
const spot = (satellite: 'noaa-20' | 'suomi-npp', minutes: number, frpMw: number) => ({
  ...{ satellite, atMs: START_MS + minutes * MINUTE_MS, frpMw },
});

test('pixels of one pass are one sighting, the next satellite’s another; the newest first, whatever their order', () => {
  const spots = [
    spot('noaa-20', 0, 1),
    spot('noaa-20', 14, 2),
    spot('suomi-npp', 7, 4),
    spot('suomi-npp', 50, 8),
    spot('noaa-20', 16, 16),
  ];
  const expected = [
    { satellite: 'suomi-npp', atMs: START_MS + 50 * MINUTE_MS, hotspots: 1, frpMw: 8 },
    { satellite: 'noaa-20', atMs: START_MS + 16 * MINUTE_MS, hotspots: 1, frpMw: 16 },
    { satellite: 'suomi-npp', atMs: START_MS + 7 * MINUTE_MS, hotspots: 1, frpMw: 4 },
    { satellite: 'noaa-20', atMs: START_MS, hotspots: 2, frpMw: 3 },
  ];
  expect(sightingsOf(spots)).toEqual(expected);
  expect(sightingsOf(spots.toReversed())).toEqual(expected);
  expect(sightingsOf([])).toEqual([]);
});

test('a hotspot is known again by its key, and no other text is one', () => {
  const hotspot = { satellite: 'modis', atMs: START_MS, latitude: -33.12345, longitude: 151.00001 } as const;
  expect(parseHotspotKey(hotspotKey(hotspot))).toEqual(hotspot);
  for (const text of ['', 'x', `${hotspotKey(hotspot)}0`, hotspotKey(hotspot).replace(/.$/, '9'), '0-0000000000000']) {
    expect(parseHotspotKey(text)).toBeUndefined();
  }
});
