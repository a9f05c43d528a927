import { ByteReader, ByteWriter } from './bytes.ts';
import type { FeedState } from './FeedEvent.ts';
import type { StrikeColumns } from './StrikeColumns.ts';

/** Latitude, longitude and time step, three bytes each. */
const BYTES_A_ROW = 9;
const PLANE_LIMIT = 2 ** 24;

const zigzag = (step: number) => (step < 0 ? -2 * step - 1 : 2 * step);
const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
const leastOf = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), values[0] ?? 0);

/**
 * The columns so that they pack well: after the first ordinal and time and the least latitude and longitude, the bytes
 * of all rows by their weight, then the steps of the ordinals. Storms stand close together, so the high bytes are few
 * and repeat; row by row the low ones, which are noise, would hide that.
 * @throws RangeError if a value needs more than three bytes, which none of a tile and an hour does
 */
function writePlanes(out: ByteWriter, columns: StrikeColumns): void {
  const { ordinals, latitudesE5, longitudesE5, atMs } = columns;
  const rows = ordinals.length;
  const [leastY, leastX] = [leastOf(latitudesE5), leastOf(longitudesE5)];
  const planes = new Uint8Array(rows * BYTES_A_ROW);
  for (let row = 0; row < rows; row += 1) {
    const y = (latitudesE5[row] as number) - leastY;
    const x = (longitudesE5[row] as number) - leastX;
    const step = row === 0 ? 0 : zigzag((atMs[row] as number) - (atMs[row - 1] as number));
    if (Math.max(y, x, step) >= PLANE_LIMIT) throw new RangeError('a strike of another tile or hour');
    planes[2 * row] = y >>> 16;
    planes[2 * row + 1] = x >>> 16;
    planes[2 * rows + row] = y >>> 8;
    planes[3 * rows + row] = x >>> 8;
    planes[4 * rows + 2 * row] = y;
    planes[4 * rows + 2 * row + 1] = x;
    planes[6 * rows + row] = step >>> 16;
    planes[7 * rows + row] = step >>> 8;
    planes[8 * rows + row] = step;
  }
  for (const value of [ordinals[0] ?? 0, atMs[0] ?? 0, leastY, leastX]) out.signed(value);
  out.append(planes);
  ordinals.forEach((ordinal, row) => {
    out.signed(row === 0 ? 0 : ordinal - (ordinals[row - 1] as number));
  });
}

/** Throws a `RangeError` where the bytes end early. */
function readPlanes(reader: ByteReader, rows: number): StrikeColumns {
  let ordinal = reader.signed();
  let time = reader.signed();
  const [leastY, leastX] = [reader.signed(), reader.signed()];
  const planes = reader.read(rows * BYTES_A_ROW);
  const byte = (at: number) => planes[at] as number;
  const ordinals = new Array<number>(rows);
  const latitudesE5 = new Array<number>(rows);
  const longitudesE5 = new Array<number>(rows);
  const atMs = new Array<number>(rows);
  for (let row = 0; row < rows; row += 1) {
    const [pair, low] = [2 * row, 4 * rows + 2 * row];
    latitudesE5[row] = leastY + ((byte(pair) << 16) | (byte(2 * rows + row) << 8) | byte(low));
    longitudesE5[row] = leastX + ((byte(pair + 1) << 16) | (byte(3 * rows + row) << 8) | byte(low + 1));
    time += unzigzag((byte(6 * rows + row) << 16) | (byte(7 * rows + row) << 8) | byte(8 * rows + row));
    atMs[row] = time;
    ordinals[row] = ordinal += reader.signed();
  }
  return { ordinals, latitudesE5, longitudesE5, atMs };
}

/**
 * A tile slice: the strikes of one tile and hour, packed. Layout, all integers unsigned LEB128, differences zigzag: magic
 * `LS2`, one byte of flags (2 = beyond retention, 4 = incomplete, 8 = outside home, 48 = the feed: 16 live, 32 delayed,
 * 48 down; readers ignore the others), `seq`, count, then the columns as `writePlanes` lays them out.
 */
export interface StrikeSlice {
  /** Every strike of the slice with an ordinal up to this one is in it; a live stream continues from here. */
  readonly seq: number;
  /** The hour is older than the retention: an empty slice need not have been quiet. */
  readonly beyondRetention: boolean;
  /** Some of the hour, up to the present, was not read of the tile, or of its part within home: the same. */
  readonly incomplete?: true;
  /** Some of the tile lies outside home, where it is read only while somebody watches it. */
  readonly outsideHome?: true;
  /** The state of the feed, in the slice of an hour that is not over. */
  readonly feed?: FeedState['state'];
  readonly columns: StrikeColumns;
}

const MAGIC = [0x4c, 0x53, 0x32];
const BEYOND_RETENTION = 2;
const INCOMPLETE = 4;
const OUTSIDE_HOME = 8;
/** The two bits for the feed count from here; 0 means that it is not stated. */
const FEED_UNIT = 16;
const FEED_STATES = [undefined, 'live', 'delayed', 'down'] as const;
function flagsOf({ beyondRetention, incomplete, outsideHome, feed }: StrikeSlice): number {
  const flags = [beyondRetention && BEYOND_RETENTION, incomplete && INCOMPLETE, outsideHome && OUTSIDE_HOME];
  return flags.reduce<number>((sum, flag) => sum + (flag || 0), FEED_STATES.indexOf(feed) * FEED_UNIT);
}

function readFlags(flags: number): Pick<StrikeSlice, 'beyondRetention' | 'incomplete' | 'outsideHome' | 'feed'> {
  const feed = FEED_STATES[Math.floor(flags / FEED_UNIT) % FEED_STATES.length];
  return {
    beyondRetention: (flags & BEYOND_RETENTION) !== 0,
    ...(flags & INCOMPLETE ? { incomplete: true } : {}),
    ...(flags & OUTSIDE_HOME ? { outsideHome: true } : {}),
    ...(feed ? { feed } : {}),
  };
}

/** @throws RangeError if the strikes are not of one tile and hour: see `writePlanes` */
export function encodeStrikeSlice(slice: StrikeSlice): Uint8Array<ArrayBuffer> {
  const { seq, columns } = slice;
  const out = new ByteWriter();
  for (const byte of [...MAGIC, flagsOf(slice)]) out.byte(byte);
  out.unsigned(seq);
  out.unsigned(columns.ordinals.length);
  writePlanes(out, columns);
  return out.finish();
}

/** Never throws. */
export function decodeStrikeSlice(bytes: Uint8Array): { ok: true; slice: StrikeSlice } | { ok: false; reason: string } {
  try {
    const reader = new ByteReader(bytes);
    if (!MAGIC.every((byte) => reader.byte() === byte)) return { ok: false, reason: 'not a strike slice' };
    const reported = readFlags(reader.byte());
    const seq = reader.unsigned();
    const count = reader.unsigned();
    if (count > bytes.length) return { ok: false, reason: 'count exceeds the bytes' };
    const columns = readPlanes(reader, count);
    if (!reader.finished) return { ok: false, reason: 'bytes after the last strike' };
    return { ok: true, slice: { seq, ...reported, columns } };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}
