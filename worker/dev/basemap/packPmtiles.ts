import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { zxyToTileId } from 'pmtiles';

const HEADER_BYTES = 127;
const GZIP = 2;
const VECTOR_TILES = 1;
const WORLD = [-180, -85, 180, 85];

/** A tile's number along the curve (`zxyToTileId`), its zoom, and its length after gzip. */
interface PackedTile {
  readonly id: number;
  readonly z: number;
  readonly bytes: number;
}

export interface PmtilesOptions {
  readonly metadata: object;
  /** 1: vector tiles, 2: PNG. */
  readonly tileType?: number;
  readonly version?: number;
  /** West, south, east, north, in degrees. */
  readonly bounds?: readonly number[];
  /** Entries of each leaf directory; if absent, the root directory contains all. */
  readonly leafEntries?: number | undefined;
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** 0 for a leaf directory. */
  readonly run: number;
}

/**
 * Everything before the tiles of a PMTiles archive: header, root directory, metadata, leaf directories. The tiles must
 * follow in the given order, sorted by id.
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export async function pmtilesHead(
  tiles: readonly PackedTile[],
  { metadata, tileType = VECTOR_TILES, version = 3, bounds = WORLD, leafEntries }: PmtilesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let offset = 0;
  const entries = tiles.map(({ id, bytes }) => {
    const entry = { id, offset, length: bytes, run: 1 };
    offset += bytes;
    return entry;
  });
  const leaves: Uint8Array<ArrayBuffer>[] = [];
  const roots: Entry[] = [];
  let leafBytes = 0;
  for (let at = 0; leafEntries !== undefined && at < entries.length; at += leafEntries) {
    const leaf = await directory(entries.slice(at, at + leafEntries));
    roots.push({ id: entries[at]?.id ?? 0, offset: leafBytes, length: leaf.length, run: 0 });
    leaves.push(leaf);
    leafBytes += leaf.length;
  }
  const root = await directory(leafEntries === undefined ? entries : roots);
  const described = await gzip(new TextEncoder().encode(JSON.stringify(metadata)));
  const metadataAt = HEADER_BYTES + root.length;
  const leavesAt = metadataAt + described.length;
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('PMTiles'));
  header.set([version], 7);
  const places = [HEADER_BYTES, root.length, metadataAt, described.length, leavesAt, leafBytes, leavesAt + leafBytes];
  for (const [at, value] of [...places, offset, tiles.length, tiles.length, tiles.length].entries())
    view.setBigUint64(8 + at * 8, BigInt(value), true);
  const zoom = (pick: (a: number, b: number) => number) =>
    tiles.reduce((found, { z }) => pick(found, z), tiles[0]?.z ?? 0);
  header.set([1, GZIP, GZIP, tileType, zoom(Math.min), zoom(Math.max)], 96);
  for (const [at, degrees] of bounds.entries()) view.setInt32(102 + at * 4, Math.round(degrees * 1e7), true);
  return joined([header, root, described, ...leaves]);
}

export function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function directory(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  const ids = entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0));
  const columns = [ids, ...(['run', 'length'] as const).map((name) => entries.map((entry) => entry[name]))];
  return gzip(varints([entries.length, ...columns.flat(), ...entries.map(({ offset }) => offset + 1)]));
}

function varints(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let rest of numbers) {
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

interface Row {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: number;
}

/** Entries of a leaf directory; the root, read with the header in 16 kB, then covers 16 million tiles. */
const LEAF_ENTRIES = 4_096;

/** Writes the gzipped tiles of an MBTiles file as a PMTiles archive (version 3). */
export async function packPmtiles(mbtiles: string, pmtiles: string): Promise<void> {
  const database = new DatabaseSync(mbtiles, { readOnly: true });
  const select = 'SELECT zoom_level AS z, tile_column AS x, tile_row AS y, length(tile_data) AS bytes FROM tiles';
  const tiles = (database.prepare(select).all() as unknown[] as Row[])
    // MBTiles counts rows from the south.
    .map((row) => ({ ...row, id: zxyToTileId(row.z, row.x, 2 ** row.z - 1 - row.y) }))
    .sort((a, b) => a.id - b.id);
  if (tiles.length === 0) throw new Error(`${mbtiles} holds no tiles`);
  const rows = database.prepare('SELECT name, value FROM metadata').all() as { name: string; value: string }[];
  const reported = new Map(rows.map(({ name, value }) => [name, value]));
  const { vector_layers = [] } = JSON.parse(reported.get('json') ?? '{}') as { vector_layers?: unknown };
  const bounds = reported.get('bounds')?.split(',').map(Number);
  const head = await pmtilesHead(tiles, {
    metadata: { attribution: reported.get('attribution') ?? '', vector_layers },
    leafEntries: LEAF_ENTRIES,
    ...(bounds && { bounds }),
  });
  const file = openSync(pmtiles, 'w');
  writeSync(file, head);
  const read = database.prepare(
    'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
  );
  for (const { z, x, y } of tiles) writeSync(file, read.get(z, x, y)?.tile_data as Uint8Array);
  closeSync(file);
  database.close();
}
