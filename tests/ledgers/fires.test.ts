import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import { type BBox, bboxContains, HOME_BOX } from '#shared/geo/BBox.ts';
import written from '#shared/geo/regions.json';
import { parseRegions, regionArea, regionTileNumber } from '#shared/geo/regionTable.ts';
import { tileNumber } from '#shared/geo/tile.ts';
import { seededRandom } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { aHotspot } from '#tests/fires/aHotspot.ts';
import { type HistoryQuery, historyPage, type Looked, StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import { attributeFires, readFires } from '#worker/features/fires/attributeFires.ts';
import { FireTable } from '#worker/features/fires/FireTable.ts';
import type { HotspotResponse } from '#worker/features/fires/firms.ts';
import { HotspotTable, hotspotByKey, hotspotsOfFire, hotspotWindow } from '#worker/features/fires/HotspotTable.ts';
import { emptyArchive } from './testEnv.ts';

const START_MS = Date.UTC(2026, 6, 20, 18);

describe('fire pages', () => {
  const spot = (minute: number, east: number, satellite: Hotspot['satellite'] = 'noaa-20'): Hotspot => ({
    ...aHotspot(0, 0, 0, satellite),
    atMs: START_MS + minute * MINUTE_MS,
    longitude: 24 + east / 1_000,
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
        latitude: Number((41.5 + random() * 1.4).toFixed(5)),
        longitude: Number((23.5 + random() * 1.6).toFixed(5)),
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
        id: hotspotKey(one),
        latitude: one.latitude,
        longitude: one.longitude,
        hotspots: [one],
        firstSeenMs: one.atMs,
        lastSeenMs: one.atMs,
        frpMw: 5,
        isStatic: false,
      }));
      await new FireTable(db).store(fires, new Map(), 0, START_MS);
    });

    const span = { fromMs: START_MS + 3 * MINUTE_MS + 1, toMs: START_MS + 35 * MINUTE_MS };
    const brute = (isIn: (one: Hotspot) => boolean) =>
      spots.filter((one) => one.atMs >= span.fromMs && one.atMs < span.toMs && isIn(one)).map(hotspotKey);
    const inBox = (box: BBox) => (one: Hotspot) => bboxContains(box, one.longitude, one.latitude);
    /** Walks all pages, each with a limit of rows read. */
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
        tiles
          ? tiles.has(regionTileNumber(longitude, latitude))
          : !area || bboxContains(area.bbox, longitude, latitude);
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
});

