import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import h5wasm, { type Dataset } from 'h5wasm/node';

/**
 * Faults of a file. `layout` and `filter`: an encoding that the reader does not support. `large-chunks`: a flag of one
 * value in a chunk of `chunkBytes` bytes. `more-chunks` and `longer-chunks`: than declared.
 */
export type LflFault =
  | 'no-scale'
  | 'nine-attributes'
  | 'units'
  | 'unequal'
  | 'missing'
  | 'end'
  | 'cut'
  | 'warned'
  | 'too-many'
  | 'layout'
  | 'filter'
  | 'large-chunks'
  | 'more-chunks'
  | 'longer-chunks';

export interface LflContents {
  readonly fromMs: number;
  readonly toMs: number;
  /** A coordinate of NaN is written as missing. */
  readonly flashes: readonly {
    readonly flashId: number;
    readonly atMs: number;
    readonly latitude: number;
    readonly longitude: number;
  }[];
  /** `plain` like the real files, or in compressed chunks. */
  readonly form?: 'plain' | 'gzip';
  readonly fault?: LflFault;
  readonly chunkBytes?: number;
}

const EPOCH_MS = Date.UTC(2000, 0, 1);
const SCALE = 0.0027;
const MISSING = -32767;
const CHUNK = 4_096;
const TOO_MANY = 200_001;
/** More than one chunk. */
const SOME = 10_000;
const LARGE_CHUNK = 1_000_000;

/** First bytes of these HDF5 messages. The reader does not verify their checksums. */
const CHUNKED_LAYOUT = [3, 2, 2];
/** A length of `SOME`, and chunks of `CHUNK` values of eight bytes. */
const SOME_LONG = [SOME & 255, SOME >> 8, 0, 0, 0, 0, 0, 0];
const CHUNKED_BY = [CHUNK & 255, CHUNK >> 8, 0, 0, 8, 0, 0, 0];
const DEFLATE_FILTER = [2, 1, 1, 0, 0, 0, 1, 0, 4, 0, 0, 0];

type Attribute = readonly [name: string, value: string | number, dtype?: string];

/** A file of flashes (LFL) like the Lightning Imager's, written by the HDF5 library: names, types, units and scales. */
export async function writeLfl({
  flashes,
  form = 'plain',
  fault,
  chunkBytes = LARGE_CHUNK,
}: LflContents): Promise<Uint8Array> {
  await h5wasm.ready;
  const folder = await mkdtemp(join(tmpdir(), 'lfl-'));
  const path = join(folder, 'flashes.nc');
  try {
    const file = new h5wasm.File(path, 'w');
    const isMisdeclared = fault === 'more-chunks' || fault === 'longer-chunks';
    const isPacked = form === 'gzip' || fault === 'layout' || fault === 'filter' || isMisdeclared;
    const count = fault === 'too-many' ? TOO_MANY : isMisdeclared ? SOME : flashes.length;
    const list = Array.from({ length: count }, (_, index) => flashes[index % Math.max(1, flashes.length)]);
    const add = (name: string, data: ArrayLike<number>, dtype: string, attributes: readonly Attribute[]) => {
      if (fault === 'missing' && name === 'flash_id') return;
      const chunks = isPacked && data.length > 0 ? { chunks: [Math.min(CHUNK, data.length)], compression: 4 } : {};
      const variable = file.create_dataset({
        name,
        data: data as never,
        dtype,
        shape: [data.length],
        ...chunks,
      }) as Dataset;
      for (const [attribute, value, type] of attributes) {
        variable.create_attribute(attribute, typeof value === 'number' ? [value] : value, null, type ?? null);
      }
    };
    const extra = fault === 'nine-attributes' ? Array.from({ length: 9 }, (_, n): Attribute => [`more_${n}`, 'x']) : [];
    const scaled = (units: string): Attribute[] => [
      ['_FillValue', MISSING, '<h'],
      ['units', units],
      ...(fault === 'no-scale'
        ? []
        : ([
            ['scale_factor', SCALE, '<f'],
            ['add_offset', 0, '<f'],
          ] as const)),
      ...extra,
    ];
    const degrees = (of: (flash: LflContents['flashes'][number]) => number) =>
      Int16Array.from(list, (flash) => (flash ? scaledOf(of(flash)) : 0));
    const since = fault === 'units' ? 'seconds since 1970-01-01 00:00:00.0' : 'seconds since 2000-01-01 00:00:00.0';
    add(
      'flash_time',
      Float64Array.from(list, (flash) => ((flash?.atMs ?? 0) - EPOCH_MS) / 1_000),
      '<d',
      [['units', since]],
    );
    add(
      'latitude',
      degrees(({ latitude }) => latitude),
      '<h',
      scaled('degrees_north'),
    );
    const longitudes = degrees(({ longitude }) => longitude);
    add('longitude', fault === 'unequal' ? longitudes.subarray(1) : longitudes, '<h', scaled('degrees_east'));
    add(
      'flash_id',
      Uint32Array.from(list, (flash) => flash?.flashId ?? 0),
      '<I',
      [],
    );
    if (fault === 'large-chunks') {
      const warning = { name: 'l1b_missing_warning', data: Int8Array.of(0), dtype: '<b', shape: [1], maxshape: [null] };
      file.create_dataset({ ...warning, chunks: [chunkBytes], compression: 9 } as never);
    } else add('l1b_missing_warning', Int8Array.of(fault === 'warned' ? 1 : 0), '<b', []);
    file.close();
    const bytes = new Uint8Array(await readFile(path));
    if (fault === 'cut') return bytes.slice(0, bytes.length - 100);
    // The length in the superblock then no longer matches.
    if (fault === 'end') return Uint8Array.of(...bytes, 0);
    if (fault === 'layout') return patched(bytes, CHUNKED_LAYOUT, 0, 4);
    if (fault === 'more-chunks') return patched(bytes, SOME_LONG, 1, CHUNK >> 8);
    if (fault === 'longer-chunks') return patched(bytes, CHUNKED_BY, 1, CHUNK >> 9);
    if (fault === 'filter') return patched(bytes, DEFLATE_FILTER, 2, 4);
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const scaledOf = (degrees: number) => (Number.isNaN(degrees) ? MISSING : Math.round(degrees / SCALE));

/** Copies `bytes` and sets `value` at offset `at` of each occurrence of `pattern`. */
function patched(bytes: Uint8Array, pattern: readonly number[], at: number, value: number): Uint8Array {
  const all = Buffer.from(bytes);
  const sought = Buffer.from(pattern);
  for (let found = all.indexOf(sought); found !== -1; found = all.indexOf(sought, found + 1)) all[found + at] = value;
  return new Uint8Array(all);
}
