import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatBBox, HOME_BOX } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS, isoMillis, MINUTE_MS } from '#shared/time.ts';
import { API_ROOT, apiPaths } from '#shared/wire/apiPaths.ts';
import { emptyArchive, testEnv } from '#tests/isolate/testEnv.ts';
import { countedDatabase, type Database } from '#tests/support/sqlite/countedDatabase.ts';
import { app } from '#worker/app.ts';
import { PAGE_ROWS_READ } from '#worker/archive/StrikeArchive.ts';
import { REQUEST_ROWS } from '#worker/archive/strikeRoutes.ts';

const NOW_MS = Date.now();
const THIS_HOUR = Math.floor(NOW_MS / HOUR_MS);
const RETENTION_MS = 399 * DAY_MS;
const FIRES = 80_000;
const HOTSPOTS = 450_000;
/** All over home in a month; in a district in a day; and in each of the last two hours of the heaviest storm. */
const STRIKES = { month: 100_000, day: 60_000, hour: 34_000 };

const MANY = 'WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2 - 1)';
/** Degrees, scattered evenly from `low` on. */
const scattered = (low: number, width: number, prime: number) =>
  `(${low} + ${width} * ((i * ${prime}) % 100003) / 100003.0)`;
const AT_HOME = `${scattered(34, 14, 7_919)} AS la, ${scattered(13, 18, 104_729)} AS lo`;
const IN_DISTRICT = `${scattered(42, 1, 7_919)} AS la, ${scattered(24, 1.5, 104_729)} AS lo`;
/** As `tileNumber`, in a world of the given width in tiles. */
const tileOf = (side: number) =>
  `(CAST((lo + 180) / 360 * ${side} AS INTEGER) * ${side} + CAST((0.5 - atanh(sin(radians(la))) / (2 * pi())) * ${side} AS INTEGER))`;
const [CELL, TILE] = [tileOf(1_024), tileOf(4_096)];

