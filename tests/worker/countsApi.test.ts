import { beforeAll, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { type BBox, bboxContains, formatBBox } from '#shared/geo/BBox.ts';
import { tileAt, tileBounds, tileRange } from '#shared/geo/tile.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { seededRandom } from '#worker/dev/simulator/simulatedSource.ts';

const HOUR_MS = 3_600_000;
const CITY: BBox = { west: 22.9, south: 42.3, east: 24.1, north: 43.2 };
const NOW_MS = Date.now();
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
  readonly unread: readonly { readonly from: string; readonly to: string }[];
  readonly outsideHome?: boolean;
}

const product = fileProduct(() => historyProduct(STRIKES));
let before: Counts;

/** A different end each time: an answer is kept for some seconds. */
let asked = 0;
async function countsOf(bbox: BBox, by: string, fromMs = FROM_MS): Promise<Counts> {
  asked += 1;
  const [from, to] = [fromMs, NOW_MS + asked].map((atMs) => new Date(atMs).toISOString());
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

function truth(bbox: BBox, stepMs: number, { from, counts }: Counts): number[] {
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
    ['day', 24 * HOUR_MS],
  ])('of all of home by %s are those of the strikes, every bin listed', async (by, stepMs) => {
    const answer = await countsOf(HOME, by);
    expect(answer.by).toBe(by);
    expect(Date.parse(answer.from) % stepMs).toBe(0);
    expect(answer.counts.map(({ from }) => Date.parse(from))).toEqual(
      answer.counts.map((_, index) => Date.parse(answer.from) + index * stepMs),
    );
    expect(answer.counts.map(({ strikes }) => strikes)).toEqual(truth(HOME, stepMs, answer));
    expect(answer.counts.reduce((sum, { strikes }) => sum + strikes, 0)).toBe(STRIKES.length);
  });

  test('of a box are those of the tiles that it touches', async () => {
    const answer = await countsOf(CITY, '10min');
    const expected = truth(tilesAround(CITY), HOUR_MS / 6, answer);
    expect(answer.counts.map(({ strikes }) => strikes)).toEqual(expected);
    expect(expected.reduce((sum, strikes) => sum + strikes)).toBeGreaterThan(50);
    expect(tileAt(CITY.west, CITY.north, 10)).not.toEqual(tileAt(CITY.east, CITY.south, 10));
  });

  test('[HI2] say of hours that were not counted yet that they are unread, and count the newest at once', () => {
    const hours = before.counts.map(({ from, strikes }) => ({ from: Date.parse(from), strikes }));
    const isUnread = (atMs: number) =>
      before.unread.some(({ from, to }) => Date.parse(from) <= atMs && atMs < Date.parse(to));
    const sums = truth(HOME, HOUR_MS, before);
    for (const [index, { from, strikes }] of hours.entries()) {
      const readMs = Math.max(from, FROM_MS);
      if (!isUnread(readMs)) expect(strikes).toBe(sums[index]);
    }
    expect(hours.filter(({ from }) => isUnread(Math.max(from, FROM_MS))).length).toBeGreaterThan(10);
    expect(hours.at(-1)?.strikes).toBe(sums.at(-1));
  });

  test('of what was read and counted are complete, and of a box beyond home nothing is', async () => {
    const answer = await countsOf(HOME, 'hour', NOW_MS - 5 * HOUR_MS);
    expect(answer.completeTo).not.toBeNull();
    expect(answer.unread).toEqual([]);
    const beyond = await countsOf({ ...HOME, west: 10 }, 'hour');
    expect(beyond.outsideHome).toBe(true);
    expect(beyond.completeTo).toBeNull();
    const abroad = await countsOf({ west: -5, south: 38, east: 0, north: 42 }, 'hour');
    expect(abroad.counts.every(({ strikes }) => strikes === 0)).toBe(true);
    expect(abroad.unread).toHaveLength(1);
  });
});
