import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { percentile } from '#tests/load/percentile.ts';
import { pmtilesFile } from '#tests/support/pmtilesFile.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { type Figure, timeAtMost } from './Figure.ts';

const ZOOM = 7;
const TILE_BYTES = 12_000;
const LEAF_ENTRIES = 4_000;

/** Tiles of the size that real ones have, which no packing makes smaller. */
function tiles(): Map<string, Uint8Array<ArrayBuffer>> {
  const row = Array.from({ length: 2 ** ZOOM }, (_, index) => index);
  return new Map(row.flatMap((x) => row.map((y) => [`${ZOOM}/${x}/${y}`, Uint8Array.from(randomBytes(TILE_BYTES))])));
}

async function timed(count: number, ask: (x: number, y: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startMs = performance.now();
    await ask(index % 2 ** ZOOM, Math.floor(index / 2 ** ZOOM) * 4);
    taken.push(performance.now() - startMs);
  }
  return taken;
}

/**
 * `count` different tiles of an own base map of 16,384 tiles and 200 MB, one after the other: each is a miss of the
 * edge's cache. The baseline opens the archive anew for each tile, in Node, without HTTP.
 */
export async function basemapFigures(count: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lightning-basemap-'));
  const basemapFile = join(folder, 'own.pmtiles');
  await writeFile(basemapFile, await pmtilesFile(tiles(), { leafEntries: LEAF_ENTRIES }));
  const product = await startProduct({ basemapFile });
  try {
    const description = await fetch(`${product.url}/api/v1/basemap`);
    const [address = ''] = ((await description.json()) as { tiles: string[] }).tiles;
    const get = async (x: number, y: number) => {
      const answer = await fetch(address.replace('{z}/{x}/{y}', `${ZOOM}/${x}/${y}`));
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      await answer.arrayBuffer();
    };
    // Directories come into memory.
    for (let x = 0; x < 2 ** ZOOM; x += 8) for (let y = 1; y < 2 ** ZOOM; y += 16) await get(x, y);
    const missed = await timed(count, get);
    const cached = await timed(count, get);
    const bytes = await readFile(basemapFile);
    const getBytes = async (offset: number, length: number) => ({
      data: bytes.buffer.slice(bytes.byteOffset + offset, bytes.byteOffset + offset + length) as ArrayBuffer,
    });
    const opened = await timed(Math.min(count, 100), (x, y) =>
      new PMTiles({ getKey: () => basemapFile, getBytes }).getZxy(ZOOM, x, y),
    );
    const row = { group: 'basemap', unit: 'ms', ...timeAtMost(30, 60) };
    const [ours, baseline] = [percentile(missed, 95), percentile(opened, 95)];
    return [
      { ...row, name: 'own tile that no cache has, directory in memory, p95', ours, baseline },
      { ...row, name: 'own tile in the edge’s cache, p95', ours: percentile(cached, 95) },
    ];
  } finally {
    await product.close();
    await rm(folder, { recursive: true });
  }
}
