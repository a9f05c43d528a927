import { type Dataset, File, Filters } from 'jsfive';
import { unzlibbed } from './unpack.ts';

/** More is no file of flashes. The largest of a day had 40,653 flashes in 1.34 MB. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_FLASHES = 200_000;
/** As numpy names numbers. */
const NUMBER = /^[<>]?[iuf]([1248])$/;
/** What the reader may slice out of a file. One of 37,939 flashes takes 253 slices and 0.9 MB. */
const MAX_SLICES = 4_000;
const MAX_SLICED_BYTES = 4 * MAX_FILE_BYTES;
const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
/** Where each version of the superblock says how long the file is. */
const END_AT: Readonly<Record<number, number>> = { 0: 40, 2: 28, 3: 28 };

interface Wanted {
  readonly units?: RegExp;
  /** As many values as another variable has. */
  readonly length?: number;
  /** Kept as whole numbers, to be multiplied. */
  readonly isScaled?: boolean;
}

/** The variables of a file of flashes. Each method throws an Error that names the variable and the rule. */
export class Lfl {
  private readonly file: File;
  private readonly bytes: DataView;

  constructor(bytes: Uint8Array, name: string) {
    checkLength(bytes);
    const buffer = new MeteredBuffer(bytes);
    this.bytes = new DataView(buffer);
    this.file = read('the file', () => new File(buffer, name));
  }

  /** All values: NaN for those that the file calls missing, none where it holds no data for them. */
  numbers(name: string, { units, length, isScaled = false }: Wanted): readonly number[] {
    const { shape, attrs, valuesOf } = this.variable(name);
    if (shape.length !== 1) throw new Error(`${name}: is no list`);
    if (length !== undefined && shape[0] !== length) throw new Error(`${name}: has another length than flash_time`);
    if (units && !units.test(textOf(attrs.units))) throw new Error(`${name}: has other units than are known`);
    const values = valuesOf();
    if (values.length !== shape[0]) throw new Error(`${name}: is shorter than it says`);
    if (!isScaled) return values;
    const [scale, offset] = [numberOf(attrs.scale_factor), numberOf(attrs.add_offset)];
    // The reader tells no attribute at all of a variable with many, and whole numbers would pass for degrees.
    if (scale === undefined || offset === undefined || scale === 0) throw new Error(`${name}: tells no scale`);
    const fill = numberOf(attrs._FillValue);
    return values.map((value) => (value === fill ? Number.NaN : value * scale + offset));
  }

  /** Whether the variable stands and is not 0, which means that all is well. */
  flag(name: string): boolean {
    return this.file.keys.includes(name) && this.first(name) !== 0;
  }

  private first(name: string): number | undefined {
    const { shape, valuesOf } = this.variable(name);
    return shape.every((length) => length === 1) ? valuesOf()[0] : undefined;
  }

  private variable(name: string) {
    if (!this.file.keys.includes(name)) throw new Error(`${name}: is missing`);
    const { shape, attrs, dataset } = read(name, () => {
      const dataset: Dataset = this.file.get(name);
      return { shape: dataset.shape ?? [], attrs: dataset.attrs, dataset };
    });
    return { shape, attrs, valuesOf: () => this.values(name, shape[0] ?? 1, dataset) };
  }

  /** What is declared bounds what is read: neither more nor larger chunks than `length` values take are unpacked. */
  private values(name: string, length: number, dataset: Dataset): readonly number[] {
    // Room for as many is made before any is read.
    if (length > MAX_FLASHES) throw new Error(`${name}: has more than ${MAX_FLASHES} values`);
    const chunks = read(name, () => this.chunksOf(dataset));
    if (!chunks) return read(name, () => dataset.value ?? []);
    if (chunks.length > MAX_FLASHES) throw new Error(`${name}: has chunks of more than ${MAX_FLASHES} values`);
    const most = Math.ceil(length / chunks.length);
    if (read(name, chunks.count) > most) throw new Error(`${name}: has more chunks than its length takes`);
    inflatable = chunks.bytes;
    return read(name, () => dataset.value ?? []);
  }

