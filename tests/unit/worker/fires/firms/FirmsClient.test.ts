import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
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
const CRETE = hotspot(6, { latitude: 35.2, longitude: 24.9 });
const TUNISIA = hotspot(7, { latitude: 35.1, longitude: 10.1 });
const CHAD = hotspot(2, { latitude: 9.2, longitude: 18.1 });

let firms: FirmsStandIn;
beforeAll(async () => {
  firms = await startFirms({ now: () => NOW_MS, hotspots: () => [...SKY, CRETE, TUNISIA, CHAD], mapKey: KEY });
});
afterAll(() => firms.close());
afterEach(() => {
  firms.setDelay(0);
  firms.remove(() => false);
});

const deps = { fetch, clock: clockFrom(NOW_MS, systemClock) };
const files = () => new FirmsClient({ baseUrl: firms.url, mapKey: undefined }, HOME_BOX, deps);
const area = (mapKey = KEY) => new FirmsClient({ baseUrl: firms.url, mapKey }, HOME_BOX, deps);
const lastPath = () => decodeURIComponent(firms.asked.at(-1)?.pathname ?? '');

describe('FIRMS', () => {
  test('without a key its files are read, as far back as asked', async () => {
    expect(await files().read('noaa-20', 'europe', '24h')).toMatchObject({ kind: 'rows', hotspots: [SKY[0], SKY[2]] });
    expect(lastPath()).toBe('/data/active_fire/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Europe_24h.csv');
    expect(await files().read('noaa-20', 'europe', '48h')).toMatchObject({ hotspots: SKY.slice(0, 3) });
    expect(await files().read('modis', 'europe', '7d')).toMatchObject({ hotspots: [SKY[3]] });
    expect(lastPath()).toBe('/data/active_fire/modis-c6.1/csv/MODIS_C6_1_Europe_7d.csv');
  });

  test('with a key the area API is asked for west, south, east, north and two days, as one is only today', async () => {
    expect(await area().read('noaa-20', 'europe', '24h')).toMatchObject({
      kind: 'rows',
      hotspots: [...SKY.slice(0, 3), CRETE, TUNISIA],
    });
    expect(lastPath()).toBe(`/api/area/csv/${KEY}/VIIRS_NOAA20_NRT/-25,30,45,72/2`);
    expect(await area().read('modis', 'europe', '7d')).toMatchObject({ hotspots: [SKY[3]] });
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
    expect(await files().read('noaa-20', 'europe', '24h')).toMatchObject(answer);
  });

  test('columns under each other’s names are refused, with the column and its rule', async () => {
    firms.fail('swapped-columns');
    expect(await files().read('noaa-20', 'europe', '24h')).toEqual({
      kind: 'wrong-columns',
      reason: 'row 1: latitude must be degrees, -90 to 90',
    });
  });

  test('a key that has used up its share and a wrong one are one answer, which never repeats the key', async () => {
    firms.fail('throttled');
    expect(await area().read('noaa-20', 'europe', '24h')).toEqual({ kind: 'key-refused' });
    expect(await area('another-key').read('noaa-20', 'europe', '24h')).toEqual({ kind: 'key-refused' });
  });

  test('rows that come twelve hours late leave an old newest row, and removed ones are gone', async () => {
    firms.setDelay(12 * HOUR_MS);
    expect(await files().read('noaa-20', 'europe', '48h')).toMatchObject({ newestMs: SKY[1]?.atMs });
    firms.setDelay(0);
    firms.remove(({ longitude }) => longitude < 0);
    expect(await files().read('noaa-20', 'europe', '24h')).toMatchObject({ hotspots: [SKY[0]] });
  });
});

describe('Africa’s files, for the south of home', () => {
  const africa = (span: '24h' | '7d' = '24h') => files().read('noaa-20', 'africa', span);

  test('Crete is told of although Europe’s file ends north of it; of the rest the newest row alone is held', async () => {
    expect(await files().read('noaa-20', 'europe', '24h')).not.toMatchObject({
      hotspots: expect.arrayContaining([CRETE]),
    });
    expect(await africa()).toEqual({ kind: 'rows', hotspots: [CHAD, CRETE], newestMs: CHAD.atMs, skipped: [] });
    expect(lastPath()).toBe('/data/active_fire/noaa-20-viirs-c2/csv/J1_VIIRS_C2_Northern_and_Central_Africa_24h.csv');
  });

  test('they are read only of a home that reaches so far, and not beside the area API', () => {
    const regionsOf = (south: number, mapKey?: string) =>
      new FirmsClient({ baseUrl: firms.url, mapKey }, { ...HOME_BOX, south }, deps).regions;
    expect([regionsOf(34), regionsOf(36.5), regionsOf(34, KEY)]).toEqual([
      ['europe', 'africa'],
      ['europe'],
      ['europe'],
    ]);
  });

  test.each([
    ['html', { kind: 'html' }],
    ['no-rows', { kind: 'no-rows' }],
    ['cut-off', { kind: 'cut-off' }],
    ['empty', { kind: 'wrong-columns', reason: 'no header' }],
    ['wrong-columns', { kind: 'wrong-columns', reason: 'the header lacks the column acq_time' }],
    ['swapped-columns', { kind: 'wrong-columns' }],
    ['huge', { kind: 'oversized' }],
    ['404', { kind: 'rejected' }],
    ['cut', { kind: 'failed' }],
  ] as const)('%s is told as what it is, as of Europe’s', async (fault, answer) => {
    firms.fail(fault);
    expect(await africa()).toMatchObject(answer);
  });
});
