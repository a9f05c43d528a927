import { expect, test } from 'vitest';
import { pmtilesFile } from '#tests/support/pmtilesFile.ts';
import { type BasemapStore, basemapStoreOf } from '#worker/features/basemap/basemapStoreOf.ts';
import { basemapMemory, OwnBasemap } from '#worker/features/basemap/OwnBasemap.ts';
import { testEnv } from './testEnv.ts';

const bucket = testEnv.BASEMAP_BUCKET as R2Bucket;
const TILES = new Map([0, 1, 2, 3].map((x) => [`2/${x}/1`, Uint8Array.from([x, 7, 7])] as const));
const AT = { z: 2, x: 1, y: 1 };

/** The object of that key, and how often it was read. */
function countedStore(key: string): { store: BasemapStore; reads: () => number } {
  const inner = basemapStoreOf({ ...testEnv, BASEMAP: key });
  if (!inner) throw new Error('BASEMAP is set');
  let reads = 0;
  const store: BasemapStore = {
    key: inner.key,
    read: (...requested) => {
      reads += 1;
      return inner.read(...requested);
    },
  };
  return { store, reads: () => reads };
}

async function unpacked(bytes: ArrayBuffer | undefined): Promise<number[]> {
  const stream = new Blob([bytes ?? new ArrayBuffer(0)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return [...new Uint8Array(await new Response(stream).arrayBuffer())];
}

test('a tile costs one read of R2 once the directory is in memory, two if it lies in a leaf, whoever asks', async () => {
  await bucket.put('flat', await pmtilesFile(TILES));
  await bucket.put('leaves', await pmtilesFile(TILES, { leafEntries: 2 }));
  for (const [key, most] of [
    ['flat', 1],
    ['leaves', 2],
  ] as const) {
    const memory = basemapMemory();
    const { store, reads } = countedStore(key);
    const { tag } = await new OwnBasemap(store, memory).open();
    expect(reads()).toBe(2);
    const found = await new OwnBasemap(store, memory).tile(AT, tag);
    expect(found.gzipped).toBe(true);
    expect(await unpacked(found.bytes)).toEqual([1, 7, 7]);
    expect(reads()).toBe(2 + most);
    expect(await unpacked((await new OwnBasemap(store, memory).tile({ ...AT, x: 0 }, tag)).bytes)).toEqual([0, 7, 7]);
    expect(reads()).toBe(3 + most);
  }
});

test('what is not in the file is no tile, and costs no read', async () => {
  await bucket.put('flat', await pmtilesFile(TILES));
  const memory = basemapMemory();
  const { store, reads } = countedStore('flat');
  const { tag } = await new OwnBasemap(store, memory).open();
  const before = reads();
  for (const tile of [
    { ...AT, y: 0 },
    { z: 9, x: 1, y: 1 },
    { z: 0, x: 0, y: 0 },
  ]) {
    expect(await new OwnBasemap(store, memory).tile(tile, tag)).toMatchObject({ tag, bytes: undefined });
  }
  expect(reads()).toBe(before);
});

test('a file that is replaced is noticed by the next read, and nothing of the new one goes out under the old tag', async () => {
  const memory = basemapMemory();
  const { store } = countedStore('replaced');
  await bucket.put('replaced', await pmtilesFile(TILES));
  const { tag } = await new OwnBasemap(store, memory).open();
  await new OwnBasemap(store, memory).tile(AT, tag);
  const longer = new Map([...TILES].map(([name]) => [name, Uint8Array.from([9, 9, 9, 9])] as const));
  await bucket.put('replaced', await pmtilesFile(longer));
  const storedTile = await new OwnBasemap(store, memory).tile(AT, tag);
  expect(storedTile.tag).not.toBe(tag);
  expect(storedTile.bytes).toBeUndefined();
  const found = await new OwnBasemap(store, memory).tile(AT, storedTile.tag);
  expect(await unpacked(found.bytes)).toEqual([9, 9, 9, 9]);
  // An isolate that still holds the old header does not send anybody back to it.
  const late = basemapMemory();
  await new OwnBasemap(store, late).open();
  await bucket.put('replaced', await pmtilesFile(TILES));
  const { tag: newest } = await new OwnBasemap(store, basemapMemory()).open();
  expect((await new OwnBasemap(store, late).tile(AT, newest)).tag).toBe(newest);
});

test('a file that goes while it is used is said to be gone, and served again when it is back', async () => {
  const memory = basemapMemory();
  const { store } = countedStore('gone');
  const file = await pmtilesFile(TILES);
  await bucket.put('gone', file);
  const { tag } = await new OwnBasemap(store, memory).open();
  await bucket.delete('gone');
  await expect(new OwnBasemap(store, memory).tile(AT, tag)).rejects.toThrow('is not there');
  await bucket.put('gone', file);
  expect((await new OwnBasemap(store, memory).tile(AT, tag)).bytes).toBeDefined();
});

test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string]>([
  ['a few bytes', async () => new Uint8Array(20), 'is not a PMTiles file: only 20 bytes'],
  ['something else', async () => new Uint8Array(5_000).fill(60), 'cannot be read as PMTiles: Wrong magic number'],
  ['of an older version', () => pmtilesFile(TILES, { version: 2 }), 'is PMTiles version 2, not 3'],
  ['of pictures', () => pmtilesFile(TILES, { tileType: 2 }), 'holds png tiles, not vector tiles'],
  [
    'without a schema',
    () => pmtilesFile(TILES, { metadata: {} }),
    'missing layer water, waterway, transportation, only none',
  ],
  [
    'of another schema',
    () => pmtilesFile(TILES, { metadata: { vector_layers: [{ id: 'earth' }, { id: 'water' }] } }),
    'does not follow the OpenMapTiles schema: missing layer waterway, transportation, only earth, water',
  ],
  ['cut off', async () => (await pmtilesFile(TILES)).slice(0, -10), 'is truncated'],
  ['cut off in its directory', async () => (await pmtilesFile(TILES)).slice(0, 140), 'cannot be read as PMTiles'],
  ['broken in its directory', async () => (await pmtilesFile(TILES)).fill(7, 130, 150), 'cannot be read as PMTiles'],
  ['without tiles', () => pmtilesFile(new Map(), {}), 'holds no tiles'],
])('a file that is %s is named for what it is', async (name, make, text) => {
  await bucket.put(name, await make());
  await expect(new OwnBasemap(countedStore(name).store, basemapMemory()).open()).rejects.toThrow(text);
});

test('a setting without a bucket, and an object that is not there, are named', async () => {
  const { BASEMAP_BUCKET: _, ...unbound } = testEnv;
  expect(() => basemapStoreOf({ ...unbound, BASEMAP: 'any' } as typeof testEnv)).toThrow('bound as BASEMAP_BUCKET');
  expect(basemapStoreOf({ ...testEnv, BASEMAP: '' })).toBeUndefined();
  const nowhere = new OwnBasemap(countedStore('nowhere').store, basemapMemory());
  await expect(nowhere.open()).rejects.toThrow('is not there');
});
