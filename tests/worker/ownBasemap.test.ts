import { mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pmtilesFile } from '#tests/support/pmtilesFile.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { basemapFileError } from '#worker/dev/local/deployment.ts';

const ROW = [0, 1, 2, 3];
const tilesOf = (mark: number) => new Map(ROW.map((x) => [`2/${x}/1`, Uint8Array.from([x, mark])] as const));

let folder: string;
let path: string;
let product: Product;

/** Puts the file there in one step, as an operator should. */
async function place(bytes: Uint8Array): Promise<void> {
  await writeFile(`${path}.new`, bytes);
  await rename(`${path}.new`, path);
}

const get = (address: string, headers = {}) => fetch(`${product.url}${address}`, { headers, redirect: 'manual' });
/** The address of each tile as the TileJSON has it now; it may be a minute old. */
async function tilePath(tile: string, tag?: string): Promise<string> {
  const { tiles } = (await (await get('/api/v1/basemap')).json()) as { tiles: string[] };
  const { pathname } = new URL((tiles[0] ?? '').replace('{z}/{x}/{y}', tile));
  return tag === undefined ? pathname : pathname.replace(/basemap\/[^/]+/, `basemap/${tag}`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightning-basemap-'));
  path = join(folder, 'own.pmtiles');
  await place(await pmtilesFile(tilesOf(1)));
  product = await startProduct({ basemapFile: path });
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

describe('a deployment’s own base map', () => {
  test('is described as TileJSON, with its makers and those of its data', async () => {
    const response = await get('/api/v1/basemap');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const json = (await response.json()) as { tiles: string[]; attribution: string };
    expect(json).toMatchObject({ tilejson: '3.0.0', minzoom: 2, maxzoom: 2, bounds: [-180, -85, 180, 85] });
    expect(json.tiles[0]).toMatch(new RegExp(`^${product.url}/api/v1/basemap/[\\w-]+/\\{z\\}/\\{x\\}/\\{y\\}\\.pbf$`));
    for (const maker of ['Made for tests', 'OpenStreetMap', 'OpenMapTiles']) expect(json.attribution).toContain(maker);
  });

  test('answers a tile for ever, packed for who asks for gzip, the same when it was kept', async () => {
    const address = await tilePath('2/1/1');
    for (const accepted of ['gzip', 'gzip', 'identity']) {
      const response = await get(address, { 'accept-encoding': accepted });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe(accepted === 'gzip' ? 'gzip' : null);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('application/x-protobuf');
      expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 1]);
    }
  });

  test('answers 204 where it has no tile, and leads an old address to the new file’s', async () => {
    const missing = await get(await tilePath('2/1/2'));
    expect([missing.status, await missing.text()]).toEqual([204, '']);
    const old = await get(await tilePath('2/1/1', 'of-yesterday'));
    expect([old.status, old.headers.get('location')]).toEqual([307, await tilePath('2/1/1')]);
  });

  test.each([
    ['2/1/x', 400],
    ['two/1/1', 400],
    ['2/4/1', 404],
    ['99/1/1', 404],
  ])('refuses the tile %s with %i', async (tile, status) => {
    expect((await get(await tilePath(tile))).status).toBe(status);
  });

  test('that is replaced, goes, comes back broken and is whole again is told at each step', async () => {
    const before = await tilePath('2/2/1');
    await place(await pmtilesFile(new Map([...tilesOf(2), ['2/0/0', Uint8Array.from([1, 2, 3, 4, 5])]])));
    const moved = await get(before);
    expect(moved.status).toBe(307);
    const now = moved.headers.get('location') ?? '';
    expect([...new Uint8Array(await (await get(now)).arrayBuffer())]).toEqual([2, 2]);

    // What failed is said again for as long as Retry-After told, so each step asks for another tile.
    await unlink(path);
    const deleted = await get(now.replace('2/2/1', '2/3/1'));
    expect(deleted.status).toBe(503);
    expect(deleted.headers.get('retry-after')).toBe('60');
    expect(((await deleted.json()) as { detail: string }).detail).toBe('The base map is not there.');
    expect(product.logs).toContainEqual({ level: 'error', event: 'basemap.fault', reason: 'is not there' });

    await place(new Uint8Array(40_000).fill(60));
    const broken = await get(now.replace('2/2/1', '2/0/1'));
    expect(((await broken.json()) as { detail: string }).detail).toContain('cannot be read as PMTiles');

    await place(await pmtilesFile(tilesOf(3)));
    const again = await fetch(`${product.url}${now.replace('2/2/1', '2/1/1')}`);
    expect([...new Uint8Array(await again.arrayBuffer())]).toEqual([1, 3]);
  });
});

test('npm start names what is wrong with a file before anything starts', async () => {
  const file = join(folder, 'judged.pmtiles');
  await writeFile(file, '');
  expect(await basemapFileError(file)).toBe('is empty');
  await writeFile(file, (await pmtilesFile(tilesOf(1))).slice(0, -1));
  expect(await basemapFileError(file)).toMatch(/^is truncated: it has \d+ bytes of \d+$/);
  await writeFile(file, await pmtilesFile(tilesOf(1), { leafEntries: 2 }));
  expect(await basemapFileError(file)).toBeUndefined();
  expect(await basemapFileError(folder)).toContain('could not be read');
});
