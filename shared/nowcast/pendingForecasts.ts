import { PLACE_RADIUS_KM } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { ForecastResult } from './arrivalAt.ts';
import type { Flash } from './CellTracker.ts';
import type { LogOddsFit } from './chanceOf.ts';
import type { AdvectedFlash, FlashField } from './FlashField.ts';
import type { PlanePoint, StormCell } from './StormCell.ts';

/** Strikes beyond the edge of the observed area are unknown: places nearer to it would wrongly count as misses. */
const EDGE_KM = 15;

/** West, south, east and north limits of all flashes so far, on the plane. */
export type SeenExtent = readonly [number, number, number, number];

/** The part of the plane in which flashes occurred: only there are they certain to be observed. */
export class ObservedArea {
  private held: SeenExtent | undefined;

  constructor(extent?: SeenExtent) {
    this.held = extent;
  }

  get extent(): SeenExtent | undefined {
    return this.held;
  }

  add(points: readonly PlanePoint[]): void {
    for (const { xKm, yKm } of points) {
      const [west, south, east, north] = this.held ?? [xKm, yKm, xKm, yKm];
      this.held = [Math.min(west, xKm), Math.min(south, yKm), Math.max(east, xKm), Math.max(north, yKm)];
    }
  }

  /** True if any flash within 10 km of a place would be observed. */
  has({ xKm, yKm }: PlanePoint): boolean {
    if (!this.held) return false;
    const [west, south, east, north] = this.held;
    return Math.min(xKm - west, east - xKm) >= EDGE_KM && Math.min(yKm - south, north - yKm) >= EDGE_KM;
  }
}

const LOWEST = -5;
const STEP = 0.5;
const BINS = 17;

/** Cases by forecast log odds: number, sum of the log odds, hits. */
export interface LogOddsBins {
  readonly count: number[];
  readonly odds: number[];
  readonly hits: number[];
}

export function emptyLogOddsBins(): LogOddsBins {
  const zeros = () => Array<number>(BINS).fill(0);
  return { count: zeros(), odds: zeros(), hits: zeros() };
}

export function addCase(bins: LogOddsBins, logOdds: number, hit: boolean): void {
  const bin = Math.min(BINS - 1, Math.max(0, Math.floor((logOdds - LOWEST) / STEP)));
  bins.count[bin] = (bins.count[bin] ?? 0) + 1;
  bins.odds[bin] = (bins.odds[bin] ?? 0) + logOdds;
  bins.hits[bin] = (bins.hits[bin] ?? 0) + Number(hit);
}

function fade({ count, odds: logOdds, hits }: LogOddsBins, factor: number): void {
  for (const column of [count, logOdds, hits]) for (const [bin, sum] of column.entries()) column[bin] = sum * factor;
}

/** Shift to add to all log odds. `alike`: this many cases count as one. `prior`: weight of no shift, in cases. */
function shiftOf(bins: LogOddsBins, alike: number, prior: number): number {
  const cases = casesOf(bins, alike).map(({ mean, ...rest }) => ({ ...rest, terms: [1], offset: mean }));
  return fitLogistic(cases, [0], prior)[0] ?? 0;
}

/** The best fitting line through the log odds: `[a, s]` of `a + s × odds`, regularised towards `[0, 1]`. */
export function lineOf(bins: LogOddsBins, alike: number, prior: number): readonly [number, number] {
  const cases = casesOf(bins, alike).map(({ mean, ...rest }) => ({ ...rest, terms: [1, mean] }));
  const [a = 0, s = 1] = fitLogistic(cases, [0, 1], prior);
  return [a, s];
}

function casesOf(
  { count, odds: logOdds, hits }: LogOddsBins,
  alike: number,
): (Omit<LogisticCase, 'terms'> & { mean: number })[] {
  return count.flatMap((cases, bin) =>
    cases === 0 ? [] : [{ mean: (logOdds[bin] ?? 0) / cases, count: cases / alike, hits: (hits[bin] ?? 0) / alike }],
  );
}

