import type { Clock } from '#shared/time/Clock.ts';
import { strikesFrame } from './frames.ts';
import type { StreamFilter } from './OpenStream.ts';
import type { StrikeRing } from './StrikeRing.ts';

export const REPLAY_STRIKES = 500;
const MAX_HELD_BYTES = 6 * 2 ** 20;
const ENTRY_BYTES = 200;

interface HeldFrame {
  readonly frame: Uint8Array | undefined;
  readonly bytes: number;
}

interface ReplayStep {
  /** The frame, or its absence, covers all strikes up to this seq. */
  readonly seq: number;
  readonly frame: Uint8Array | undefined;
}

/**
 * The ring in frames of up to 500 strikes, cut at the same ordinals for all: streams with the same filter share the
 * bytes. The least recently used frames are forgotten.
 */
export class ReplayFrames {
  private readonly ring: StrikeRing;
  private readonly held = new Map<string, HeldFrame>();
  heldBytes = 0;
  encoded = 0;

  constructor(ring: StrikeRing) {
    this.ring = ring;
  }

  after(seq: number, filter: StreamFilter): ReplayStep {
    const end = Math.min(this.ring.headSeq, (Math.floor(seq / REPLAY_STRIKES) + 1) * REPLAY_STRIKES);
    const key = `${seq}-${end} ${filter.key}`;
    const known = this.held.get(key);
    const entry = known ?? this.encode(key, seq, end, filter);
    // Put last, because the map's first entry is the least recently used.
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

/** Strikes replayed to one network at once: five full rings. */
const BURST_STRIKES = 300_000;
const STRIKES_PER_SECOND = 2_000;

interface Spent {
  readonly strikes: number;
  readonly atMs: number;
}

/**
 * Bounds the replays of each network, because a request of 150 bytes may ask for megabytes. A replay of one frame is
 * free: hundreds of people behind one address may come back in the same second.
 */
export class ReplayBudget {
  private readonly clock: Clock;
  private readonly spent = new Map<string, Spent>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Charges a replay; if it is too much, charges nothing and returns the seconds to wait. */
  charge(network: string, strikes: number): number | undefined {
    if (strikes <= REPLAY_STRIKES) return undefined;
    const total = this.owed(network) + strikes;
    if (total > BURST_STRIKES) return Math.ceil((total - BURST_STRIKES) / STRIKES_PER_SECOND);
    this.spent.set(network, { strikes: total, atMs: this.clock.now() });
    return undefined;
  }

  prune(): void {
    for (const network of this.spent.keys()) if (this.owed(network) === 0) this.spent.delete(network);
  }

  private owed(network: string): number {
    const spent = this.spent.get(network);
    if (!spent) return 0;
    const refilled = ((this.clock.now() - spent.atMs) / 1000) * STRIKES_PER_SECOND;
    return Math.max(0, spent.strikes - Math.max(0, refilled));
  }
}
