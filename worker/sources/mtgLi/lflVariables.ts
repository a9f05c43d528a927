import type { Dataset, File } from 'jsfive';

/** More is no file of flashes. The largest of a day had 40,653 flashes in 1.34 MB. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_FLASHES = 200_000;
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

  constructor(bytes: Uint8Array, open: (bytes: ArrayBuffer) => File) {
    checkLength(bytes);
    const buffer = bytes.slice().buffer;
    this.file = read('the file', () => open(buffer));
  }

  /** All values: NaN for those that the file calls missing, none where it holds no data for them. */
  numbers(name: string, { units, length, isScaled = false }: Wanted): readonly number[] {
    const { shape, attrs, valuesOf } = this.variable(name);
    if (shape.length !== 1) throw new Error(`${name}: is no list`);
    // Room for as many is made before any is read.
    if ((shape[0] ?? 0) > MAX_FLASHES) throw new Error(`${name}: has more than ${MAX_FLASHES} values`);
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
    return { shape, attrs, valuesOf: () => read(name, () => dataset.value ?? []) };
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
