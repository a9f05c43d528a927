import type { BBox } from '#shared/geo/BBox.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { bearingDegrees, type Position } from '#shared/geo/geodesy.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import type { Area } from '#shared/watch/Area.ts';
import { areaOfBody } from '#shared/watch/AreaBody.ts';
import type { AreaChange, NearStrike } from '#shared/watch/AreaState.ts';
import { distanceToKm } from '#shared/watch/distanceToKm.ts';
import { reachOf } from '#shared/watch/reachOf.ts';
import { type Sighting, watchArea } from '#shared/watch/watchArea.ts';
import type { KeptArea } from './WatchLedger.ts';

const WRITE_EVERY_MS = 10_000;

/** What a step asks to be written. */
export interface Step {
  readonly kept: KeptArea;
  readonly changes: readonly AreaChange[];
  /** Whether the state must be written: the cursor must not pass a strike that a restart would forget. */
  readonly isDue: boolean;
}

/** An area in memory, with what is derived from its rules once. */
export class WatchedArea {
  readonly rules: Area;
  readonly reach: BBox;
  kept: KeptArea;
  private readonly middle: Position;

  constructor(kept: KeptArea, settleMs: number) {
    this.kept = kept;
    this.rules = areaOfBody(kept.body, settleMs);
    this.reach = reachOf(this.rules);
    const { west, south, east, north } = this.reach;
    this.middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  }

  /** Those of `strikes` that lie within the outermost ring. */
  near(strikes: readonly NumberedStrike[]): NearStrike[] {
    const [outerKm] = this.rules.ringsKm;
    return strikes.flatMap((strike) => {
      const { ordinal, atMs, longitude, latitude } = strike;
      if (!bboxContains(this.reach, longitude, latitude)) return [];
      const km = distanceToKm(this.rules.shape, strike);
      if (km > outerKm) return [];
      return [
        { ordinal, atMs, km: Math.round(km * 100) / 100, bearing: Math.round(bearingDegrees(this.middle, strike)) },
      ];
    });
  }

  /** What the sighting makes of the area. Nothing is changed until `kept` is replaced by the step's. */
  step(sighting: Sighting): Step {
    const { kept } = this;
    const { state, changes } = watchArea(this.rules, kept.state, sighting);
    const isHeld = state.level !== 'clear' && sighting.nowMs - kept.writtenMs >= WRITE_EVERY_MS;
    const isDue = changes.length > 0 || sighting.strikes.length > 0 || isHeld || sighting.replayed !== kept.replayed;
    return {
      kept: { ...kept, state, replayed: sighting.replayed, ...(isDue ? { writtenMs: sighting.nowMs } : {}) },
      changes,
      isDue,
    };
  }
}
