import { describe, expect, test } from 'vitest';
import { formatTile, tileAt } from '#shared/geo/tile.ts';
import { slicePath, strikeByOrdinalPath } from '#shared/wire/apiPaths.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_DAYS = 30;
const HOUR_START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
const STRIKES = Array.from({ length: 300 }, (_, index) => ({
  id: `s${index}`,
  latitude: 36 + ((index * 37) % 110) / 10 + 0.012_345_6,
  longitude: 14 + ((index * 53) % 160) / 10 + 0.065_432_1,
  atMs: HOUR_START_MS + ((index * 24_001) % (2 * HOUR_MS)),
}));

const product = fileProduct(() => historyProduct(STRIKES, { vars: { HISTORY_DAYS: String(HISTORY_DAYS) } }));

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
  ])('[AP1][AP6] have one address each: %s is refused', async (tile, parameter) => {
    const path = slicePath({ z: 4, x: 9, y: 5 }, HOUR_START_MS).replace('4/9/5', tile);
    const response = await fetch(`${product.url}${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { [parameter]: 'format' } });
  });

  test('[AP1][AP6] have one address each: an escaped digit of the hour is refused', async () => {
    const path = slicePath({ z: 4, x: 9, y: 5 }, HOUR_START_MS).replace(/2(\d{9})\/planes$/, '%32$1/planes');
    const response = await fetch(`${product.url}${path}`);
    expect(await response.json()).toMatchObject({ status: 400, errors: { hour: 'format' } });
  });

  test('[CU6][AP6] of hours older than what is kept are flagged, and ask nothing of the database', async () => {
    const tile = { z: 4, x: 9, y: 5 };
    const nowMs = Date.now();
    const kept = await sliceOf(slicePath(tile, nowMs - HISTORY_DAYS * DAY_MS));
    expect(kept.beyondRetention).toBe(false);
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
