import type { PlaceAnswer } from '../answerAt.ts';
import type { CarriedFlash } from '../carryFlashes.ts';
import { PLACE_RADIUS_KM } from '../chanceTerms.ts';
import type { Flash } from '../FlashWindow.ts';
import type { PlanePoint } from '../plane.ts';
import { isTurnOf, placeHit, placeOf, placesNear } from './PlaceLattice.ts';
import type { SeenField } from './SeenField.ts';

const MINUTE_MS = 60_000;
const ASK_WITHIN_KM = 80;
/** Nothing is waited for longer. */
export const OUTCOME_MINUTES = 90;

/** What was said of a place that had been quiet for ten minutes. */
export interface Forecast {
  readonly askedMs: number;
  readonly place: number;
  /** To the nearest flash of the last ten minutes, where it fell. */
  readonly nearestKm: number;
  /** Log odds within 30 and 60 minutes, before anything that was learnt. */
  readonly odds: readonly [number, number];
  readonly answer: PlaceAnswer;
}

/** A forecast, and how long it took until lightning came within 10 km; infinite if not within 90 minutes. */
export interface Outcome extends Forecast {
  readonly waitMinutes: number;
}

/** Answers the same question as a visitor would ask, at a place; undefined where no flash is within reach. */
export type Ask = (
  place: PlanePoint,
) => { readonly odds: readonly [number, number]; readonly answer: PlaceAnswer } | undefined;

/** Forecasts for a fixed grid of places, kept until what followed is known. A forecast is made before its outcome is. */
export class ForecastBook {
  private pending: Forecast[] = [];
  private readonly hits = new Map<number, number[]>();
  private readonly field: SeenField;

  constructor(field: SeenField) {
    this.field = field;
  }

  /** Forecasts of places whose turn it is, and the outcomes of those made 90 minutes ago. */
  advance(nowMs: number, begun: readonly Flash[], carried: readonly CarriedFlash[], ask: Ask): Outcome[] {
    this.note(nowMs, begun);
    const due = this.pending.findIndex(({ askedMs }) => askedMs > nowMs - OUTCOME_MINUTES * MINUTE_MS);
    const ended = this.pending.splice(0, due === -1 ? this.pending.length : due);
    const outcomes = ended.map((forecast) => ({ ...forecast, waitMinutes: this.waitOf(forecast) }));
    this.ask(nowMs, carried, ask);
    return outcomes;
  }

  /** Forecasts made in the `stepMs` that ended `minutes` before `nowMs`, and whether lightning came within those minutes. */
  lately(nowMs: number, stepMs: number, minutes: number): { readonly forecast: Forecast; readonly hit: boolean }[] {
    const toMs = nowMs - minutes * MINUTE_MS;
    return this.pending
      .filter(({ askedMs }) => askedMs <= toMs && askedMs > toMs - stepMs)
      .map((forecast) => ({ forecast, hit: this.waitOf(forecast) <= minutes }));
  }

  private note(nowMs: number, begun: readonly Flash[]): void {
    this.field.add(begun);
    for (const flash of begun) {
      const place = placeHit(flash);
      if (place === undefined) continue;
      const held = this.hits.get(place) ?? [];
      this.hits.set(place, held);
      held.push(flash.atMs);
    }
    for (const [place, times] of this.hits) {
      const kept = times.filter((atMs) => atMs > nowMs - (OUTCOME_MINUTES + 1) * MINUTE_MS);
      if (kept.length === 0) this.hits.delete(place);
      else if (kept.length < times.length) this.hits.set(place, kept);
    }
  }

  private waitOf({ place, askedMs }: Forecast): number {
    const after = (this.hits.get(place) ?? []).filter((atMs) => atMs > askedMs);
    const minutes = (Math.min(...after) - askedMs) / MINUTE_MS;
    return minutes <= OUTCOME_MINUTES ? minutes : Number.POSITIVE_INFINITY;
  }

  private ask(nowMs: number, carried: readonly CarriedFlash[], ask: Ask): void {
    const fell = carried.map(fellAt);
    for (const place of placesNear(fell, ASK_WITHIN_KM)) {
      if (!isTurnOf(place, Math.round(nowMs / MINUTE_MS))) continue;
      const point = placeOf(place);
      if (!this.field.has(point)) continue;
      const nearestKm = fell.reduce(
        (least, { xKm, yKm }) => Math.min(least, Math.hypot(xKm - point.xKm, yKm - point.yKm)),
        Number.POSITIVE_INFINITY,
      );
      if (nearestKm <= PLACE_RADIUS_KM || nearestKm > ASK_WITHIN_KM) continue;
      const said = ask(point);
      if (said) this.pending.push({ askedMs: nowMs, place, nearestKm, ...said });
    }
  }
}

function fellAt({ xKm, yKm, vx, vy, ageMs }: CarriedFlash): PlanePoint {
  const minutes = ageMs / MINUTE_MS;
  return { xKm: xKm - vx * minutes, yKm: yKm - vy * minutes };
}
