import { ByteReader } from './ByteReader.ts';
import { ByteWriter } from './ByteWriter.ts';
import type { FeedState } from './FeedEvent.ts';
import type { StrikeColumns } from './StrikeColumns.ts';
import { readPlanes, writePlanes } from './slicePlanes.ts';

/**
 * A tile slice: the strikes of one tile and hour, packed. Layout, all integers unsigned LEB128, differences zigzag: magic
 * `LS2`, one byte of flags (2 = beyond retention, 4 = unread, 8 = outside home, 48 = the feed: 16 live, 32 delayed,
 * 48 down; readers ignore the others), `seq`, count, then the columns as `writePlanes` lays them out.
 */
export interface StrikeSlice {
  /** Every strike of the slice with an ordinal up to this one is in it; a live stream continues from here. */
  readonly seq: number;
  /** The hour is older than what is kept: an empty slice need not have been quiet. */
  readonly beyondRetention: boolean;
  /** Some of the hour, up to the present, was not read of the tile, or of its part within home: the same. */
  readonly unread?: true;
  /** Some of the tile lies outside home, where it is read only while somebody watches it. */
  readonly outsideHome?: true;
  /** The state of the feed, in the slice of an hour that is not over. */
  readonly feed?: FeedState['state'];
  readonly columns: StrikeColumns;
}

const MAGIC = [0x4c, 0x53, 0x32];
const BEYOND_RETENTION = 2;
const UNREAD = 4;
const OUTSIDE_HOME = 8;
/** The two bits for the feed count from here; 0 says nothing of it. */
const FEED_UNIT = 16;
const FEED_STATES = [undefined, 'live', 'delayed', 'down'] as const;
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
    const told = readFlags(reader.byte());
    const seq = reader.unsigned();
    const count = reader.unsigned();
    if (count > bytes.length) return { ok: false, reason: 'count exceeds the bytes' };
    const columns = readPlanes(reader, count);
    if (!reader.finished) return { ok: false, reason: 'bytes after the last strike' };
    return { ok: true, slice: { seq, ...told, columns } };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}