beforeAll(async () => {
  const db = await emptyArchive();
  const many = (first: number, count: number, sql: string) => db.prepare(`${MANY} ${sql}`).bind(first, count).run();
  const seenMs = `${NOW_MS - RETENTION_MS} + i * ${Math.floor(RETENTION_MS / FIRES)}`;
  await many(
    0,
    FIRES,
    `INSERT INTO fire_event (id, latitude, longitude, index_tile, tile, first_seen_ms, last_seen_ms, frp_mw, is_static, state)
     SELECT printf('%016d', i), la, lo, ${CELL}, ${TILE}, ${seenMs}, ${seenMs}, 5, 0, 'none' FROM (SELECT i, ${AT_HOME} FROM n)`,
  );
  const minute = `${Math.floor((NOW_MS - RETENTION_MS) / MINUTE_MS)} + CAST(i * ${RETENTION_MS / MINUTE_MS / HOTSPOTS} AS INTEGER)`;
  await many(
    0,
    HOTSPOTS,
    `INSERT INTO hotspot (minute, lat5, lon5, satellite, scan_km, track_km, kelvin4, kelvin11, frp_mw, confidence, is_day, fire, read_ms, index_tile)
     SELECT ${minute}, CAST(la * 100000 AS INTEGER), CAST(lo * 100000 AS INTEGER), 'noaa-20', 0.4, 0.4, 330, 290, 5, 'nominal', 1,
       printf('%016d', i % 40), 0, ${CELL} FROM (SELECT i, ${AT_HOME} FROM n)`,
  );
  let strikes = 0;
  const struck = async (count: number, place: string, fromMs: number, lengthMs: number) => {
    await many(
      strikes,
      count,
      `INSERT INTO strike SELECT 's' || i, i + 1, ${CELL}, ${fromMs} + CAST((i - ?1) * ${lengthMs / count} AS INTEGER), la, lo
       FROM (SELECT i, ${place} FROM n)`,
    );
    strikes += count;
  };
  await struck(STRIKES.month, AT_HOME, NOW_MS - 31 * DAY_MS, 30 * DAY_MS);
  await struck(STRIKES.day, IN_DISTRICT, NOW_MS - DAY_MS, DAY_MS - 2 * HOUR_MS);
  await struck(STRIKES.hour, AT_HOME, (THIS_HOUR - 1) * HOUR_MS, HOUR_MS);
  await struck(STRIKES.hour, AT_HOME, THIS_HOUR * HOUR_MS, NOW_MS - THIS_HOUR * HOUR_MS);
  const hours = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT ${THIS_HOUR - count + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${THIS_HOUR})`;
  await db.batch([
    db.prepare(
      `UPDATE archive_state SET seq = ${strikes}, complete_to_ms = ${NOW_MS}, last_success_ms = ${NOW_MS}, counted_from_hour = 0, counted_home = '${formatBBox(HOME_BOX)}'`,
    ),
    db.prepare(`INSERT INTO dirty_hour VALUES (${THIS_HOUR}), (${THIS_HOUR - 1})`),
    db.prepare(`${hours(9_600)} INSERT INTO home_count SELECT i, 1, 1, 1, 1, 1, 1, 0 FROM n`),
    // A fortnight in which it struck everywhere in a quarter of home in every hour.
    db.prepare(
      `${hours(336)}, x(x) AS (SELECT 560 UNION ALL SELECT x + 1 FROM x WHERE x < 585), y(y) AS (SELECT 370 UNION ALL SELECT y + 1 FROM y WHERE y < 394)
       INSERT INTO tile_count SELECT x * 1024 + y, i, 1, 1, 1, 1, 1, 1 FROM x, y, n`,
    ),
  ]);
}, 120_000);

interface Reported {
  readonly rowsRead: number;
  readonly status: number;
  readonly body: Readonly<Record<string, readonly unknown[]>>;
}

/** Requests as a stranger, whose share `limiter` counts. */
async function request(path: string, { query, limiter }: { query?: object; limiter?: object } = {}): Promise<Reported> {
  const count = { rowsRead: 0 };
  const DB = countedDatabase(testEnv.DB as unknown as Database, count);
  const headers = { 'cf-connecting-ip': '203.0.113.7', 'content-type': 'application/json' };
  const init = query ? { method: 'POST', headers, body: JSON.stringify(query) } : { headers };
  const HISTORY_RATE = limiter ?? { limit: async () => ({ success: true }) };
  const context = createExecutionContext();
  const response = await app.request(path, init, { ...testEnv, DB, HISTORY_RATE }, context);
  const body: Reported['body'] = await response.json();
  await waitOnExecutionContext(context);
  return { rowsRead: count.rowsRead, status: response.status, body };
}

const ago = (days: number) => isoMillis(NOW_MS - days * DAY_MS);
const SINCE = `since=${ago(399)}`;
const HOME = formatBBox(HOME_BOX);
/** As many cells as home has, without a stored table. */
const ALMOST_HOME = 'bbox=13.01,34,31,48';
const THIN = 'bbox=13,42.00000001,31,42.00000002';
const SMALL = 'bbox=24,42,24.1,42.1';
const span = (days: number) => `from=${ago(days)}&to=${ago(0)}`;
const items = (collection: string, query: string) => `${API_ROOT}/ogc/collections/${collection}/items${query}`;

describe('a call of a stranger reads 100,000 rows at most', () => {
  test.each([
    `${apiPaths.fires}?${SINCE}`,
    `${apiPaths.fires}?${SINCE}&${ALMOST_HOME}`,
    `${apiPaths.fires}?${SINCE}&region=TR`,
    ...['fires', 'hotspots', 'strikes', 'strikes-24h'].flatMap((collection) =>
      ['', '?limit=10', `?${ALMOST_HOME}`, `?${ALMOST_HOME}&limit=10`, `?${THIN}`, '?bbox=24,42,25,43'].map((query) =>
        items(collection, query),
      ),
    ),
    ...['days', 'day-tiles', 'data-gaps'].map((collection) => items(collection, '')),
    `${apiPaths.holdover}?bbox=24,42,25.5,43&days=14`,
    `${apiPaths.holdover}?region=BG&days=14`,
    `${apiPaths.counts}?bbox=${HOME}&${span(31)}`,
    `${apiPaths.counts}?${ALMOST_HOME}&${span(1)}`,
    `${apiPaths.counts}?bbox=16.9,40.5,26,47&${span(3)}`,
    `${apiPaths.strikes}?bbox=${HOME}&${span(31)}&limit=10000`,
  ])('%s', async (path) => {
    const { rowsRead, status } = await request(path);
    expect(status).toBe(200);
    expect(rowsRead).toBeLessThanOrEqual(REQUEST_ROWS);
  });

  test('a look-up in the heaviest storm', async () => {
    const shape = { type: 'Point', coordinates: [24.7, 42.5] };
    const { rowsRead, status } = await request(apiPaths.lookUp, {
      query: { shape, radiusKm: 10, reportedAt: ago(0) },
    });
    expect(status).toBe(200);
    expect(rowsRead).toBeLessThanOrEqual(REQUEST_ROWS);
  });

  test('counts of more cells and hours than one answer may read are refused, and say of what to ask for less', async () => {
    const { rowsRead, body } = await request(`${apiPaths.counts}?bbox=16.9,40.5,26,47&${span(14)}`);
    expect(body).toMatchObject({ code: 'invalid-parameters', errors: { bbox: 'too-wide' } });
    expect(rowsRead).toBeLessThanOrEqual(REQUEST_ROWS);
  });
});

describe('of 80,000 fires and 450,000 hotspots', () => {
  test('a page of a country reads as much as a page of the history, and says where the next begins', async () => {
    const { rowsRead, body } = await request(`${apiPaths.fires}?region=GR&${SINCE}`);
    expect(body).toMatchObject({ fires: { length: 2_000 }, next: expect.stringContaining('region=GR&cursor=') });
    expect(rowsRead).toBeLessThanOrEqual(1.25 * PAGE_ROWS_READ);
  });

  test('a district reads some rows for each of its fires, a small box hardly more than it tells', async () => {
    const district = await request(`${apiPaths.fires}?region=BG.plovdiv&${SINCE}`);
    expect(district.rowsRead).toBeLessThanOrEqual(8 * (district.body.fires?.length ?? 0));
    const fires = await request(`${apiPaths.fires}?${SMALL}&${SINCE}`);
    expect([fires.body.fires?.length, fires.rowsRead < 250]).toEqual([2, true]);
    const hotspots = await request(items('hotspots', `?${SMALL}`));
    expect(hotspots.body.features?.length).toBeGreaterThan(10);
    expect(hotspots.rowsRead).toBeLessThanOrEqual(1_000);
  });

  test('one that was seen 11,000 times is told whole of 2,000 hotspots', async () => {
    const { rowsRead, body } = await request(`${apiPaths.fires}/0000000000000002`);
    expect(body).toMatchObject({ hotspots: { length: 2_000 }, cut: true });
    expect(rowsRead).toBeLessThanOrEqual(0.5 * PAGE_ROWS_READ);
  });

  test('what is asked of them is charged as D1 counts it: a unit for each 100,000 rows', async () => {
    let units = 0;
    const limiter = {
      limit: async () => {
        units += 1;
        return { success: true };
      },
    };
    let rowsRead = 0;
    for (let angle = 0; angle < 8; angle += 1) {
      const box = `bbox=${24 + angle / 10},42,${24.1 + angle / 10},42.1`;
      rowsRead += (await request(items('hotspots', `?${box}`), { limiter })).rowsRead;
    }
    expect(units).toBe(0);
    for (let angle = 0; rowsRead < 2 * REQUEST_ROWS; angle += 1) {
      rowsRead += (await request(`${apiPaths.fires}?bbox=13.0${angle + 2},34,31,48&${SINCE}`, { limiter })).rowsRead;
    }
    expect(units).toBeGreaterThanOrEqual(2);
    expect(units).toBeLessThanOrEqual(3);
  });
});
