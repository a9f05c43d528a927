import { expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { hourStorm } from '#tests/support/strikes.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { frameOf, squareGrid, squareSide } from '#worker/features/places/pictureSvg.ts';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.now();
const STORM = hourStorm(NOW_MS, 20_000);

const product = fileProduct(() => historyProduct(STORM.slice(0, 40), { vars: { HISTORY_BACKFILL_DAYS: '0' } }));

const picture = (query: string) => fetch(`${product.url}/api/v1/picture.svg${query}`);

test('the last hour is a picture that says simulated data, is kept 15 s, and is drawn by itself and in other pages', async () => {
  const response = await picture('?bbox=19,39,27,45&lang=bg&theme=dark&width=320&height=240');
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=15');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).toContain('<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"');
  expect(text).toContain('Симулирани данни');
  expect(text).toMatch(/Мълнии за последния час: 40|Последно известни мълнии: 40/);
});

test.each([
  ['?bbox=13,34,31', { bbox: 'format' }],
  ['?bbox=31,34,13,48', { bbox: 'reversed' }],
  ['?bbox=23,42,23.1,43', { bbox: 'too-small' }],
  ['?bbox=-90,0,90,60', { bbox: 'too-large' }],
  ['?bbox=13,34,31,48&width=5000', { width: 'range' }],
  ['?bbox=13,34,31,48&height=1', { height: 'range' }],
  ['?bbox=13,34,31,48&lang=de', { lang: 'format' }],
  ['?bbox=13,34,31,48&theme=blue', { theme: 'format' }],
  ['?bbox=13,34,31,48&colour=red', { colour: 'unknown' }],
])('[AP1] a picture with %s is a problem that names what is wrong', async (query, errors) => {
  const response = await picture(query);
  expect(response.status).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({ code: 'invalid-parameters', errors });
});

test('a box written otherwise is the same picture in the cache', async () => {
  const [first, second] = [
    await picture('?bbox=19,39,27,45&width=600'),
    await picture('?bbox=19.0,39.00,2.7e1,45&lang=en'),
  ];
  expect(await second.text()).toBe(await first.text());
});

const archiveOf = async () => new StrikeArchive((await product.runtime.miniflare.getD1Database('DB')) as never);

test('20,000 strikes in the hour are at most 60 kB, and counted where the picture has them', async () => {
  const archive = await archiveOf();
  const numbered = STORM.slice(40).map((strike, index) => ({ ...strike, ordinal: 1_000 + index }));
  for (let from = 0; from < numbered.length; from += 2_000) {
    await archive.insert(numbered.slice(from, from + 2_000), await archive.seq());
  }
  const response = await picture('?bbox=19,39,27,45&width=700');
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(200);
  expect(text).toMatch(/: 20,000</);
  expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(60_000);

  const frame = frameOf({ bbox: HOME, size: { width: 600, height: 400 }, strips: 0 });
  const side = squareSide(frame);
  const expected = new Map<string, number>();
  for (const { longitude, latitude } of STORM) {
    const [x, y] = frame.project(longitude, latitude);
    const square = `${Math.floor(x / side)},${Math.floor((y - frame.top) / side)}`;
    expected.set(square, (expected.get(square) ?? 0) + 1);
  }
  const span = { bbox: HOME, fromMs: NOW_MS - HOUR_MS, toMs: NOW_MS, freshFromMs: NOW_MS, recentFromMs: NOW_MS };
  const { squares, edgeMs } = await archive.squares({ ...span, grid: squareGrid(frame) }, 50_000);
  expect(edgeMs).toBe(span.fromMs);
  expect(new Map(squares.map(({ x, y, old }) => [`${x},${y}`, old]))).toEqual(expected);

  // Bounded: what is too much to look at is left out from the oldest on.
  const some = await archive.squares({ ...span, grid: squareGrid(frame) }, 5_000);
  expect(some.edgeMs).toBeGreaterThan(span.fromMs);
  const newer = STORM.filter(({ atMs }) => atMs >= some.edgeMs).length;
  expect(some.squares.reduce((sum, { old }) => sum + old, 0)).toBe(newer);
  expect(some.rowsRead).toBeLessThan(30_000);
});
