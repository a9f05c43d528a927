import { Inflate } from 'fflate';
import { type Dataset, File, Filters } from 'jsfive';
import { type BBox, bboxContains, grownBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { readBoundedBytes } from '#worker/http/outbound/readBounded.ts';

/** A product is named like its parts, but for what kind of part it is. */
const KIND = 'LI-2-LFL--FD--';
const PARTS = { 'CHK-BODY-': 'BODY', 'CHK-TRAIL-': 'TRAIL' } as const;
const CENTRE = '_C_EUMT_';
const TIMES = /^(\d{14})_L2PF_OPE_(\d{14})_(\d{14})_N__[A-Z]_(\d{4})_\d{4}/;
const SLOT_MS = 10 * MINUTE_MS;
const SLOTS_A_DAY = DAY_MS / SLOT_MS;
/** A file ends some seconds after its slot, so that the last one of a day ends in the next. */
const END_MS = 10_000;

interface LflName {
  /** `ALL` for a product, which holds both parts. */
  readonly part: 'BODY' | 'TRAIL' | 'ALL';
  readonly createdMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Start of the ten minutes that it is filed under. */
  readonly slotMs: number;
}

const instantMs = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));

/** Times and slot of a file or product of flashes; undefined if it is named otherwise. The letter (T, C, O) says only how it was made. */
export function parseFileName(name: string): LflName | undefined {
  const [kindAt, centreAt] = [name.indexOf(KIND), name.lastIndexOf(CENTRE)];
  const found = TIMES.exec(name.slice(centreAt + CENTRE.length));
  if (kindAt < 0 || centreAt < kindAt + KIND.length || !found) return undefined;
  const [, created = '', from = '', to = '', cycle = ''] = found;
  const [createdMs, fromMs, toMs] = [instantMs(created), instantMs(from), instantMs(to)];
  const number = Number(cycle);
  if (![createdMs, fromMs, toMs].every(Number.isFinite) || fromMs >= toMs || number < 1 || number > SLOTS_A_DAY) {
    return undefined;
  }
  const dayMs = Math.floor((toMs - END_MS) / DAY_MS) * DAY_MS;
  const [, part = 'ALL' as const] =
    Object.entries(PARTS).find(([text]) => name.startsWith(text, kindAt + KIND.length)) ?? [];
  return { part, createdMs, fromMs, toMs, slotMs: dayMs + (number - 1) * SLOT_MS };
}

/** The ellipsoid that the imager's positions lie on (WGS 84), in kilometres. */
const EQUATOR_KM = 6378.137;
const POLE_KM = 6356.752_314_245;
const E2 = 1 - (POLE_KM / EQUATOR_KM) ** 2;
/** The satellite stands over 0° N 0° E, this far from the centre of the Earth. */
const SATELLITE_KM = 42_164.16;
/** A usual height of thunderstorms' tops over home. Those of 8 to 14 km are then misplaced by up to 8 km. */
const CLOUD_TOP_KM = 11;
const TURNS = 4;

type Point = readonly [x: number, y: number, z: number];

/**
 * Where a flash was whose light seems to come from `seen`, a place on the ground: the satellite looks at cloud tops from
 * the side, so that they appear too far away from it, over home by 10 km in the southwest to 21 km in the northeast.
 */
export function belowCloudTop(seen: Position): Position {
  const ground = pointOf(seen);
  const towards: Point = [SATELLITE_KM - ground[0], -ground[1], -ground[2]];
  const length = Math.hypot(...towards);
  const at = (km: number) =>
    ground.map((value, axis) => value + ((towards[axis] ?? 0) * km) / length) as unknown as Point;
  let km = CLOUD_TOP_KM;
  for (let angle = 0; angle < TURNS; angle += 1) {
    const { heightKm } = placeOf(at(km));
    if (heightKm <= 0) return seen;
    km *= CLOUD_TOP_KM / heightKm;
  }
  const { latitude, longitude } = placeOf(at(km));
  return { latitude, longitude };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const curvatureKm = (latitude: number) => EQUATOR_KM / Math.sqrt(1 - E2 * Math.sin(latitude) ** 2);

function pointOf(place: Position): Point {
  const [latitude, longitude] = [radians(place.latitude), radians(place.longitude)];
  const km = curvatureKm(latitude);
  return [
    km * Math.cos(latitude) * Math.cos(longitude),
    km * Math.cos(latitude) * Math.sin(longitude),
    km * (1 - E2) * Math.sin(latitude),
  ];
}

/** Bowring's formula: exact to millimetres at such heights. */
function placeOf([x, y, z]: Point): Position & { readonly heightKm: number } {
  const axisKm = Math.hypot(x, y);
  const angle = Math.atan2(z * EQUATOR_KM, axisKm * POLE_KM);
  const bulge = (EQUATOR_KM / POLE_KM) ** 2 * E2 * POLE_KM;
  const latitude = Math.atan2(z + bulge * Math.sin(angle) ** 3, axisKm - E2 * EQUATOR_KM * Math.cos(angle) ** 3);
  return {
    latitude: degrees(latitude),
    longitude: degrees(Math.atan2(y, x)),
    heightKm: axisKm / Math.cos(latitude) - curvatureKm(latitude),
  };
}

/** The body of a product is at most so long; more is not unpacked. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const END_HEADER_BYTES = 22;
const [STORED, DEFLATED] = [0, 8];

/**
 * The file of flashes in the zip of a product, which also holds another `.nc`, the trailer, and pictures. Nothing else is
 * unpacked, and only as many bytes of it as the zip states.
 * @throws Error saying what is wrong with the zip
 */
export async function unzipBody(zip: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const entry = await readZip(() => bodyEntry(zip));
  if (!entry) throw new Error('the zip has no CHK-BODY file');
  const { method, crc, packed, size } = entry;
  if (size > MAX_BODY_BYTES) throw new Error(`the file exceeds ${MAX_BODY_BYTES} bytes`);
  if (method !== STORED && method !== DEFLATED) throw new Error('the zip cannot be unpacked');
  const body = await readZip(() => (method === STORED ? packed : inflatedEntry(packed, size)));
  if (body.length !== size) throw new Error('the zip: its file is not as long as it says');
  if (crc32(body) !== crc) throw new Error('the zip: its CRC is wrong');
  return body;
}

async function readZip<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw new Error('the zip cannot be unpacked');
  }
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Of the file, unpacked. */
  readonly size: number;
}

