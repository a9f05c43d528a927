import type { Area } from './Area.ts';
import type { AreaChange, AreaState, NearStrike } from './AreaState.ts';
import type { Pulse } from './Pulse.ts';

/** What happened since the last step. */
export interface Sighting {
  /** Strikes told since, in any order, repeated or not; those further than the outermost ring are ignored. */
  readonly strikes: readonly NearStrike[];
  /** The Feed's word; null while there is none. */
  readonly pulse: Pulse | null;
  /** When `pulse` was heard, by our clock. */
  readonly heardMs: number | null;
  /** Whether every strike of dwell and settle before the pulse is known here; until then nothing is. */
  readonly replayed: boolean;
  /** Our clock, set by the server's. */
  readonly nowMs: number;
}

/** The area before anything is known of it: unknown. */
export declare function newAreaState(): AreaState;

/** The one machine: what is known after `sighting`, and what changed by it, in order. */
export declare function watchArea(
  area: Area,
  state: AreaState,
  sighting: Sighting,
): { readonly state: AreaState; readonly changes: readonly AreaChange[] };
