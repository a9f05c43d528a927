import { beforeAll, describe, expect, test } from 'vitest';
import { type Hotspot, hotspotKey, parseHotspotKey } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { emptyArchive } from '#tests/isolate/testEnv.ts';
import { HotspotTable } from '#worker/fires/HotspotTable.ts';
import { hotspotByKey, hotspotPage, hotspotsOfFire } from '#worker/fires/hotspotReads.ts';

const START_MS = Date.UTC(2026, 6, 20, 18);
const spot = (minute: number, east: number, satellite: Hotspot['satellite'] = 'noaa-20'): Hotspot => ({
  ...{ satellite, atMs: START_MS + minute * MINUTE_MS, latitude: 42, longitude: 24 + east / 1_000 },
  ...{ scanKm: 0.4, trackKm: 0.4, kelvin4: 330, kelvin11: 290, frpMw: 5, confidence: 'nominal', isDay: true },
});
const [OLD, WEST, MIDDLE, NEW, OTHER] = [spot(0, 0), spot(5, -9), spot(5, 3), spot(9, 1), spot(5, 3, 'modis')];

let db: D1Database;
beforeAll(async () => {
  db = await emptyArchive();
  const table = new HotspotTable(db);
  await table.insert('noaa-20', [OLD, WEST, MIDDLE, NEW], START_MS);
  await table.insert('modis', [OTHER], START_MS);
  await table.markFires([
    [OLD, 'a'],
    [NEW, 'a'],
    [WEST, 'b'],
  ]);
});

const keysOf = (hotspots: readonly Hotspot[]) => hotspots.map(hotspotKey);

describe('hotspots', () => {
  test('of a fire are told the newest first, as many as are wanted', async () => {
    expect(keysOf(await hotspotsOfFire(db, 'a', 9))).toEqual(keysOf([NEW, OLD]));
    expect(keysOf(await hotspotsOfFire(db, 'a', 1))).toEqual(keysOf([NEW]));
    expect(await hotspotsOfFire(db, 'c', 9)).toEqual([]);
  });

  test('are found by their keys, with the fire that each belongs to', async () => {
    expect(await hotspotByKey(db, hotspotKey(WEST))).toEqual({ ...WEST, fire: 'b', withdrawn: false });
    expect(await hotspotByKey(db, hotspotKey(spot(5, 4)))).toBeUndefined();
    expect(await hotspotByKey(db, 'none')).toBeUndefined();
  });

  test('of a box and a time are told in pages that fit together', async () => {
    const span = [START_MS, START_MS + 10 * MINUTE_MS] as const;
    const all = keysOf(await hotspotPage(db, HOME_BOX, span, undefined, 9));
    expect(all).toEqual(keysOf([NEW, MIDDLE, OTHER, WEST, OLD]));
    const paged: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      const last = parseHotspotKey(paged.at(-1) ?? '');
      paged.push(...keysOf(await hotspotPage(db, HOME_BOX, span, last, 2)));
    }
    expect(paged).toEqual(all);
  });

  test('beyond the box or the time, whose end is not in it, are left out', async () => {
    const west = { ...HOME_BOX, east: 23.995 };
    const until = (minute: number) => [START_MS, START_MS + minute * MINUTE_MS] as const;
    expect(keysOf(await hotspotPage(db, west, until(10), undefined, 9))).toEqual(keysOf([WEST]));
    expect(keysOf(await hotspotPage(db, HOME_BOX, until(5), undefined, 9))).toEqual(keysOf([OLD]));
    expect(keysOf(await hotspotPage(db, HOME_BOX, [START_MS + 1, START_MS + 2], undefined, 9))).toEqual([]);
  });
});