/** By the directory at the end of the zip (APPNOTE.TXT 4.3.12). @throws RangeError if it leads out of the zip */
function bodyEntry(zip: Uint8Array<ArrayBuffer>): Entry | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  let end = zip.length - END_HEADER_BYTES;
  // A comment may follow.
  while (view.getUint32(end, true) !== END_HEADER) end -= 1;
  let at = view.getUint32(end + 16, true);
  while (view.getUint32(at, true) === CENTRAL_HEADER) {
    const nameLength = view.getUint16(at + 28, true);
    const name = text.decode(zip.subarray(at + 46, at + 46 + nameLength));
    if (name.endsWith('.nc') && parseFileName(name)?.part === 'BODY') {
      const local = view.getUint32(at + 42, true);
      if (view.getUint32(local, true) !== LOCAL_HEADER) throw new RangeError('no file there');
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      return {
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packed: zip.subarray(from, from + view.getUint32(at + 20, true)),
        size: view.getUint32(at + 24, true),
      };
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
}

/** @throws as `readBoundedBytes` */
function inflatedEntry(packed: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return readBoundedBytes(new Response(stream), mostBytes);
}

/** A byte becomes 1,032 at most, so that at most 16 MB are created beyond a bound. Each chunk costs a copy of the window. */
const CHUNK_BYTES = 16_384;

/** Of deflated bytes (RFC 1951), for a reader that cannot wait for a stream. @throws Error as soon as there are more than `mostBytes`, or if they are invalid */
function inflated(packed: Uint8Array, mostBytes: number): Uint8Array {
  const bytes = new Uint8Array(mostBytes);
  let length = 0;
  const inflate = new Inflate((chunk) => {
    if (length + chunk.length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    bytes.set(chunk, length);
    length += chunk.length;
  });
  for (let at = 0; at < packed.length; at += CHUNK_BYTES) {
    inflate.push(packed.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= packed.length);
  }
  return bytes.subarray(0, length);
}

/** Of zlib's form of them (RFC 1950). @throws Error as `inflated`, or if its checksum is wrong */
function unzlibbed(packed: Uint8Array, mostBytes: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const [method, flags] = [view.getUint8(0), view.getUint8(1)];
  if ((method & 15) !== DEFLATED || ((method << 8) | flags) % 31 !== 0 || flags & 32) throw new Error('no zlib');
  const bytes = inflated(packed.subarray(2, -4), mostBytes);
  if (adler32(bytes) !== view.getUint32(packed.length - 4)) throw new Error('its checksum is wrong');
  return bytes;
}

/** The remainders are taken once a run: until then both sums stay exact. */
const ADLER_RUN = 3_800;

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + ADLER_RUN, bytes.length); at < end; at += 1) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

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

interface Requested {
  readonly units?: RegExp;
  /** As many values as another variable has. */
  readonly length?: number;
  /** Stored as whole numbers, to be multiplied. */
  readonly isScaled?: boolean;
}

/** The variables of a file of flashes. Each method throws an Error that names the variable and the rule. */
class Lfl {
  private readonly file: File;
  private readonly bytes: DataView;

  constructor(bytes: Uint8Array, name: string) {
    checkLength(bytes);
    const buffer = new MeteredBuffer(bytes);
    this.bytes = new DataView(buffer);
    this.file = read('the file', () => new File(buffer, name));
  }

