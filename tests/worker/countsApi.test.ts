import { beforeAll, describe, expect, test } from 'vitest';
import { type BBox, bboxContains, formatBBox, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { formatTile, tileAt, tileBounds, tileRange } from '#shared/geo/tile.ts';
import { seededRandom } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { dayKey, dayStartMs, utcDay } from '#shared/utcDay.ts';
import { dayGridPath, slicePath, strikeByOrdinalPath } from '#shared/wire/apiPaths.ts';
import { DAY_GRIDS, type DayGridKind, decodeDayGrid } from '#shared/wire/dayGrid.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';

const CITY: BBox = { west: 22.9, south: 42.3, east: 24.1, north: 43.2 };
const NOW_MS = Date.now();
const HISTORY_DAYS = 30;
const FROM_MS = NOW_MS - 20 * HOUR_MS;

const random = seededRandom(12);
const STRIKES = Array.from({ length: 800 }, (_, index) => ({
  id: `s${index}`,
  longitude: index % 2 === 0 ? 22.5 + random() * 2 : 13 + random() * 18,
  latitude: index % 2 === 0 ? 42 + random() * 1.5 : 34 + random() * 14,
  atMs: FROM_MS + Math.floor(random() * (NOW_MS - FROM_MS - 120_000)),
}));

interface Counts {
  readonly by: string;
  readonly from: string;
  readonly to: string;
  readonly counts: readonly { readonly from: string; readonly strikes: number }[];
  readonly completeTo: string | null;
  readonly gaps: readonly { readonly from: string; readonly to: string }[];
  readonly outsideHome?: boolean;
}

const product = fileProduct(() => historyProduct(STRIKES, { vars: { HISTORY_DAYS: String(HISTORY_DAYS) } }));
let before: Counts;

/** A different end each time: an answer is kept for some seconds. */
let requestCount = 0;
async function countsOf(bbox: BBox, by: string, fromMs = FROM_MS): Promise<Counts> {
  requestCount += 1;
  const [from, to] = [fromMs, NOW_MS + requestCount].map((atMs) => new Date(atMs).toISOString());
  const response = await fetch(`${product.url}/api/v1/counts?bbox=${formatBBox(bbox)}&from=${from}&to=${to}&by=${by}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Counts;
}

beforeAll(async () => {
  before = await countsOf(HOME, 'hour');
  await product.runtime.cron();
});

/** The box of the tiles that the box touches. */
function tilesAround(bbox: BBox): BBox {
  const { west, east, north, south } = tileRange(bbox, 10);
  const [first, last] = [tileBounds({ z: 10, x: west, y: north }), tileBounds({ z: 10, x: east, y: south })];
  return { west: first.west, north: first.north, east: last.east, south: last.south };
}

function groundTruth(bbox: BBox, stepMs: number, { from, counts }: Counts): number[] {
  const sums = counts.map(() => 0);
  for (const { longitude, latitude, atMs } of STRIKES) {
    const bin = Math.floor((atMs - Date.parse(from)) / stepMs);
    if (bbox === HOME || bboxContains(bbox, longitude, latitude)) sums[bin] = (sums[bin] ?? 0) + 1;
  }
  return sums;
}

describe('counts', () => {
  test.each([
    ['10min', HOUR_MS / 6],
    ['hour', HOUR_MS],
    ['day', DAY_MS],
  ])('of all of home by %s are those of the strikes, every bin listed', async (by, stepMs) => {
    const result = await countsOf(HOME, by);
    expect(result.by).toBe(by);
    expect(Date.parse(result.from) % stepMs).toBe(0);
    expect(result.counts.map(({ from }) => Date.parse(from))).toEqual(
      result.counts.map((_, index) => Date.parse(result.from) + index * stepMs),
    );
    expect(result.counts.map(({ strikes }) => strikes)).toEqual(groundTruth(HOME, stepMs, result));
    expect(result.counts.reduce((sum, { strikes }) => sum + strikes, 0)).toBe(STRIKES.length);
  });

  test('of a box are those of the tiles that it touches', async () => {
    const result = await countsOf(CITY, '10min');
    const expected = groundTruth(tilesAround(CITY), HOUR_MS / 6, result);
    expect(result.counts.map(({ strikes }) => strikes)).toEqual(expected);
    expect(expected.reduce((sum, strikes) => sum + strikes)).toBeGreaterThan(50);
    expect(tileAt(CITY.west, CITY.north, 10)).not.toEqual(tileAt(CITY.east, CITY.south, 10));
  });

  test('[HI2] say of hours that were not counted yet that they are gaps, and count the newest at once', () => {
    const hours = before.counts.map(({ from, strikes }) => ({ from: Date.parse(from), strikes }));
    const hasGap = (atMs: number) =>
      before.gaps.some(({ from, to }) => Date.parse(from) <= atMs && atMs < Date.parse(to));
    const sums = groundTruth(HOME, HOUR_MS, before);
    for (const [index, { from, strikes }] of hours.entries()) {
      const readMs = Math.max(from, FROM_MS);
      if (!hasGap(readMs)) expect(strikes).toBe(sums[index]);
    }
    expect(hours.filter(({ from }) => hasGap(Math.max(from, FROM_MS))).length).toBeGreaterThan(10);
    expect(hours.at(-1)?.strikes).toBe(sums.at(-1));
  });

  test('of what was read and counted are complete, and of a box beyond home nothing is', async () => {
    const result = await countsOf(HOME, 'hour', NOW_MS - 5 * HOUR_MS);
    expect(result.completeTo).not.toBeNull();
    expect(result.gaps).toEqual([]);
    const beyond = await countsOf({ ...HOME, west: 10 }, 'hour');
    expect(beyond.outsideHome).toBe(true);
    expect(beyond.completeTo).toBeNull();
    const abroad = await countsOf({ west: -5, south: 38, east: 0, north: 42 }, 'hour');
    expect(abroad.counts.every(({ strikes }) => strikes === 0)).toBe(true);
    expect(abroad.gaps).toHaveLength(1);
  });
});

const request = (day: string, kind: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}${dayGridPath(day, kind as DayGridKind)}`, { headers });

const KINDS: readonly DayGridKind[] = ['hours', 'cells'];
const YESTERDAY_MS = dayStartMs(NOW_MS) - DAY_MS;

describe('the counts of a day by tile', () => {
  test.each(KINDS.flatMap((kind) => [YESTERDAY_MS, NOW_MS].map((atMs) => [kind, atMs] as const)))(
    '[HI3] as %s are those of its strikes: %d',
    async (kind, atMs) => {
      const response = await request(dayKey(atMs), kind);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      const decoded = decodeDayGrid(new Uint8Array(await response.arrayBuffer()));
      if (!decoded.ok) throw new Error(decoded.reason);
      expect(decoded.grid).toMatchObject({ day: utcDay(atMs), zoom: DAY_GRIDS[kind].zoom });
      const lines = decoded.grid.counts.flatMap(({ hour, x, y, strikes }) =>
        Array.from({ length: strikes }, () => `${hour} ${x} ${y}`),
      );
      const ofDay = STRIKES.filter((strike) => utcDay(strike.atMs) === utcDay(atMs)).map((strike) => {
        const { x, y } = tileAt(strike.longitude, strike.latitude, DAY_GRIDS[kind].zoom);
        return `${kind === 'hours' ? Math.floor(strike.atMs / HOUR_MS) % 24 : undefined} ${x} ${y}`;
      });
      expect(lines.sort()).toEqual(ofDay.sort());
      expect(Date.parse(response.headers.get('complete-to') ?? '')).toBeGreaterThan(NOW_MS - 60_000);
      // What lies before the first reading.
      const gaps = response.headers.get('data-gaps') ?? '';
      expect(gaps.startsWith(`${dayKey(atMs)}T00:00:00.000Z/`) || gaps === 'none').toBe(true);
    },
  );

  test('[HI3] are packed for a client that can unpack them, and only for one', async () => {
    const plain = await request(dayKey(NOW_MS), 'cells', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const packed = await request(dayKey(NOW_MS), 'cells', { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('accept-encoding');
    expect(await packed.bytes()).toEqual(await plain.bytes());
  });

  test('[HI3] are not sent again to whoever has them', async () => {
    const first = await request(dayKey(NOW_MS), 'hours');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await request(dayKey(NOW_MS), 'hours', { 'if-none-match': `W/${tag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await request(dayKey(NOW_MS), 'hours', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['2026-02-30', 'hours', { day: 'format' }, /YYYY-MM-DD/],
    ['20260701', 'hours', { day: 'format' }, /YYYY-MM-DD/],
    [dayKey(NOW_MS + 2 * DAY_MS), 'hours', { day: 'range' }, /future/],
    [dayKey(NOW_MS - 31 * DAY_MS), 'cells', { day: 'not-kept' }, /older than the retention period/],
    ['0001-01-01', 'cells', { day: 'not-kept' }, /older than the retention period/],
    [dayKey(NOW_MS), 'months', { grid: 'format' }, /hours or cells/],
    [dayKey(NOW_MS), 'hours?zoom=4', { zoom: 'unknown' }, /zoom/],
  ])('[AP1] of %s as %s are refused: %o', async (day, kind, errors, pattern) => {
    const response = await request(day, kind);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors, detail: expect.stringMatching(pattern) });
  });
});

/** An hour that is over. */
const HOUR_START_MS = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;

async function sliceOf(path: string) {
  const response = await fetch(`${product.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  const decoded = decodeStrikeSlice(new Uint8Array(await response.arrayBuffer()));
  if (!decoded.ok) throw new Error(decoded.reason);
  return { ...decoded.slice, cacheControl: response.headers.get('cache-control') };
}

describe('the slices of an hour', () => {
  test.each([4, 6, 8])('[CU6] at zoom %s hold together every strike of the hour once, to a metre', async (z) => {
    const ofHour = STRIKES.filter(({ atMs }) => atMs >= HOUR_START_MS && atMs < HOUR_START_MS + HOUR_MS);
    const names = new Set(ofHour.map(({ longitude, latitude }) => formatTile(tileAt(longitude, latitude, z))));
    const reported = new Set<string>();
    let rows = 0;
    for (const name of names) {
      const [, x = 0, y = 0] = name.split('/').map(Number);
      const { seq, columns } = await sliceOf(slicePath({ z, x, y }, HOUR_START_MS));
      expect(seq).toBe(STRIKES.length);
      expect(columns.ordinals).toEqual([...columns.ordinals].sort((a, b) => a - b));
      rows += columns.ordinals.length;
      columns.atMs.forEach((atMs, row) => {
        reported.add(`${columns.latitudesE5[row]} ${columns.longitudesE5[row]} ${atMs}`);
      });
    }
    const e5 = (degrees: number) => Math.round(degrees * DEGREES_TO_E5);
    const expected = ofHour.map(({ latitude, longitude, atMs }) => `${e5(latitude)} ${e5(longitude)} ${atMs}`);
    expect(rows).toBe(ofHour.length);
    expect([...reported].sort()).toEqual(expected.sort());
  });

  test('[CU6] name strikes by ordinals that lead to the same strikes in /strikes', async () => {
    const { columns } = await sliceOf(slicePath({ z: 4, x: 9, y: 5 }, HOUR_START_MS));
    const ordinals = columns.ordinals.slice(0, 5);
    expect(ordinals).toHaveLength(5);
    for (const [row, ordinal] of ordinals.entries()) {
      const response = await fetch(`${product.url}${strikeByOrdinalPath(ordinal)}`);
      const strike = (await response.json()) as { id: string; timestamp: string };
      expect(Date.parse(strike.timestamp)).toBe(columns.atMs[row]);
      expect(STRIKES.find(({ id }) => id === strike.id)?.atMs).toBe(columns.atMs[row]);
    }
  });

  test('are packed on their way to a client that can unpack them, from the edge too', async () => {
    const path = `${product.url}${slicePath({ z: 4, x: 9, y: 6 }, HOUR_START_MS)}`;
    const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const bytes = await plain.bytes();
    expect(decodeStrikeSlice(bytes).ok).toBe(true);
    const packed = await fetch(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.bytes()).toEqual(bytes);
  });

  test('are empty, and still say their seq, where nothing fell', async () => {
    const { seq, columns } = await sliceOf(slicePath({ z: 4, x: 0, y: 0 }, HOUR_START_MS));
    expect([seq, columns.ordinals.length]).toEqual([STRIKES.length, 0]);
  });

  test('are fresh for five seconds while the hour is open, and come from the edge the second time', async () => {
    const path = slicePath({ z: 4, x: 9, y: 5 }, Date.now());
    const first = await sliceOf(path);
    const second = await sliceOf(path);
    expect(first.cacheControl).toBe('public, max-age=5');
    expect(second).toEqual(first);
    const response = await fetch(`${product.url}${path}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    ['04/9/5', 'z'],
    ['4/0009/5', 'x'],
    ['4/9/05', 'y'],
    ['4/%39/5', 'x'],
    ['%34/9/5', 'z'],
    ['4/9/5/%32', 'hour'],
  ])('[AP1][AP6] have one address each: %s is refused', async (tile, parameter) => {
    const digits = tile.endsWith('/%32') ? '4/9/5/2' : '4/9/5';
    const path = slicePath({ z: 4, x: 9, y: 5 }, HOUR_START_MS).replace(digits, tile);
    const response = await fetch(`${product.url}${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [parameter]: 'format' } });
  });

  test('[CU6][AP6] of hours older than the retention period are flagged, and ask nothing of the database', async () => {
    const tile = { z: 4, x: 9, y: 5 };
    const nowMs = Date.now();
    const retained = await sliceOf(slicePath(tile, nowMs - HISTORY_DAYS * DAY_MS));
    expect(retained.beyondRetention).toBe(false);
    const db = await product.runtime.miniflare.getD1Database('DB');
    await db.prepare('ALTER TABLE strike RENAME TO strike_away').run();
    try {
      for (const atMs of [
        nowMs - (HISTORY_DAYS * DAY_MS + HOUR_MS),
        Date.UTC(1970, 0, 1),
        Date.UTC(-1, 0) + 366 * DAY_MS,
      ]) {
        const { beyondRetention, seq, columns } = await sliceOf(slicePath(tile, atMs));
        expect([beyondRetention, seq, columns.ordinals.length]).toEqual([true, Number.MAX_SAFE_INTEGER, 0]);
      }
    } finally {
      await db.prepare('ALTER TABLE strike_away RENAME TO strike').run();
    }
  });
});
