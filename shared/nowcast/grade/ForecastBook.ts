import { PLACE_RADIUS_KM } from '#shared/limits.ts';
import type { Flash } from '#shared/nowcast/cells/FlashWindow.ts';
import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { CarriedFlash } from '#shared/nowcast/place/carryFlashes.ts';
import type { FlashField } from '#shared/nowcast/place/FlashField.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { SeenField } from './SeenField.ts';

const ASK_WITHIN_KM = 80;
const MOST_A_MINUTE = 80;
export const OUTCOME_MINUTES = 90;

/** A forecast for a place that had been quiet for ten minutes. */
interface Forecast {
  readonly askedMs: number;
  readonly place: number;
  /** To the nearest flash of the last ten minutes, where it fell. */
  readonly nearestKm: number;
  /** Log odds within 30 and 60 minutes, before anything that was learnt. */
  readonly odds: readonly [number, number];
  readonly answer: PlaceAnswer;
}

/** How long it took until lightning came within 10 km; infinite if not within 90 minutes. */
export interface ForecastOutcome extends Forecast {
  readonly waitMinutes: number;
}

/** Answers from the flashes within reach of a place; undefined where there are none. */
type Ask = (
  place: PlanePoint,
  near: readonly CarriedFlash[],
) => { readonly odds: readonly [number, number]; readonly answer: PlaceAnswer } | undefined;

/** Forecasts for a fixed grid of places, kept until their outcome is known. */
export class ForecastBook {
  private pending: Forecast[] = [];
  private readonly hits = new Map<number, number[]>();
  private readonly field: SeenField;

  constructor(field: SeenField) {
    this.field = field;
  }

  /** Makes forecasts of places whose turn it is, and returns the outcomes of those made 90 minutes ago. */
  advance(nowMs: number, begun: readonly Flash[], carried: FlashField, ask: Ask): ForecastOutcome[] {
    this.note(nowMs, begun);
    const due = this.pending.findIndex(({ askedMs }) => askedMs > nowMs - OUTCOME_MINUTES * MINUTE_MS);
    const ended = this.pending.splice(0, due === -1 ? this.pending.length : due);
    const outcomes = ended.map((forecast) => ({ ...forecast, waitMinutes: this.waitOf(forecast) }));
    this.ask(nowMs, carried, ask);
    return outcomes;
  }

  /** Forecasts made in the `stepMs` that ended `minutes` before `nowMs`. `hit`: lightning came within those minutes. */
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

  private ask(nowMs: number, carried: FlashField, ask: Ask): void {
    const minute = Math.round(nowMs / MINUTE_MS);
    const places = placesNear(carried.all, ASK_WITHIN_KM).filter(
      (place) => isTurnOf(place, minute) && this.field.has(placeOf(place)),
    );
    // On a sky full of storms some of the places tell as much as all of them.
    const step = Math.ceil(places.length / MOST_A_MINUTE);
    for (const place of places.filter((_, index) => (index + minute) % step === 0)) {
      const point = placeOf(place);
      const near = carried.near(point);
      const nearestKm = nearestFellKm(near, point);
      if (nearestKm <= PLACE_RADIUS_KM || nearestKm > ASK_WITHIN_KM) continue;
      const said = ask(point, near);
      if (said) this.pending.push({ askedMs: nowMs, place, nearestKm, ...said });
    }
  }
}

/** To the nearest flash where it fell, not where it moved to. */
function nearestFellKm(flashes: readonly CarriedFlash[], place: PlanePoint): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { xKm, yKm, vx, vy, ageMs } of flashes) {
    const minutes = ageMs / MINUTE_MS;
    const dx = xKm - vx * minutes - place.xKm;
    const dy = yKm - vy * minutes - place.yKm;
    const square = dx * dx + dy * dy;
    if (square < least) least = square;
  }
  return Math.sqrt(least);
}

/** So far apart that at most one place lies within 10 km of a strike. */
const SPACING_KM = 20;
const COLUMNS = 4_096;
const ORIGIN = COLUMNS / 2;

function placeOf(place: number): PlanePoint {
  return { xKm: (Math.floor(place / COLUMNS) - ORIGIN) * SPACING_KM, yKm: ((place % COLUMNS) - ORIGIN) * SPACING_KM };
}

/** A fifth of all places in each minute, spread evenly. */
function isTurnOf(place: number, minute: number): boolean {
  return (Math.floor(place / COLUMNS) + 2 * (place % COLUMNS) + minute) % 5 === 0;
}

function placeHit({ xKm, yKm }: PlanePoint): number | undefined {
  const place = numberOf(Math.round(xKm / SPACING_KM), Math.round(yKm / SPACING_KM));
  const at = placeOf(place);
  return Math.hypot(at.xKm - xKm, at.yKm - yKm) <= PLACE_RADIUS_KM ? place : undefined;
}

/** About all places within `reachKm` of any of the points, in order. */
function placesNear(points: readonly PlanePoint[], reachKm: number): number[] {
  const fields = new Set(
    points.map(({ xKm, yKm }) => numberOf(Math.round(xKm / SPACING_KM), Math.round(yKm / SPACING_KM))),
  );
  const steps = Math.ceil(reachKm / SPACING_KM);
  const places = new Set<number>();
  for (const field of fields) {
    for (let x = -steps; x <= steps; x += 1)
      for (let y = -steps; y <= steps; y += 1) places.add(field + x * COLUMNS + y);
  }
  return [...places].sort((a, b) => a - b);
}

function numberOf(column: number, row: number): number {
  return (column + ORIGIN) * COLUMNS + row + ORIGIN;
}