  /** Undefined where the values lie in one piece. @throws what shows that the layout cannot be read */
  private chunksOf(dataset: Dataset) {
    const [, size] = NUMBER.exec(String(dataset.dtype)) ?? [];
    if (size === undefined) throw new Error('no numbers');
    const { chunks } = dataset._dataobjects;
    if (!chunks) return undefined;
    const [length = 0, ...more] = chunks;
    if (length < 1 || more.length > 0) throw new Error('no list');
    const { _chunk_address: address, _chunk_dims: dims } = dataset._dataobjects;
    if (address === null || dims === null) throw new Error('no chunks');
    // An address of all ones is none.
    const count = () => (address >= 2 ** 63 ? 0 : chunksBelow(this.bytes, address, dims));
    return { length, count, bytes: length * Number(size) };
  }
}

const NODE_BYTES = 24;
/** A file of `MAX_FLASHES` in chunks of four values. */
const MAX_CHUNKS = MAX_FLASHES / 4;

/**
 * How many chunks the tree at `address` leads to, whose keys have `dims` numbers.
 * (https://support.hdfgroup.org/documentation/hdf5/latest/_f_m_t3.html, III.A.1)
 * @throws Error if they are more than any file has, or the tree is none
 */
function chunksBelow(view: DataView, address: number, dims: number): number {
  const keyBytes = 8 + 8 * dims;
  let seen = 0;
  const countBelow = (node: number, level: number): number => {
    const entries = view.getUint16(node + 6, true);
    seen += entries;
    if (view.getUint8(node + 5) !== level || seen > MAX_CHUNKS) throw new Error('no tree of chunks');
    if (level === 0) return entries;
    let chunks = 0;
    for (let entry = 0; entry < entries; entry += 1) {
      const at = node + NODE_BYTES + entry * (keyBytes + 8) + keyBytes;
      chunks += countBelow(Number(view.getBigUint64(at, true)), level - 1);
    }
    return chunks;
  };
  return countBelow(address, view.getUint8(address + 5));
}

const DEFLATE = 1;

/** How many bytes a chunk of the variable that is being read may have. The reader tells its filters nothing of it. */
let inflatable = 0;
Filters.set(DEFLATE, (chunk) => {
  const bytes = unzlibbed(new Uint8Array(chunk), inflatable);
  return bytes.slice().buffer as ArrayBuffer;
});

/** The reader follows whatever addresses a file has, and takes its texts and blocks by slices: here they come to an end. */
class MeteredBuffer extends ArrayBuffer {
  static override get [Symbol.species]() {
    return ArrayBuffer;
  }

  private slices = 0;
  private bytes = 0;

  constructor(bytes: Uint8Array) {
    super(bytes.length);
    new Uint8Array(this).set(bytes);
  }

  override slice(begin?: number, end?: number): ArrayBuffer {
    const part = super.slice(begin, end);
    this.slices += 1;
    this.bytes += part.byteLength;
    if (this.slices > MAX_SLICES || this.bytes > MAX_SLICED_BYTES) throw new Error('the file leads around in itself');
    return part;
  }
}

function checkLength(bytes: Uint8Array): void {
  if (bytes.length > MAX_FILE_BYTES) throw new Error(`the file exceeds ${MAX_FILE_BYTES} bytes`);
  if (!SIGNATURE.every((byte, index) => bytes[index] === byte)) throw new Error('the file is no netCDF 4');
  const endAt = END_AT[bytes[8] ?? -1];
  if (endAt === undefined) throw new Error('the file: its superblock is of an unknown version');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < endAt + 8 || view.getBigUint64(endAt, true) !== BigInt(bytes.length)) {
    throw new Error('the file is not as long as it says');
  }
}

/** What the reader throws may be a string, and repeats what the file holds. */
function read<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch {
    throw new Error(`${name}: its layout or filter cannot be read`);
  }
}

function numberOf(attribute: unknown): number | undefined {
  const value: unknown = Array.isArray(attribute) ? attribute[0] : attribute;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOf(attribute: unknown): string {
  const value: unknown = Array.isArray(attribute) ? attribute[0] : attribute;
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
}
