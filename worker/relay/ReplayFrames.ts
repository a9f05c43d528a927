import type { StreamFilter } from './StreamFilter.ts';
import type { StrikeRing } from './StrikeRing.ts';
import { strikesFrame } from './strikesFrame.ts';

/** Strikes given at a time to a stream that is catching up. */
export const REPLAY_STRIKES = 500;
const MAX_HELD_BYTES = 6 * 2 ** 20;
/** What an entry takes beside its frame, roughly. */
const ENTRY_BYTES = 200;

interface HeldFrame {
  /** Undefined if none of these strikes matches the filter. */
  readonly frame: Uint8Array | undefined;
  readonly bytes: number;
}

export interface ReplayStep {
  /** The seq up to which the frame, or its absence, tells everything. */
  readonly seq: number;
  readonly frame: Uint8Array | undefined;
}

/**
 * The ring in frames of up to 500 strikes, cut at the same ordinals for everybody: streams with the same filter share
 * the bytes. The frames used longest ago are forgotten.
 */
export class ReplayFrames {
  private readonly ring: StrikeRing;
  private readonly held = new Map<string, HeldFrame>();
  heldBytes = 0;
  /** Frames that had to be encoded. */
  encoded = 0;

  constructor(ring: StrikeRing) {
    this.ring = ring;
  }

  /** The next frame for a stream that was given everything up to `seq`, which must be within the ring. */
  after(seq: number, filter: StreamFilter): ReplayStep {
    const end = Math.min(this.ring.headSeq, (Math.floor(seq / REPLAY_STRIKES) + 1) * REPLAY_STRIKES);
    const key = `${seq}-${end} ${filter.key}`;
    const known = this.held.get(key);
    const entry = known ?? this.encode(key, seq, end, filter);
    // Put last: the first in the map is the one used longest ago.
    this.held.delete(key);
    this.held.set(key, entry);
    return { seq: end, frame: entry.frame };
  }

  private encode(key: string, seq: number, end: number, filter: StreamFilter): HeldFrame {
    const strikes = this.ring.after(seq, end - seq).filter(({ ordinal }) => ordinal <= end);
    const frame = strikesFrame(filter, strikes, end);
    const entry = { frame, bytes: (frame?.byteLength ?? 0) + key.length + ENTRY_BYTES };
    this.encoded += 1;
    this.heldBytes += entry.bytes;
    for (const [oldest, { bytes }] of this.held) {
      if (this.heldBytes <= MAX_HELD_BYTES) break;
      this.held.delete(oldest);
      this.heldBytes -= bytes;
    }
    return entry;
  }
}
