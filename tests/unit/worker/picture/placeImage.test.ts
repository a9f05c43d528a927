import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { palettePng } from '#worker/picture/palettePng.ts';
import { fillRings, placeImage } from '#worker/picture/placeImage.ts';

test('a ring covers its pixels, those at its edge in part, and a ring within it is a hole', () => {
  const square = [1, 1, 5, 1, 5, 5, 1, 5];
  const hole = [2, 2, 4, 2, 4, 4, 2, 4];
  expect([...fillRings([square, hole], 6, 3)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0]);
  expect([...fillRings([[0.5, 0, 2.25, 0, 2.25, 0.5, 0.5, 0.5]], 3, 1)]).toEqual([0.25, 0.5, 0.125]);
});

test('a picture of a place is a small PNG with the place’s mark in it', async () => {
  placeImage({ latitude: 41, longitude: 20 }, HOME);
  const startMs = performance.now();
  const picture = placeImage({ latitude: 42.7, longitude: 23.32 }, HOME);
  const png = Buffer.from(await palettePng(picture));
  process.stdout.write(`place.png: ${png.length} bytes, ${(performance.now() - startMs).toFixed(0)} ms\n`);
  expect(png.length).toBeLessThanOrEqual(30_000);
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect(rows.length).toBe(1_201 * 630);
  const counts = picture.colours.map((_, colour) => picture.pixels.filter((pixel) => pixel === colour).length);
  const [water = 0, , , , land = 0, edge = 0, ground = 0, bolt = 0] = counts;
  expect(water + land).toBeGreaterThan(0.9 * 1_200 * 630);
  expect(Math.min(water, land)).toBeGreaterThan(100_000);
  expect(Math.min(edge, ground, bolt)).toBeGreaterThan(500);
});

test('a place beside home, at the edge of the world or at a pole has a picture too', () => {
  for (const [latitude, longitude] of [
    [60, 10],
    [0, 179.9],
    [90, 0],
    [-90, -180],
  ] as const)
    expect(placeImage({ latitude, longitude }, HOME).pixels).toHaveLength(1_200 * 630);
});
