import type { Level } from './Area.ts';

export interface NearStrike {
  readonly ordinal: number;
  readonly atMs: number;
  /** From the area's shape, 0 inside. */
  readonly km: number;
  /** From the area's middle, degrees clockwise from north. */
  readonly bearing: number;
}

/** A strike that counts towards the number wanted. Told twice, it counts once. */
export type WaitingStrike = readonly [ordinal: number, atMs: number];

/** The cells of 30 s × 1 km in which lightning fell: the 30 s, and a bit for each kilometre from 0 and from 31 on. */
export type GridSlot = readonly [slot: number, near: number, far: number];

/** `unknown` is neither clear nor dangerous. */
export type DataStatus = 'seen' | 'delayed' | 'unknown';

/** By the provider's clock. */
export interface Countdown {
  /** Null where only the all-clear is known. */
  readonly stopNotBeforeMs: number | null;
  readonly allClearNotBeforeMs: number;
}

/** Plain JSON: a machine that was stopped goes on from what was stored. Times are the provider's. */
export interface AreaState {
  /** From strikes and dwell; kept while `dataStatus` is `unknown`. */
  readonly level: Level;
  readonly dataStatus: DataStatus;
  readonly seenBefore: boolean;
  /** Within `stop`, after five minutes without a strike in its ring. */
  readonly countdown: Countdown | null;
  /** The newest strike that counts within each ring: watch, warning, stop. */
  readonly lastMs: readonly [number | null, number | null, number | null];
  /** The strikes that count, except those older and farther, by 0.5 km, than another; nearest and oldest first. */
  readonly frontier: readonly NearStrike[];
  /** For watch and warning, where one strike is not enough: those after `lastMs`, oldest first. */
  readonly waiting: readonly [readonly WaitingStrike[], readonly WaitingStrike[]];
  /** Where lightning fell within 15 min of the newest strike, oldest first. Kept only with `approachOnly`. */
  readonly grid: readonly GridSlot[];
  /** The Feed's epoch that the ordinals belong to; null before the Feed was heard. */
  readonly epoch: string | null;
  /** Everything near the area up to here was read; it never runs back. */
  readonly watermarkMs: number | null;
  /** Since when we see again after blindness; null otherwise. */
  readonly steadySinceMs: number | null;
  /** When a strike inside the active ring was last logged. */
  readonly notedMs: number | null;
  readonly change: number;
}

/**
 * - `raise`: a level further in, `correction` if the strike was told too late to be waited for.
 * - `same`: a strike within the ring that is held, the first of a minute.
 * - `again`: a strike within the stop ring during the countdown.
 * - `countdown`: five minutes without a strike within the stop ring.
 * - `fall`: a level is no longer held; all-clear if `to` is `clear`.
 * - `delayed`, `blind`: we see late, or no more. `sight`: we see again.
 */
export type ChangeKind = 'raise' | 'same' | 'again' | 'countdown' | 'fall' | 'delayed' | 'blind' | 'sight';

export interface AreaChange {
  readonly change: number;
  /** When it was decided, by our clock. */
  readonly atMs: number;
  readonly kind: ChangeKind;
  readonly from: Level;
  readonly to: Level;
  readonly strike: NearStrike | null;
  readonly watermarkMs: number | null;
  /** The strike was told after its time had been taken as complete. */
  readonly correction: boolean;
  /** The strike was told more than two minutes after it fell. */
  readonly late: boolean;
  /** The strike had fallen more than two minutes before we saw for the first time: no news. */
  readonly found: boolean;
}
