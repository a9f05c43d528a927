import { zxyToTileId } from 'pmtiles';

/** What is unusual about an archive that `pmtilesFile` writes. */
export interface PmtilesOptions {
  readonly metadata?: object;
  /** 1: vector tiles, 2: PNG. */
  readonly tileType?: number;
  readonly version?: number;
  /** Entries of each leaf directory; without it the root directory holds all. */
  readonly leafEntries?: number;
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
const METADATA = {
  attribution: 'Made for tests',
  vector_layers: ['water', 'waterway', 'transportation', 'landuse'].map((id) => ({ id, fields: {} })),
};

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function varints(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let rest of numbers) {
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

function directory(entries: readonly Entry[]): Promise<Uint8Array<ArrayBuffer>> {
  const ids = entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0));
  const columns = [ids, ...(['run', 'length'] as const).map((name) => entries.map((entry) => entry[name]))];
  return gzip(varints([entries.length, ...columns.flat(), ...entries.map(({ offset }) => offset + 1)]));
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The bytes of a PMTiles archive (version 3) of vector `tiles`, by `z/x/y`. */
export async function pmtilesFile(
  tiles: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  { metadata = METADATA, tileType = 1, version = 3, leafEntries }: PmtilesOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const placed = [...tiles].map(([name, bytes]) => ({ name: name.split('/').map(Number), bytes }));
  const idOf = ([z = 0, x = 0, y = 0]: readonly number[]) => zxyToTileId(z, x, y);
  placed.sort((a, b) => idOf(a.name) - idOf(b.name));
  const packed = await Promise.all(placed.map(({ bytes }) => gzip(bytes)));
  let offset = 0;
  const entries = packed.map(({ length }, at) => {
    const entry = { id: idOf(placed[at]?.name ?? []), offset, length, run: 1 };
    offset += length;
    return entry;
  });
  const leaves: Uint8Array<ArrayBuffer>[] = [];
  const roots: Entry[] = [];
  let leafOffset = 0;
  for (let at = 0; leafEntries !== undefined && at < entries.length; at += leafEntries) {
    const leaf = await directory(entries.slice(at, at + leafEntries));
    roots.push({ id: entries[at]?.id ?? 0, offset: leafOffset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    leafOffset += leaf.length;
  }
  const root = await directory(leafEntries === undefined ? entries : roots);
  const described = await gzip(Uint8Array.from(new TextEncoder().encode(JSON.stringify(metadata))));
  const zooms = placed.map(({ name: [z = 0] }) => z);
  const metadataAt = HEADER_BYTES + root.length;
  const leavesAt = metadataAt + described.length;
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode('PMTiles'));
  header.set([version], 7);
  const sections = [HEADER_BYTES, root.length, metadataAt, described.length];
  const numbers = [
    ...sections,
    leavesAt,
    leafOffset,
    leavesAt + leafOffset,
    offset,
    tiles.size,
    tiles.size,
    tiles.size,
  ];
  for (const [index, number] of numbers.entries()) view.setBigUint64(8 + index * 8, BigInt(number), true);
  header.set([1, GZIP, GZIP, tileType, Math.min(...zooms), Math.max(...zooms)], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) view.setInt32(102 + index * 4, degrees * 1e7, true);
  return joined([header, root, described, ...leaves, ...packed]);
}
