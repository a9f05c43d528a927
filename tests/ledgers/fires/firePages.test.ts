import { beforeAll, describe, expect, test } from 'vitest';
import { type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { tileNumber } from '#shared/geo/tile.ts';
import written from '#shared/regions/regions.json' with { type: 'json' };
import { parseRegions, regionArea, regionTileNumber } from '#shared/regions/regionTable.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { emptyArchive } from '#tests/ledgers/testEnv.ts';
import { type HistoryQuery, historyPage, type Looked } from '#worker/archive/strikePage.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import { HotspotTable } from '#worker/fires/HotspotTable.ts';
import { hotspotByKey, hotspotsOfFire, hotspotWindow } from '#worker/fires/hotspotReads.ts';

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
    expect(keysOf((await hotspotsOfFire(db, 'a', 9)).rows)).toEqual(keysOf([NEW, OLD]));
    expect(keysOf((await hotspotsOfFire(db, 'a', 1)).rows)).toEqual(keysOf([NEW]));
    expect((await hotspotsOfFire(db, 'c', 9)).rows).toEqual([]);
  });

  test('are found by their keys, with the fire that each belongs to', async () => {
    expect(await hotspotByKey(db, hotspotKey(WEST))).toEqual({ ...WEST, fire: 'b', withdrawn: false });
    expect(await hotspotByKey(db, hotspotKey(spot(5, 4)))).toBeUndefined();
    expect(await hotspotByKey(db, 'none')).toBeUndefined();
  });

  test('beyond the box or the time, whose end is not in it, are left out', async () => {
    const found = async (bbox: BBox | undefined, fromMs: number, toMs: number) => {
      const window = { bbox, fromMs, toMs, before: undefined, limit: 9 };
      return keysOf((await hotspotWindow(db, window, 100)).rows);
    };
    const until = (minute: number) => START_MS + minute * MINUTE_MS;
    for (const everywhere of [undefined, HOME_BOX]) {
      expect(await found(everywhere, START_MS, until(10))).toEqual(keysOf([NEW, MIDDLE, OTHER, WEST, OLD]));
      expect(await found(everywhere, START_MS, until(5))).toEqual(keysOf([OLD]));
      expect(await found(everywhere, START_MS + 1, START_MS + 2)).toEqual([]);
    }
    expect(await found({ ...HOME_BOX, east: 23.995 }, START_MS, until(10))).toEqual(keysOf([WEST]));
  });
});

describe('pages', () => {
  const DISTRICT = regionArea(parseRegions(written), 'BG.pazardzhik');
  const BOX = { west: 23.9, south: 41.9, east: 24.6, north: 42.4 };
  const THIN = { west: 13, south: 42.1, east: 31, north: 42.1001 };
  const random = seededRandom(5);
  /** Around the district, many in the same minute. */
  const spots = Array.from(
    { length: 300 },
    (_, index): Hotspot => ({
      ...spot(Math.floor(random() * 40), 0),
      ...{
        latitude: Number((41.5 + random() * 1.4).toFixed(5)),
        longitude: Number((23.5 + random() * 1.6).toFixed(5)),
      },
      satellite: index % 2 === 0 ? 'noaa-20' : 'modis',
    }),
  );
  beforeAll(async () => {
    await emptyArchive();
    for (const name of ['noaa-20', 'modis'] as const) {
      const own = spots.filter(({ satellite }) => satellite === name);
      await new HotspotTable(db).insert(name, own, START_MS);
    }
    const fires = spots.map((one) => ({
      ...{ id: hotspotKey(one), latitude: one.latitude, longitude: one.longitude, hotspots: [one] },
      ...{ firstSeenMs: one.atMs, lastSeenMs: one.atMs, frpMw: 5, isStatic: false },
    }));
    await new FireTable(db).keep(fires, new Map(), 0, START_MS);
  });

  const span = { fromMs: START_MS + 3 * MINUTE_MS + 1, toMs: START_MS + 35 * MINUTE_MS };
  const brute = (isIn: (one: Hotspot) => boolean) =>
    spots.filter((one) => one.atMs >= span.fromMs && one.atMs < span.toMs && isIn(one)).map(hotspotKey);
  const inBox = (box: BBox) => (one: Hotspot) => bboxContains(box, one.longitude, one.latitude);
  /** Walks all pages, of which each may read some rows and no more. */
  async function walk<Row>(
    read: (window: HistoryQuery, walkRows: number) => Promise<Looked<Row>>,
    positionOf: (row: Row) => PagePosition,
  ): Promise<string[]> {
    const found: string[] = [];
    let before: PagePosition | undefined;
    do {
      const page = await historyPage({ ...span, before, limit: 7 }, read, positionOf, { maxRowsRead: 60 });
      found.push(...page.rows.map((row) => positionOf(row).id));
      before = page.next;
    } while (before);
    return found;
  }

  test.each([
    ['a district', DISTRICT],
    ['a box', { bbox: BOX }],
    ['a box thinner than a cell', { bbox: THIN }],
    ['all that is kept', undefined],
  ] as const)('of fires in %s put together hold each once, the last seen first', async (_, area) => {
    const tiles = area && 'tiles' in area ? new Set(area.tiles.map(tileNumber)) : undefined;
    const isIn = ({ longitude, latitude }: Hotspot) =>
      tiles ? tiles.has(regionTileNumber(longitude, latitude)) : !area || bboxContains(area.bbox, longitude, latitude);
    const table = new FireTable(db);
    const found = await walk(
      (window, walkRows) => table.window({ ...window, area }, walkRows),
      ({ lastSeenMs, id }) => ({ atMs: lastSeenMs, id }),
    );
    // Ids of fires begin with their time.
    expect(found).toEqual(brute(isIn).sort().reverse());
  });

  test.each([
    ['a box', BOX],
    ['a box thinner than a cell', THIN],
    ['all that is kept', undefined],
  ] as const)('of hotspots in %s put together hold each once, the newest first', async (_, bbox) => {
    const found = await walk(
      (window, walkRows) => hotspotWindow(db, { ...window, bbox }, walkRows),
      (one) => ({ atMs: one.atMs, id: hotspotKey(one) }),
    );
    expect(found).toEqual(
      brute(bbox ? inBox(bbox) : () => true)
        .sort()
        .reverse(),
    );
  });
});
