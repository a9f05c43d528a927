import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { distanceFrom, farFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { type Area, reachOf } from '#shared/watch/Area.ts';
import { areaOfBody } from '#shared/watch/AreaBody.ts';
import type { AreaChange, AreaState, NearStrike } from '#shared/watch/AreaState.ts';
import type { AreaView } from '#shared/watch/BookView.ts';
import { holdMs } from '#shared/watch/rings.ts';
import { isOfNoUse, ofEpoch, type Sighting, watchArea } from '#shared/watch/watchArea.ts';
import type { KeptArea } from './book/WatchLedger.ts';

const WRITE_EVERY_MS = 10_000;
const ROUNDING_KM = 0.01;

export interface Step {
  readonly kept: KeptArea;
  readonly changes: readonly AreaChange[];
  /** The state must be written: the cursor must not pass a strike that a restart would forget. */
  readonly isDue: boolean;
}

export class LiveArea {
  readonly rules: Area;
  readonly reach: BBox;
  kept: KeptArea;
  private readonly kmTo: (at: Position) => number;
  private readonly isFar: (at: Position, km: number) => boolean;
  private readonly bearingTo: (at: Position) => number;

  constructor(kept: KeptArea, settleMs: number) {
    this.kept = kept;
    this.rules = areaOfBody(kept.body, settleMs);
    this.reach = reachOf(this.rules);
    this.kmTo = distanceFrom(this.rules.shape);
    this.isFar = farFrom(this.rules.shape);
    this.bearingTo = bearingFrom(this.reach);
  }

  /** Strikes that can change something: none farther than a later one. `epoch`: of their ordinals. */
  near(strikes: readonly NumberedStrike[], epoch?: string): NearStrike[] {
    const [outerKm] = this.rules.ringsKm;
    const state = ofEpoch(this.kept.state, epoch);
    const near: NearStrike[] = [];
    let newer: NearStrike | undefined;
    for (const strike of strikes) {
      if (!bboxContains(this.reach, strike.longitude, strike.latitude)) continue;
      const { ordinal, atMs } = strike;
      const withinKm = newer && atMs <= newer.atMs ? Math.min(newer.km, outerKm) : outerKm;
      if (this.isFar(strike, withinKm + ROUNDING_KM)) continue;
      const exactKm = this.kmTo(strike);
      const km = Math.round(exactKm * 100) / 100;
      if (exactKm > outerKm || km > withinKm) continue;
      if (isOfNoUse(this.rules, state, { ordinal, atMs, km })) continue;
      const found = { ordinal, atMs, km, bearing: this.bearingTo(strike) };
      if (this.outdoesFarther(found, state)) newer = found;
      near.push(found);
    }
    return near;
  }

  /** From the shape, 0 inside it; the bearing from its middle. */
  awayOf(at: Position): { readonly km: number; readonly bearing: number } {
    return { km: Math.round(this.kmTo(at) * 100) / 100, bearing: this.bearingTo(at) };
  }

  /** One strike is enough for each ring around this one, or the ring has begun and this one goes on with it. */
  private outdoesFarther({ atMs, km }: NearStrike, { lastMs }: AreaState): boolean {
    const { least, approachOnly, ringsKm } = this.rules;
    if (approachOnly) return false;
    if (least === 1) return true;
    const holds = (ring: 0 | 1) => atMs < (lastMs[ring] ?? Number.NEGATIVE_INFINITY) + holdMs(this.rules);
    return holds(0) && (km > ringsKm[1] || holds(1));
  }

  /** Changes nothing until `kept` is replaced by the step's. */
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

/** Whole degrees clockwise from north, from the middle of the box, on a plane: exact enough for a compass word. */
function bearingFrom({ west, south, east, north }: BBox): (at: Position) => number {
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  return (at) => {
    const radians = Math.atan2((at.longitude - longitude) * narrowing, at.latitude - latitude);
    return (Math.round((radians * 180) / Math.PI) + 360) % 360;
  };
}

export function areaView({ kept: { id, body, revision }, rules }: LiveArea, state: AreaState): AreaView {
  const { level, sight, countdown, front, watermarkMs, change, lastMs } = state;
  const [nearest, newest] = [front[0], front.at(-1)];
  return {
    id,
    ...body,
    revision,
    level,
    unknown: sight === 'unknown',
    delayed: sight === 'delayed',
    ...(countdown ? { phase: 'countdown' } : {}),
    ...(level !== 'clear' && lastMs[0] !== null ? { allClearNotBefore: lastMs[0] + holdMs(rules) } : {}),
    completeTo: watermarkMs,
    change,
    ...(nearest ? { nearest: nearView(nearest) } : {}),
    ...(newest ? { newest: nearView(newest) } : {}),
  };
}

function nearView({ ordinal, atMs, km, bearing }: NearStrike) {
  return { ordinal, timestampMs: atMs, distanceKm: km, bearingDeg: bearing };
}
