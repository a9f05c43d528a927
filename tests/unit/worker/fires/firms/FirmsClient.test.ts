import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { clockFrom, systemClock } from '#shared/time/Clock.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { type FirmsStandIn, startFirms } from '#worker/dev/standIns/fires/startFirms.ts';
import { FirmsClient } from '#worker/fires/firms/FirmsClient.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 18);
const KEY = 'a-key-of-ours';
const hotspot = (hoursAgo: number, more: Partial<Hotspot> = {}): Hotspot => ({
  ...{ satellite: 'noaa-20', latitude: 41.73123, longitude: 23.12345, atMs: NOW_MS - hoursAgo * HOUR_MS },
  ...{ scanKm: 0.39, trackKm: 0.36, kelvin4: 331.2, kelvin11: 289.7, frpMw: 3.4, confidence: 'nominal', isDay: true },
  ...more,
});
const SKY = [
  hotspot(3),
  hotspot(30),
  hotspot(5, { longitude: -20.5 }),
  hotspot(4, { satellite: 'modis', confidence: 'high' }),
];

let firms: FirmsStandIn;
beforeAll(async () => {
  firms = await startFirms({ now: () => NOW_MS, hotspots: () => SKY, mapKey: KEY });
});
afterAll(() => firms.close());
afterEach(() => {
  firms.setDelay(0);
  firms.remove(() => false);
});

const deps = { fetch, clock: clockFrom(NOW_MS, systemClock) };
const files = () => new FirmsClient({ baseUrl: firms.url, mapKey: undefined }, deps);
const area = (mapKey = KEY) => new FirmsClient({ baseUrl: firms.url, mapKey }, deps);
const lastPath = () => decodeURIComponent(firms.asked.at(-1)?.pathname ?? '');

describe('FIRMS', () => {
  test('without a key its files are read, as far back as asked', async () => {
    expect(await files().read('noaa-20', '24h')).toMatchObject({ kind: 'rows', hotspots: [SKY[0], SKY[2]] });
    expect(lastPath()).toBe('/data/active_fire/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Europe_24h.csv');
    expect(await files().read('noaa-20', '48h')).toMatchObject({ hotspots: SKY.slice(0, 3) });
    expect(await files().read('modis', '7d')).toMatchObject({ hotspots: [SKY[3]] });
    expect(lastPath()).toBe('/data/active_fire/modis-c6.1/csv/MODIS_C6_1_Europe_7d.csv');
  });

  test('with a key the area API is asked for west, south, east, north and two days, as one is only today', async () => {
    expect(await area().read('noaa-20', '24h')).toMatchObject({ kind: 'rows', hotspots: SKY.slice(0, 3) });
    expect(lastPath()).toBe(`/api/area/csv/${KEY}/VIIRS_NOAA20_NRT/-25,30,45,72/2`);
    expect(await area().read('modis', '7d')).toMatchObject({ hotspots: [SKY[3]] });
    expect(lastPath()).toMatch(/MODIS_NRT\/-25,30,45,72\/5$/);
  });

  test.each([
    ['html', { kind: 'html' }],
    ['no-rows', { kind: 'no-rows' }],
    ['cut-off', { kind: 'cut-off' }],
    ['half', { kind: 'cut-off' }],
    ['empty', { kind: 'wrong-columns', reason: 'no header' }],
    ['wrong-columns', { kind: 'wrong-columns', reason: 'the header lacks the column acq_time' }],
    ['huge', { kind: 'oversized' }],
    ['500', { kind: 'failed', reason: 'status 500' }],
    ['429', { kind: 'paused', retryAfterMs: 7_000 }],
    ['404', { kind: 'rejected' }],
    ['redirect', { kind: 'rejected' }],
    ['refuse', { kind: 'failed' }],
    ['cut', { kind: 'failed' }],
  ] as const)('%s is told as what it is', async (fault, answer) => {
    firms.fail(fault);
    expect(await files().read('noaa-20', '24h')).toMatchObject(answer);
  });

  test('columns under each other’s names are refused, with the column and its rule', async () => {
    firms.fail('swapped-columns');
    expect(await files().read('noaa-20', '24h')).toEqual({
      kind: 'wrong-columns',
      reason: 'row 1: latitude must be degrees, -90 to 90',
    });
  });

  test('a key that has used up its share and a wrong one are one answer, which never repeats the key', async () => {
    firms.fail('throttled');
    expect(await area().read('noaa-20', '24h')).toEqual({ kind: 'key-refused' });
    expect(await area('another-key').read('noaa-20', '24h')).toEqual({ kind: 'key-refused' });
  });

  test('rows that come twelve hours late leave an old newest row, and removed ones are gone', async () => {
    firms.setDelay(12 * HOUR_MS);
    expect(await files().read('noaa-20', '48h')).toMatchObject({ newestMs: SKY[1]?.atMs });
    firms.setDelay(0);
    firms.remove(({ longitude }) => longitude < 0);
    expect(await files().read('noaa-20', '24h')).toMatchObject({ hotspots: [SKY[0]] });
  });
});