export function addLogOddsBins(a: LogOddsBins, b: LogOddsBins): LogOddsBins {
  const add = (one: readonly number[], other: readonly number[]) => one.map((sum, i) => sum + (other[i] ?? 0));
  return { count: add(a.count, b.count), odds: add(a.odds, b.odds), hits: add(a.hits, b.hits) };
}

/** Cases with the same terms, their number, and how many of them came true. */
interface LogisticCase {
  readonly terms: readonly number[];
  readonly count: number;
  readonly hits: number;
  readonly offset?: number;
}

const STEPS = 25;

/** Maximum likelihood weights, with a ridge penalty towards `prior`. Newton's method; solvable if ridge is above 0. */
function fitLogistic(cases: readonly LogisticCase[], prior: readonly number[], ridge: number): number[] {
  let weights = [...prior];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, i) => -ridge * (weight - (prior[i] ?? 0)));
    const curvature = weights.map((_, i) => weights.map((_, j) => (i === j ? ridge : 0)));
    for (const { terms, count, hits, offset = 0 } of cases) {
      const logOdds = terms.reduce((sum, term, i) => sum + term * (weights[i] ?? 0), offset);
      const chance = 1 / (1 + Math.exp(-logOdds));
      const spread = count * chance * (1 - chance);
      for (const [i, term] of terms.entries()) {
        gradient[i] = (gradient[i] ?? 0) + (hits - count * chance) * term;
        const row = curvature[i];
        if (row) for (const [j, other] of terms.entries()) row[j] = (row[j] ?? 0) + spread * term * other;
      }
    }
    const change = solve(curvature, gradient);
    weights = weights.map((weight, i) => weight + (change[i] ?? 0));
    if (change.every((by) => Math.abs(by) < 1e-9)) break;
  }
  return weights;
}

