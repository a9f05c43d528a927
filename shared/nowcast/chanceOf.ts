import { PLACE_RADIUS_KM, PLACE_REACH_KM } from '#shared/limits.ts';
import type { AdvectedFlash } from './FlashField.ts';
import type { PlanePoint } from './StormCell.ts';

/** Observed arrival times: `[forecast, tenth, median, ninetieth]` in minutes, by increasing `forecast`. */
export type RangeRow = readonly [number, number, number, number];

const RANGES: readonly RangeRow[] = [
  [0, 1, 5, 16],
  [7.5, 1, 8, 28],
  [12.5, 1, 11, 38],
  [20, 3, 18, 46],
  [30, 4, 24, 52],
  [45, 4, 30, 58],
];

export const REPORTED_MINUTES: readonly number[] = RANGES.map(([reported]) => reported);

export function defaultRange(index: number): RangeRow {
  const row = RANGES[index];
  if (!row) throw new RangeError(`the table of ranges has no row ${index}`);
  return row;
}

/** In eight of ten cases with a predicted arrival in `forecastMin` minutes, lightning came between these minutes. */
export function rangeOf(forecastMin: number, rows: readonly RangeRow[] = RANGES): readonly [number, number] {
  const next = rows.findIndex(([at]) => at > forecastMin);
  const after = rows[next === -1 ? rows.length - 1 : next];
  const before = next === -1 ? after : rows[Math.max(0, next - 1)];
  if (!before || !after) throw new Error('a table of ranges has a row');
  const share = after === before ? 0 : (forecastMin - before[0]) / (after[0] - before[0]);
  const between = (from: number, to: number) => Math.round(from + share * (to - from));
  return [between(before[1], after[1]), between(before[3], after[3])];
}

/** 0 to 1. */
export interface Chance {
  readonly p30: number;
  readonly p60: number;
}

/** Weights of a place's terms in log odds, fitted to recordings by `fitLogistic`. */
const WEIGHTS_30 = [0.5459, 0.1506, -1.0787, -0.7579, -0.6347, 0.2612, -0.5523, 0.0949, 0.4073];
const WEIGHTS_60 = [0.6461, 0.0198, -0.4598, -0.692, -0.6555, -0.1999, -0.4166, 0.3716, 0.4335];

/** Corrects fitted log odds as `a + s × odds`: a and s within 30 minutes, a and s within 60. */
export type LogOddsFit = readonly [number, number, number, number];
export const AS_FITTED: LogOddsFit = [0, 1, 0, 1];

export function logOddsOf(terms: readonly number[]): readonly [number, number] {
  return [weighed(WEIGHTS_30, terms), weighed(WEIGHTS_60, terms)];
}

/** `p60` is at least `p30`, because lightning within 30 minutes is also within 60. */
export function chanceOf([logit30, logit60]: readonly [number, number], [a30, s30, a60, s60]: LogOddsFit): Chance {
  const p30 = logistic(a30 + s30 * logit30);
  return { p30, p60: Math.max(p30, logistic(a60 + s60 * logit60)) };
}

function weighed(weights: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (weights[index] ?? 0), 0);
}

function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

const KERNEL_KM = 15;

/** How near flashes are, and how near they come if their cells move on. Undefined if none is within reach. */
export function chanceTerms(place: PlanePoint, carried: readonly AdvectedFlash[]): readonly number[] | undefined {
  let [nearest, passing30, passing60] = [PLACE_REACH_KM, PLACE_REACH_KM, PLACE_REACH_KM];
  let [near, coming, later, fresh] = [0, 0, 0, 0];
  let isWithinReach = false;
  for (const { xKm, yKm, vx, vy, count, fresh: newest } of carried) {
    const dx = xKm - place.xKm;
    const dy = yKm - place.yKm;
    const km = Math.sqrt(dx * dx + dy * dy);
    if (km > PLACE_REACH_KM) continue;
    isWithinReach = true;
    const in30 = leastKm(dx, dy, vx, vy, 30);
    const in60 = leastKm(dx, dy, vx, vy, 60);
    nearest = Math.min(nearest, km);
    passing30 = Math.min(passing30, in30);
    passing60 = Math.min(passing60, in60);
    near += count * kernel(km);
    coming += count * kernel(in30);
    later += count * kernel(in60);
    fresh += newest * kernel(in30);
  }
  if (!isWithinReach) return undefined;
  const [n, p, q] = [beyond(nearest), beyond(passing30), beyond(passing60)];
  const roots = [Math.sqrt(n), Math.sqrt(p), Math.sqrt(q)];
  return [1, n, ...roots, Math.log1p(near), Math.log1p(coming), Math.log1p(later), Math.log1p(fresh)];
}

/** The shortest distance to the origin over the next `minutes`, from an offset and at a velocity in km/min. */
function leastKm(dx: number, dy: number, vx: number, vy: number, minutes: number): number {
  const square = vx * vx + vy * vy;
  const at = square === 0 ? 0 : Math.min(minutes, Math.max(0, -(dx * vx + dy * vy) / square));
  return Math.sqrt((dx + vx * at) ** 2 + (dy + vy * at) ** 2);
}

function kernel(km: number): number {
  return Math.exp(-((Math.max(0, km - PLACE_RADIUS_KM) / KERNEL_KM) ** 2) / 2);
}

function beyond(km: number): number {
  return Math.max(0, km - PLACE_RADIUS_KM) / PLACE_RADIUS_KM;
}
