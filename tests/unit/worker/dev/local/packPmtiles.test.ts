import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { basemapMemory, OwnBasemap } from '#worker/basemap/OwnBasemap.ts';
import { packPmtiles } from '#worker/dev/local/basemap/packPmtiles.ts';

const LAYERS = ['water', 'waterway', 'transportation'].map((id) => ({ id }));
/** More than one leaf directory holds. */
const SIDE = 72;

test('a packed archive is one that the map is served from, with each tile where it was', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pack-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const database = new DatabaseSync(join(dir, 'a.mbtiles'));
  database.exec(
    'CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)',
  );
  const tell = database.prepare('INSERT INTO metadata VALUES (?, ?)');
  tell.run('json', JSON.stringify({ vector_layers: LAYERS }));
  tell.run('bounds', '22,41,29,44');
  const put = database.prepare('INSERT INTO tiles VALUES (7, ?, ?, ?)');
  database.exec('BEGIN');
  for (let x = 0; x < SIDE; x += 1) for (let y = 0; y < SIDE; y += 1) put.run(x, 127 - y, gzipSync(`${x}/${y}`));
  database.exec('COMMIT');
  database.close();
  await packPmtiles(join(dir, 'a.mbtiles'), join(dir, 'a.pmtiles'));

  const file = readFileSync(join(dir, 'a.pmtiles'));
  const read = async (offset: number, length: number) => ({
    bytes: new Uint8Array(file.subarray(offset, offset + length)).buffer,
    tag: 'a',
    sizeBytes: file.length,
  });
  const basemap = new OwnBasemap({ key: 'a', read }, basemapMemory());
  const { header } = await basemap.open();
  expect([header.minZoom, header.maxZoom, header.minLon, header.maxLat]).toEqual([7, 7, 22, 44]);
  for (const [x, y] of [
    [0, 0],
    [3, 70],
    [71, 71],
  ] as const) {
    const { bytes } = await basemap.tile({ z: 7, x, y }, 'a');
    expect(String(gunzipSync(new Uint8Array(bytes ?? new ArrayBuffer())))).toBe(`${x}/${y}`);
  }
});