/** Gaussian elimination of a positive definite system; overwrites both arguments. */
function solve(matrix: number[][], vector: number[]): number[] {
  const size = vector.length;
  for (let column = 0; column < size; column += 1) {
    const pivotRow = matrix[column] as number[];
    for (let row = column + 1; row < size; row += 1) {
      const other = matrix[row] as number[];
      const factor = (other[column] as number) / (pivotRow[column] as number);
      for (let k = column; k < size; k += 1) other[k] = (other[k] as number) - factor * (pivotRow[k] as number);
      vector[row] = (vector[row] as number) - factor * (vector[column] as number);
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    const own = matrix[row] as number[];
    for (let k = row + 1; k < size; k += 1)
      vector[row] = (vector[row] as number) - (own[k] as number) * (vector[k] as number);
    vector[row] = (vector[row] as number) / (own[row] as number);
  }
  return vector;
}

/** The bias decays to 1/e in three hours: on some days storms grow, on others they decay. */
const FADES_MINUTES = 180;
/** Neighbouring places and minutes share a storm: this many cases carry the information of one. */
const ALIKE = 25;
/** Weight of the assumption that today is like other days, in cases. */
const PRIOR = 4;

export interface RecentBiasMemory {
  readonly within30: LogOddsBins;
  readonly within60: LogOddsBins;
}

/** Bias of the last hours: how much more or less often storms strike than in the data of the fit. */
export class RecentBias {
  readonly memory: RecentBiasMemory;
  private shift: readonly [number, number] = [0, 0];

  constructor(memory?: RecentBiasMemory) {
    this.memory = memory ?? { within30: emptyLogOddsBins(), within60: emptyLogOddsBins() };
    this.learn();
  }

  /** `fit`: the odds' correction without this bias. */
  advance(nowMs: number, stepMs: number, pending: PendingForecasts, [a30, s30, a60, s60]: LogOddsFit): void {
    const { within30, within60 } = this.memory;
    const factor = Math.exp(-stepMs / (FADES_MINUTES * MINUTE_MS));
    fade(within30, factor);
    fade(within60, factor);
    for (const { forecast, hit } of pending.lately(nowMs, stepMs, 30))
      addCase(within30, a30 + s30 * forecast.odds[0], hit);
    for (const { forecast, hit } of pending.lately(nowMs, stepMs, 60))
      addCase(within60, a60 + s60 * forecast.odds[1], hit);
    this.learn();
  }

  over([a30, s30, a60, s60]: LogOddsFit): LogOddsFit {
    return [a30 + this.shift[0], s30, a60 + this.shift[1], s60];
  }

  private learn(): void {
    const { within30, within60 } = this.memory;
    this.shift = [shiftOf(within30, ALIKE, PRIOR), shiftOf(within60, ALIKE, PRIOR)];
  }
}

const EVERY_MINUTES = 5;
const LEADS = [15, 30] as const;

export interface PositionOutcome {
  readonly leadMinutes: 15 | 30;
  readonly errorKm: number;
  /** The error of a forecast that the cell stays in place. */
  readonly stayingKm: number;
}

/** Cells with an arrow, stored until their later position is known. Cells that died or merged are not counted. */
export class PendingPositions {
  private recentCells: { readonly atMinute: number; readonly cells: readonly StormCell[] }[] = [];

  advance(nowMs: number, cells: readonly StormCell[]): PositionOutcome[] {
    const minute = Math.round(nowMs / MINUTE_MS);
    this.recentCells = this.recentCells.filter(({ atMinute }) => atMinute >= minute - Math.max(...LEADS));
    const outcomes = LEADS.flatMap((leadMinutes) => {
      const then = this.recentCells.find(({ atMinute }) => atMinute === minute - leadMinutes);
      return (then?.cells ?? []).flatMap((before) => {
        const now = cells.find(({ id }) => id === before.id);
        return now ? [outcomeOf(before, now, leadMinutes)] : [];
      });
    });
    if (minute % EVERY_MINUTES === 0) {
      this.recentCells.push({ atMinute: minute, cells: cells.filter(({ showArrow }) => showArrow) });
    }
    return outcomes;
  }
}

function outcomeOf(before: StormCell, now: StormCell, leadMinutes: 15 | 30): PositionOutcome {
  const dx = now.xKm - before.xKm;
  const dy = now.yKm - before.yKm;
  return {
    leadMinutes,
    errorKm: Math.hypot(dx - before.vx * leadMinutes, dy - before.vy * leadMinutes),
    stayingKm: Math.hypot(dx, dy),
  };
}

const REQUEST_WITHIN_KM = 80;
const MOST_A_MINUTE = 80;
export const OUTCOME_MINUTES = 90;

/** A forecast for a place without lightning in the last ten minutes. */
interface Forecast {
  readonly requestedMs: number;
  readonly place: number;
  /** Distance to the nearest flash of the last ten minutes, where it struck. */
  readonly nearestKm: number;
  /** Log odds within 30 and 60 minutes, without corrections. */
  readonly odds: readonly [number, number];
  readonly result: ForecastResult;
}

/** Minutes until lightning came within 10 km; infinite if it did not within 90 minutes. */
export interface ForecastOutcome extends Forecast {
  readonly waitMinutes: number;
}

/** Computes forecasts from the flashes within reach of a place; undefined if there are none. */
type Query = (
  place: PlanePoint,
  near: readonly AdvectedFlash[],
) => { readonly odds: readonly [number, number]; readonly result: ForecastResult } | undefined;

/** Forecasts for a fixed grid of places, stored until their outcome is known. */
export class PendingForecasts {
  private pending: Forecast[] = [];
  private readonly hits = new Map<number, number[]>();
  private readonly field: ObservedArea;

  constructor(field: ObservedArea) {
    this.field = field;
  }

  /** Issues forecasts for the places due in this minute, and returns the outcomes of those issued 90 minutes ago. */
  advance(nowMs: number, begun: readonly Flash[], carried: FlashField, request: Query): ForecastOutcome[] {
    this.note(nowMs, begun);
    const due = this.pending.findIndex(({ requestedMs }) => requestedMs > nowMs - OUTCOME_MINUTES * MINUTE_MS);
    const ended = this.pending.splice(0, due === -1 ? this.pending.length : due);
    const outcomes = ended.map((forecast) => ({ ...forecast, waitMinutes: this.waitOf(forecast) }));
    this.request(nowMs, carried, request);
    return outcomes;
  }

  /** Forecasts issued in the `stepMs` that ended `minutes` before `nowMs`. `hit`: lightning came in those minutes. */
  lately(nowMs: number, stepMs: number, minutes: number): { readonly forecast: Forecast; readonly hit: boolean }[] {
    const toMs = nowMs - minutes * MINUTE_MS;
    return this.pending
      .filter(({ requestedMs }) => requestedMs <= toMs && requestedMs > toMs - stepMs)
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
      const retained = times.filter((atMs) => atMs > nowMs - (OUTCOME_MINUTES + 1) * MINUTE_MS);
      if (retained.length === 0) this.hits.delete(place);
      else if (retained.length < times.length) this.hits.set(place, retained);
    }
  }

  private waitOf({ place, requestedMs }: Forecast): number {
    const after = (this.hits.get(place) ?? []).filter((atMs) => atMs > requestedMs);
    const minutes = (Math.min(...after) - requestedMs) / MINUTE_MS;
    return minutes <= OUTCOME_MINUTES ? minutes : Number.POSITIVE_INFINITY;
  }

  private request(nowMs: number, carried: FlashField, request: Query): void {
    const minute = Math.round(nowMs / MINUTE_MS);
    const places = placesNear(carried.all, REQUEST_WITHIN_KM).filter(
      (place) => isQueuedAt(place, minute) && this.field.has(placeOf(place)),
    );
    // If storms are everywhere, a sample of the places is as informative as all of them.
    const step = Math.ceil(places.length / MOST_A_MINUTE);
    for (const place of places.filter((_, index) => (index + minute) % step === 0)) {
      const point = placeOf(place);
      const near = carried.near(point);
      const nearestKm = nearestFellKm(near, point);
      if (nearestKm <= PLACE_RADIUS_KM || nearestKm > REQUEST_WITHIN_KM) continue;
      const forecast = request(point, near);
      if (forecast) this.pending.push({ requestedMs: nowMs, place, nearestKm, ...forecast });
    }
  }
}

/** Distance to the nearest flash where it struck, not where it moved to. */
function nearestFellKm(flashes: readonly AdvectedFlash[], place: PlanePoint): number {
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

/** Wide enough that at most one place lies within 10 km of a strike. */
const SPACING_KM = 20;
const COLUMNS = 4_096;
const ORIGIN = COLUMNS / 2;

function placeOf(place: number): PlanePoint {
  return { xKm: (Math.floor(place / COLUMNS) - ORIGIN) * SPACING_KM, yKm: ((place % COLUMNS) - ORIGIN) * SPACING_KM };
}

/** Selects a fifth of all places in each minute, spread evenly. */
function isQueuedAt(place: number, minute: number): boolean {
  return (Math.floor(place / COLUMNS) + 2 * (place % COLUMNS) + minute) % 5 === 0;
}

function placeHit({ xKm, yKm }: PlanePoint): number | undefined {
  const place = numberOf(Math.round(xKm / SPACING_KM), Math.round(yKm / SPACING_KM));
  const at = placeOf(place);
  return Math.hypot(at.xKm - xKm, at.yKm - yKm) <= PLACE_RADIUS_KM ? place : undefined;
}

/** Roughly all places within `reachKm` of any of the points, in order. */
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
