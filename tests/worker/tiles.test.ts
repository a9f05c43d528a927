import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatTile, tileAt } from '#shared/geo/tile.ts';
import { slicePath, strikeByOrdinalPath } from '#shared/wire/apiPaths.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import type { Product } from '#tests/support/startProduct.ts';

const HOUR_MS = 3_600_000;
const HOUR_START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
const STRIKES = Array.from({ length: 300 }, (_, index) => ({
  id: `s${index}`,
  latitude: 36 + ((index * 37) % 110) / 10 + 0.012_345_6,
  longitude: 14 + ((index * 53) % 160) / 10 + 0.065_432_1,
  atMs: HOUR_START_MS + ((index * 24_001) % (2 * HOUR_MS)),
}));

let product: Product;

beforeAll(async () => {
  product = await historyProduct(STRIKES);
});

afterAll(() => product.close());

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
    const ofHour = STRIKES.filter(({ atMs }) => atMs < HOUR_START_MS + HOUR_MS);
    const names = new Set(ofHour.map(({ longitude, latitude }) => formatTile(tileAt(longitude, latitude, z))));
    const told = new Set<string>();
    let rows = 0;
    for (const name of names) {
      const [, x = 0, y = 0] = name.split('/').map(Number);
      const { seq, columns } = await sliceOf(slicePath({ z, x, y }, HOUR_START_MS));
      expect(seq).toBe(STRIKES.length);
      expect(columns.ordinals).toEqual([...columns.ordinals].sort((a, b) => a - b));
      rows += columns.ordinals.length;
      columns.atMs.forEach((atMs, row) => {
        told.add(`${columns.latitudesE5[row]} ${columns.longitudesE5[row]} ${atMs}`);
      });
    }
    const e5 = (degrees: number) => Math.round(degrees * DEGREES_TO_E5);
    const expected = ofHour.map(({ latitude, longitude, atMs }) => `${e5(latitude)} ${e5(longitude)} ${atMs}`);
    expect(rows).toBe(ofHour.length);
    expect([...told].sort()).toEqual(expected.sort());
  });

  test('[CU6] name strikes by ordinals that lead to the same strikes in /strikes', async () => {
    const { columns } = await sliceOf(slicePath({ z: 4, x: 9, y: 6 }, HOUR_START_MS));
    const ordinals = columns.ordinals.slice(0, 5);
    expect(ordinals).toHaveLength(5);
    for (const [row, ordinal] of ordinals.entries()) {
      const response = await fetch(`${product.url}${strikeByOrdinalPath(ordinal)}`);
      const strike = (await response.json()) as { id: string; timestamp: string };
      expect(Date.parse(strike.timestamp)).toBe(columns.atMs[row]);
      expect(STRIKES.find(({ id }) => id === strike.id)?.atMs).toBe(columns.atMs[row]);
    }
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
});