describe('read fires', () => {
  const PLACE = { latitude: 42, longitude: 24 };

  let nowMs = START_MS;
  let db: D1Database;
  let hotspotResponses: HotspotResponse[];
  let requests: string[];
  let south: (() => HotspotResponse) | undefined;
  let requestedSouth: string[];
  const logged: string[] = [];
  beforeEach(async () => {
    db = await emptyArchive();
    logged.length = 0;
    [nowMs, hotspotResponses, requests, south, requestedSouth] = [START_MS, [], [], undefined, []];
  });

  const spot = (hoursAgo: number, east = 0): Hotspot => ({
    ...aHotspot(),
    latitude: PLACE.latitude,
    longitude: PLACE.longitude + east / 1_000,
    atMs: START_MS - hoursAgo * HOUR_MS,
  });
  const rows = (...hotspots: Hotspot[]): HotspotResponse => ({
    kind: 'rows',
    hotspots,
    newestMs: Math.max(...hotspots.map(({ atMs }) => atMs)),
    skipped: [],
  });
  const clock = { now: () => nowMs };
  const fires = () => new FireTable(db);

  /** NOAA-20 answers of Europe with what is next, the others have no rows. Of Africa it answers if `south` does. */
  function read(...next: HotspotResponse[]): Promise<void> {
    hotspotResponses.push(...next);
    return readFires({
      source: {
        regions: south ? ['europe', 'africa'] : ['europe'],
        read: (satellite, region, span) => {
          if (region === 'africa') requestedSouth.push(satellite);
          if (satellite !== 'noaa-20') return Promise.resolve({ kind: 'no-rows' });
          if (region === 'africa') return Promise.resolve(south?.() ?? { kind: 'no-rows' });
          requests.push(span);
          return Promise.resolve(hotspotResponses.shift() ?? { kind: 'no-rows' });
        },
      },
      hotspots: new HotspotTable(db),
      fires: fires(),
      home: HOME_BOX,
      clock,
      log: (_, event) => void logged.push(event),
    });
  }
  const later = (ms: number) => {
    nowMs += ms;
  };
  /** As soon as a product is due again. */
  const readLater = (...next: HotspotResponse[]) => {
    later(11 * MINUTE_MS);
    return read(...next);
  };
  const listed = async (limit = 100) => {
    const all = { area: undefined, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, before: undefined };
    return (await fires().window({ ...all, limit }, 1_000)).rows;
  };
  const report = async () => (await listed()).map(({ id }) => id);
  /** For each stored hotspot, whether it was withdrawn. */
  const flags = async () =>
    (await db.prepare('SELECT withdrawn FROM hotspot ORDER BY minute').all()).results.map(({ withdrawn }) => withdrawn);
  const noaa = async () =>
    (await new HotspotTable(db).sources()).satellites.find(({ satellite }) => satellite === 'noaa-20');

  describe('reading', () => {
    test('a hotspot is kept once, however often it is told, and those abroad are not', async () => {
      await read(rows(spot(5), spot(3), { ...spot(4), longitude: 2 }));
      await readLater(rows(spot(5), spot(3), spot(5)));
      expect(await flags()).toHaveLength(2);
      expect(await report()).toEqual([hotspotKey(spot(5))]);
      expect(requests).toEqual(['7d', '24h']);
    });

    test('a row that vanishes from the file of its time stays, withdrawn, until it comes back', async () => {
      await read(rows(spot(5), spot(4), spot(3)));
      await readLater(rows(spot(5), spot(3)));
      expect(await flags()).toEqual([0, 1, 0]);
      await readLater({ kind: 'no-rows' });
      await readLater(rows(spot(5), spot(4), spot(3)));
      expect(await flags()).toEqual([0, 0, 0]);
    });

    test('rows older than the file’s oldest are not withdrawn, nor are any by a file of which rows could not be read', async () => {
      await read(rows(spot(30), spot(4), spot(3)));
      await readLater(rows(spot(4), spot(3)));
      await readLater({ ...rows(spot(4), spot(2)), skipped: ['row 2: scan must be'] } as HotspotResponse);
      expect(await flags()).toEqual([0, 0, 0, 0]);
    });

    test('the newest row of the whole file is the satellite’s, though it lies abroad; no rows change nothing', async () => {
      const abroad = { ...spot(1), longitude: -9 };
      await read(rows(spot(5), abroad));
      await readLater({ kind: 'no-rows' });
      expect(await noaa()).toEqual({ satellite: 'noaa-20', newestMs: abroad.atMs, cause: 'no rows' });
    });

    test('a file over its bounds is told as the fault of its satellite, and what was read before stays', async () => {
      await read(rows(spot(5)));
      await readLater({ kind: 'oversized', reason: 'more than 100000 rows' });
      expect(await noaa()).toMatchObject({
        newestMs: spot(5).atMs,
        cause: 'too large: more than 100000 rows',
      });
      expect(await report()).toEqual([hotspotKey(spot(5))]);
    });

    test('two runs at once ask once, and after failures less and less', async () => {
      await Promise.all([read(rows(spot(5))), read()]);
      expect(requests).toEqual(['7d']);
      for (let run = 0; run < 5; run += 1) await readLater({ kind: 'html' });
      // At 11, 22 and 44 minutes: the third failure rests for 34.
      expect(requests).toHaveLength(4);
    });

    test('Crete is told by Africa’s file, one product a run and each once an hour; if it fails, Europe’s is read all the same', async () => {
      const crete = (hoursAgo: number) => ({ ...spot(hoursAgo), latitude: 35.2 });
      south = () => rows(crete(4), { ...spot(1), latitude: 9 });
      await read(rows(spot(5), crete(4)));
      for (let minute = 0; minute < 8; minute += 1) {
        later(MINUTE_MS);
        await read();
      }
      expect(requestedSouth).toEqual(['suomi-npp', 'noaa-20', 'noaa-21', 'modis']);
      expect(await flags()).toHaveLength(2);
      expect((await new HotspotTable(db).sources()).southMs).toBe(spot(1).atMs);
      south = () => ({ kind: 'html' });
      later(HOUR_MS);
      await read(rows(spot(5), spot(3)));
      later(MINUTE_MS);
      await read();
      expect(await flags()).toHaveLength(3);
      expect(logged.slice(-1)).toEqual(['fires.source']);
    });

    test('a row in the south is withdrawn when neither file has it any more', async () => {
      const crete = { ...spot(4), latitude: 35.2 };
      // The first run of an hour asks for another product.
      const hour = async () => {
        for (const minutes of [10, 10, 40]) {
          await read(rows(spot(5), spot(3)));
          later(minutes * MINUTE_MS);
        }
      };
      south = () => rows(crete);
      await hour();
      expect(await flags()).toEqual([0, 0, 0]);
      south = () => rows(spot(2));
      await hour();
      expect(await flags()).toEqual([0, 1, 0, 0]);
    });

    test('fires that grow together keep the older id, and are joined again', async () => {
      await read(rows(spot(5, 0), spot(4, 30)));
      expect(await report()).toEqual([hotspotKey(spot(4, 30)), hotspotKey(spot(5, 0))]);
      await db.prepare('UPDATE fire_event SET due_ms = NULL').run();
      await readLater(rows(spot(5, 0), spot(4, 30), spot(3, 15)));
      expect(await report()).toEqual([hotspotKey(spot(5, 0))]);
    });

    test('a place that was hot on five days is kept as a static source', async () => {
      await read(rows(...[0, 24, 48, 72].map((hoursAgo) => spot(hoursAgo + 5))));
      const isStatic = async () => (await listed(2)).map((fire) => fire.isStatic);
      expect(await isStatic()).toEqual([false]);
      later(DAY_MS);
      await read(rows(spot(-19)));
      expect(await isStatic()).toEqual([true]);
    });

    test('what is older than its time is deleted', async () => {
      await read(rows(spot(5), spot(3)));
      expect(await new HotspotTable(db).deleteOlderThan(START_MS - 4 * HOUR_MS)).toBe(1);
      expect(await fires().deleteOlderThan(START_MS)).toBe(1);
    });
  });

  describe('joining', () => {
    const join = () =>
      attributeFires({
        archive: new StrikeArchive(db),
        hotspots: new HotspotTable(db),
        fires: fires(),
        home: HOME_BOX,
        clock,
        historyDays: 400,
        accuracy: { typicalErrorKm: 0.5 },
      });
    const complete = { completeToMs: START_MS, gaps: [], lastSuccessMs: START_MS, cause: null };
    const storm = Array.from({ length: 30 }, (_, index) => ({
      ...PLACE,
      id: `s${index}`,
      ordinal: index + 1,
      atMs: START_MS - 6 * HOUR_MS + index * 1_000,
    }));

    test('a fire after a storm is likely lightning, with candidates; settled after it was joined once more', async () => {
      await new StrikeArchive(db).insert(storm, storm.length, complete);
      await read(rows(spot(3)));
      expect(await join()).toBe(1);
      const [fire] = await listed(1);
      expect(fire).toMatchObject({ state: 'likely', candidates: { length: 5 } });
      expect(fire?.chance).toBeGreaterThan(0.5);
      expect(fire?.candidates[0]).toMatchObject({ distanceKm: 0, share: expect.any(Number) });
      expect(await join()).toBe(0);
      later(2 * HOUR_MS);
      expect(await join()).toBe(1);
      later(10 * DAY_MS);
      expect(await join()).toBe(0);
    });

    test('a fire is joined again as gaps before it fill, a part at a time, and what is known is told with what is missing', async () => {
      const archive = new StrikeArchive(db);
      const flash = {
        ...PLACE,
        latitude: PLACE.latitude + 0.0027,
        id: 'near',
        ordinal: 1,
        atMs: START_MS - 23 * HOUR_MS,
      };
      const gapTo = (hoursAgo: number) => [[0, START_MS - hoursAgo * HOUR_MS] as const];
      const fire = async () => (await listed(1))[0];
      await archive.insert([], 0, { ...complete, gaps: gapTo(4) });
      await read(rows(spot(3)));
      await join();
      expect(await fire()).toMatchObject({ state: 'incomplete', chance: 0, candidates: [] });
      expect((await fire())?.gapShare).toBeGreaterThan(0.5);

      later(MINUTE_MS);
      await archive.insert([flash], 1, { ...complete, gaps: gapTo(27) });
      expect(await join()).toBe(0);
      later(9 * MINUTE_MS);
      expect(await join()).toBe(1);
      const known = await fire();
      expect(known).toMatchObject({ state: 'incomplete', candidates: [{ strikeId: 'near', distanceKm: 0.3 }] });
      expect([(known?.chance ?? 0) > 0, (known?.gapShare ?? 1) < 0.2]).toEqual([true, true]);

      // The provider's history ends there: nothing more is filled, so nothing more is done but the look for late strikes.
      later(HOUR_MS);
      expect(await join()).toBe(0);
      later(HOUR_MS);
      expect([await join(), await join()]).toEqual([1, 0]);
    });

    test('of 250 fires before which a gap was filled, a run joins a hundred', async () => {
      const archive = new StrikeArchive(db);
      await archive.insert([], 0, { ...complete, gaps: [[0, START_MS - 8 * HOUR_MS]] });
      await read(rows(...Array.from({ length: 250 }, (_, at) => spot(3, 20 * at))));
      for (let run = 0; run < 3; run += 1) await join();
      later(10 * MINUTE_MS);
      await archive.insert([], 0, complete);
      expect([await join(), await join(), await join(), await join()]).toEqual([100, 100, 50, 0]);
    });

    test('no lightning is said only where all of home was read, and corrected when the gap is filled', async () => {
      const archive = new StrikeArchive(db);
      const gap = [START_MS - 8 * HOUR_MS, START_MS - 5 * HOUR_MS] as const;
      await archive.insert([], 0, { ...complete, gaps: [gap] });
      await read(rows(spot(3)));
      await join();
      const state = async () => (await listed(1))[0]?.state;
      expect(await state()).toBe('incomplete');
      expect(await join()).toBe(0);
      later(MINUTE_MS);
      await archive.insert([], 0, complete);
      expect(await join()).toBe(1);
      expect(await state()).toBe('none');
      expect(await join()).toBe(0);
    });
  });
});
