import type { Level } from './Area.ts';

export interface NearStrike {
  readonly ordinal: number;
  readonly atMs: number;
  /** Distance from the area's shape, 0 inside. */
  readonly km: number;
  /** Bearing from the area's centre, degrees clockwise from north. */
  readonly bearing: number;
}

/** A strike that counts towards the required number. A repeated report counts once. */
export type WaitingStrike = readonly [ordinal: number, atMs: number];

/** Cells of 30 s × 1 km with lightning: the 30 s slot, and one bit per kilometre from 0 on and from 31 on. */
export type GridSlot = readonly [slot: number, near: number, far: number];

/** `unknown` is neither clear nor dangerous. */
export type DataStatus = 'seen' | 'delayed' | 'unknown';

/** On the provider's clock. */
export interface Countdown {
  /** Null if only the all-clear time is known. */
  readonly stopNotBeforeMs: number | null;
  readonly allClearNotBeforeMs: number;
}

/** Plain JSON: evaluation resumes from the stored state. Times are on the provider's clock. */
export interface AreaState {
  /** From strikes and dwell; retained while `dataStatus` is `unknown`. */
  readonly level: Level;
  readonly dataStatus: DataStatus;
  readonly seenBefore: boolean;
  /** In `stop`, after five minutes without a strike in the stop ring. */
  readonly countdown: Countdown | null;
  /** The newest strike that counts within each ring: watch, warning, stop. */
  readonly lastMs: readonly [number | null, number | null, number | null];
  /** Counted strikes, except those both older and, by 0.5 km steps, farther than another; nearest and oldest first. */
  readonly frontier: readonly NearStrike[];
  /** For watch and warning if one strike is not enough: strikes after `lastMs`, oldest first. */
  readonly waiting: readonly [readonly WaitingStrike[], readonly WaitingStrike[]];
  /** Where lightning fell within 15 min of the newest strike, oldest first. Stored only with `approachOnly`. */
  readonly grid: readonly GridSlot[];
  /** The Feed's epoch that the ordinals belong to; null before the first snapshot of the Feed. */
  readonly epoch: string | null;
  /** Data near the area is complete up to here; never decreases. */
  readonly watermarkMs: number | null;
  /** Since when data is timely again after data loss; null otherwise. */
  readonly steadySinceMs: number | null;
  /** When a strike inside the active ring was last logged. */
  readonly notedMs: number | null;
  readonly change: number;
}

/**
 * - `raise`: a higher level, with `correction` if the strike was reported after the margin for late reports.
 * - `same`: a strike within the active ring, the first in a minute.
 * - `again`: a strike within the stop ring during the countdown.
 * - `countdown`: five minutes without a strike within the stop ring.
 * - `fall`: a level is no longer held; all-clear if `to` is `clear`.
 * - `delayed`, `blind`: data is late, or lost. `sight`: data is restored.
 */
export type ChangeKind = 'raise' | 'same' | 'again' | 'countdown' | 'fall' | 'delayed' | 'blind' | 'sight';

export interface AreaChange {
  readonly change: number;
  /** Time of the decision, on our clock. */
  readonly atMs: number;
  readonly kind: ChangeKind;
  readonly from: Level;
  readonly to: Level;
  readonly strike: NearStrike | null;
  readonly watermarkMs: number | null;
  /** The strike was reported after its time had been treated as complete. */
  readonly correction: boolean;
  /** The strike was reported more than two minutes after it fell. */
  readonly late: boolean;
  /** The strike fell more than two minutes before the area first had data, so it is not news. */
  readonly found: boolean;
}
