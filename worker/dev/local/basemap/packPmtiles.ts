import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

interface Row {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: number;
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** 0 for a leaf directory. */
  readonly run: number;
}

const HEADER_BYTES = 127;
const GZIP = 2;
const VECTOR_TILES = 1;
/** Entries of a leaf directory; the root, read with the header in 16 kB, then holds those of 16 million tiles. */
const LEAF_ENTRIES = 4_096;

/**
 * Writes the tiles of an MBTiles file, packed with gzip, as a PMTiles archive (version 3).
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function packPmtiles(mbtiles: string, pmtiles: string): void {
  const database = new DatabaseSync(mbtiles, { readOnly: true });
  const select = 'SELECT zoom_level AS z, tile_column AS x, tile_row AS y, length(tile_data) AS bytes FROM tiles';
  const tiles = (database.prepare(select).all() as unknown[] as Row[])
    // MBTiles counts rows from the south.
    .map((row) => ({ ...row, id: zxyToTileId(row.z, row.x, 2 ** row.z - 1 - row.y) }))
    .sort((a, b) => a.id - b.id);
  if (tiles.length === 0) throw new Error(`${mbtiles} holds no tiles`);
  const told = database.prepare('SELECT name, value FROM metadata').all() as { name: string; value: string }[];
  const file = openSync(pmtiles, 'w');
  writeSync(file, archiveHead(tiles, new Map(told.map(({ name, value }) => [name, value]))));
  const read = database.prepare(
    'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  for (const { z, x, y } of tiles) writeSync(file, read.get(z, x, y)?.tile_data as Uint8Array);
  closeSync(file);
  database.close();
}

/** All that stands before the tiles: header, root directory, metadata, leaf directories. */
function archiveHead(tiles: readonly (Row & { readonly id: number })[], told: ReadonlyMap<string, string>): Buffer {
  let offset = 0;
  const entries = tiles.map(({ id, bytes }) => {
    const entry = { id, offset, length: bytes, run: 1 };
    offset += bytes;
    return entry;
  });
  const leaves: Buffer[] = [];
  const roots: Entry[] = [];
  let leafBytes = 0;
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(at, at + LEAF_ENTRIES));
    roots.push({ id: entries[at]?.id ?? 0, offset: leafBytes, length: leaf.length, run: 0 });
    leaves.push(leaf);
    leafBytes += leaf.length;
  }
  const root = directory(roots);
  const { vector_layers = [] } = JSON.parse(told.get('json') ?? '{}') as { vector_layers?: unknown };
  const metadata = gzipSync(JSON.stringify({ attribution: told.get('attribution') ?? '', vector_layers }));
  const metadataAt = HEADER_BYTES + root.length;
  const leavesAt = metadataAt + metadata.length;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const places = [HEADER_BYTES, root.length, metadataAt, metadata.length, leavesAt, leafBytes, leavesAt + leafBytes];
  for (const [at, value] of [...places, offset, tiles.length, tiles.length, tiles.length].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + at * 8);
  const zooms = tiles.map(({ z }) => z);
  const reduced = (pick: (a: number, b: number) => number) => zooms.reduce((a, b) => pick(a, b));
  header.set([1, GZIP, GZIP, VECTOR_TILES, reduced(Math.min), reduced(Math.max)], 96);
  const bounds = (told.get('bounds') ?? '-180,-85,180,85').split(',').map(Number);
  for (const [at, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4);
  return Buffer.concat([header, root, metadata, ...leaves]);
}

function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    ...(['run', 'length'] as const).flatMap((name) => entries.map((entry) => entry[name])),
    ...entries.map(({ offset }) => offset + 1),
  ];
  return gzipSync(Uint8Array.from(numbers.flatMap(varint)));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}
