import type { FeedState } from './FeedEvent.ts';
import type { StrikeColumns } from './StrikeColumns.ts';

/**
 * A tile slice: the strikes of one tile and hour, packed. Layout, all integers unsigned LEB128, differences zigzag:
 * magic `LS1`, one byte of flags (2 = beyond retention, 4 = unread, 8 = outside home, 48 = the feed: 16 live, 32 delayed,
 * 48 down; readers ignore the others), `seq`, count, then per strike the differences to its predecessor of ordinal, latitude
 * (1e-5°), longitude (1e-5°) and time (ms).
 */
export interface StrikeSlice {
  /** Every strike of the slice with an ordinal up to this one is in it; a live stream continues from here. */
  readonly seq: number;
  /** The hour is older than what is kept: that the slice is empty says nothing of the sky. */
  readonly beyondRetention: boolean;
  /** Some of the hour, up to the present, was not read of the tile, or of its part within home: the same. */
  readonly unread?: true;
  /** Some of the tile lies outside home, where it is read only while somebody watches it. */
  readonly outsideHome?: true;
  /** How the feed is, in the slice of an hour that is not over. */
  readonly feed?: FeedState['state'];
  readonly columns: StrikeColumns;
}

const MAGIC = [0x4c, 0x53, 0x31];
const BEYOND_RETENTION = 2;
const UNREAD = 4;
const OUTSIDE_HOME = 8;
/** The two bits for the feed count from here; none of them: nothing is said of it. */
const FEED_UNIT = 16;
const FEED_STATES = [undefined, 'live', 'delayed', 'down'] as const;
/** Ten bytes hold any safe integer after zigzag. */
const MAX_VARINT_BYTES = 10;
/** Four bytes' worth: what engines compute as integers. Nearly every difference is this small. */
const SMALL_BITS = 28;

class ByteWriter {
  private bytes = new Uint8Array(1024);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.bytes.length) {
      const grown = new Uint8Array(this.bytes.length * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.length++] = value;
  }

  unsigned(value: number): void {
    let rest = value;
    for (; rest >= 2 ** SMALL_BITS; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
    for (; rest >= 0x80; rest >>>= 7) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }
}

function flagsOf({ beyondRetention, unread, outsideHome, feed }: StrikeSlice): number {
  const flags = [beyondRetention && BEYOND_RETENTION, unread && UNREAD, outsideHome && OUTSIDE_HOME];
  return flags.reduce<number>((sum, flag) => sum + (flag || 0), FEED_STATES.indexOf(feed) * FEED_UNIT);
}

function readFlags(flags: number): Pick<StrikeSlice, 'beyondRetention' | 'unread' | 'outsideHome' | 'feed'> {
  const feed = FEED_STATES[Math.floor(flags / FEED_UNIT) % FEED_STATES.length];
  return {
    beyondRetention: (flags & BEYOND_RETENTION) !== 0,
    ...(flags & UNREAD ? { unread: true } : {}),
    ...(flags & OUTSIDE_HOME ? { outsideHome: true } : {}),
    ...(feed ? { feed } : {}),
  };
}

export function encodeStrikeSlice(slice: StrikeSlice): Uint8Array<ArrayBuffer> {
  const { seq, columns } = slice;
  const out = new ByteWriter();
  for (const byte of MAGIC) out.byte(byte);
  out.byte(flagsOf(slice));
  out.unsigned(seq);
  out.unsigned(columns.ordinals.length);
  const all = [columns.ordinals, columns.latitudesE5, columns.longitudesE5, columns.atMs];
  for (let row = 0; row < columns.ordinals.length; row += 1) {
    for (const column of all) out.signed((column[row] ?? 0) - (row === 0 ? 0 : (column[row - 1] ?? 0)));
  }
  return out.finish();
}

class ByteReader {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new RangeError('slice ends early');
    this.at += 1;
    return value;
  }

  unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < SMALL_BITS; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    let scale = 2 ** SMALL_BITS;
    for (let read = SMALL_BITS / 7; read < MAX_VARINT_BYTES; read += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new RangeError('number too long');
  }

  signed(): number {
    const value = this.unsigned();
    if (value < 2 ** SMALL_BITS) return (value >>> 1) ^ -(value & 1);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  get finished(): boolean {
    return this.at === this.bytes.length;
  }
}

/** The slice in `bytes`, or why they are none. Never throws. */
export function decodeStrikeSlice(bytes: Uint8Array): { ok: true; slice: StrikeSlice } | { ok: false; reason: string } {
  try {
    const reader = new ByteReader(bytes);
    if (!MAGIC.every((byte) => reader.byte() === byte)) return { ok: false, reason: 'not a strike slice' };
    const told = readFlags(reader.byte());
    const seq = reader.unsigned();
    const count = reader.unsigned();
    if (count > bytes.length) return { ok: false, reason: 'count exceeds the bytes' };
    const ordinals = new Array<number>(count);
    const latitudesE5 = new Array<number>(count);
    const longitudesE5 = new Array<number>(count);
    const atMs = new Array<number>(count);
    let [ordinal, latitude, longitude, time] = [0, 0, 0, 0];
    for (let row = 0; row < count; row += 1) {
      ordinals[row] = ordinal += reader.signed();
      latitudesE5[row] = latitude += reader.signed();
      longitudesE5[row] = longitude += reader.signed();
      atMs[row] = time += reader.signed();
    }
    if (!reader.finished) return { ok: false, reason: 'bytes after the last strike' };
    return { ok: true, slice: { seq, ...told, columns: { ordinals, latitudesE5, longitudesE5, atMs } } };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}