  /** All values: NaN for those that the file calls missing, none where it holds no data for them. */
  numbers(name: string, { units, length, isScaled = false }: Requested): readonly number[] {
    const { shape, attrs, valuesOf } = this.variable(name);
    if (shape.length !== 1) throw new Error(`${name}: is no list`);
    if (length !== undefined && shape[0] !== length) throw new Error(`${name}: has another length than flash_time`);
    if (units && !units.test(textOf(attrs.units))) throw new Error(`${name}: has other units than are known`);
    const values = valuesOf();
    if (values.length !== shape[0]) throw new Error(`${name}: is shorter than it says`);
    if (!isScaled) return values;
    const [scale, offset] = [numberOf(attrs.scale_factor), numberOf(attrs.add_offset)];
    // The reader returns no attributes of a variable with many, and whole numbers would pass for degrees.
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
    // An address of all ones means that there is no address.
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
 * @throws Error if they are more than any file has, or the tree is invalid
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

/** How many bytes a chunk of the variable that is being read may have. The reader does not pass it to its filters. */
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

/** The flashes of one file. An invalid file has none of these. */
interface LflFlashes {
  /** Start of the observations as the file's name has it, `YYYYMMDDhhmmss`: numbers of flashes repeat, this does not. */
  readonly from: string;
  readonly flashes: readonly LflFlash[];
  /** One reason for each flash that was left out. */
  readonly skipped: readonly string[];
  /** What the file is made of was incomplete or misplaced: it proves no silence. */
  readonly isWarned: boolean;
}

interface LflFlash {
  readonly flashId: number;
  readonly atMs: number;
  /** As observed, without regard to the height of the cloud. */
  readonly latitude: number;
  readonly longitude: number;
}

/** `flash_time` counts from here, UTC. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
/** Flashes begin up to 3.07 s before the file's first second. */
const SLACK_MS = 10_000;
/** From a cloud top to the satellite. */
const LIGHT_MS = 130;
/** More than the shift below a cloud top moves a flash of home. */
const SHIFT_DEGREES = 1;
const WARNINGS = ['l1b_missing_warning', 'l1b_geolocation_warning', 'l1b_radiometric_warning'];

/**
 * Reads a file of flashes (LFL) of Meteosat's Lightning Imager: netCDF 4, full disc, ten minutes at most. Flashes are
 * not filtered by `flash_filter_confidence`, whose meaning has changed.
 * @throws Error naming the variable, or the rule of files, that does not hold
 */
export function readLfl(bytes: Uint8Array, name: string): LflFlashes {
  const times = parseFileName(name);
  const from = /_L2PF_OPE_(\d{14})_/.exec(name)?.[1];
  if (!times || from === undefined) throw new Error('the name is not that of a file of flashes');
  const file = new Lfl(bytes, name);
  const seconds = file.numbers('flash_time', { units: /^seconds since 2000-01-01 00:00:00(\.0)?$/ });
  const { length } = seconds;
  const latitudes = file.numbers('latitude', { units: /^degrees_north$/, length, isScaled: true });
  const longitudes = file.numbers('longitude', { units: /^degrees_east$/, length, isScaled: true });
  const ids = file.numbers('flash_id', { length });

  const flashes: LflFlash[] = [];
  const skipped: string[] = [];
  for (let index = 0; index < length; index += 1) {
    const atMs = Math.round(EPOCH_MS + (seconds[index] ?? Number.NaN) * 1_000);
    const [latitude, longitude] = [latitudes[index] ?? Number.NaN, longitudes[index] ?? Number.NaN];
    const flashId = ids[index];
    if (!(atMs >= times.fromMs - SLACK_MS && atMs <= times.toMs + SLACK_MS)) skipped.push('bad flash_time');
    else if (!(Math.abs(latitude) <= 90)) skipped.push('bad latitude');
    else if (!(Math.abs(longitude) <= 180)) skipped.push('bad longitude');
    else if (flashId === undefined) skipped.push('bad flash_id');
    else flashes.push({ flashId, atMs, latitude, longitude });
  }
  return { from, flashes, skipped, isWarned: WARNINGS.some((warning) => file.flag(warning)) };
}

/** The flashes in `bbox` where they truly were: below a cloud top of usual height, and as much earlier as light travels. */
export function lflStrikes(
  { from, flashes, skipped }: LflFlashes,
  bbox: BBox,
): { readonly strikes: readonly Strike[]; readonly skipped: readonly string[] } {
  const wide = grownBox(bbox, SHIFT_DEGREES);
  const strikes = flashes
    .filter(({ longitude, latitude }) => bboxContains(wide, longitude, latitude))
    .map(({ flashId, atMs, latitude, longitude }) => ({
      id: `${from}-${flashId}`,
      atMs: atMs - LIGHT_MS,
      ...belowCloudTop({ latitude, longitude }),
    }))
    .filter(({ longitude, latitude }) => bboxContains(bbox, longitude, latitude));
  return { strikes, skipped };
}
