import type { Level } from '#shared/watch/Area.ts';

/** What one recipient knows of one area: plain JSON, kept beside the messages that it came from. */
export interface Told {
  /** The level it was last told; `clear` when it was told of a fall below its threshold, or of nothing yet. */
  readonly level: Level;
  /** Since when a level holds of which it was not told; null if none does. */
  readonly heldBackSinceMs: number | null;
  /** Since when the area is unknown; null while it is seen. */
  readonly unknownSinceMs: number | null;
  /** Whether it was told that nothing is seen, and not yet that there is sight again. */
  readonly isBlind: boolean;
  /** When it was last told that nothing is seen. */
  readonly blindMs: number | null;
  /** Whether it was told of sight after that. */
  readonly sawSince: boolean;
  /** When it was last told that stop begins anew. */
  readonly againMs: number | null;
  /** When it was told of rises and falls, within the last hour. */
  readonly recentMs: readonly number[];
}

export const TOLD_NOTHING: Told = {
  level: 'clear',
  heldBackSinceMs: null,
  unknownSinceMs: null,
  isBlind: false,
  blindMs: null,
  sawSince: true,
  againMs: null,
  recentMs: [],
};
