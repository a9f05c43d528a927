import type { Calibration } from './arrivalAt.ts';
import type { Withheld } from './CellsUpdate.ts';
import { AS_FITTED, defaultRange, type RangeRow, REPORTED_MINUTES } from './chanceOf.ts';
import {
  addCase,
  addLogOddsBins,
  emptyLogOddsBins,
  type ForecastOutcome,
  type LogOddsBins,
  lineOf,
  type PositionOutcome,
} from './pendingForecasts.ts';

/** Lower edges of the bins by forecast; the last ends at 1. */
const FORECAST_EDGES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7] as const;
const NEAREST_KM = 10;
const RING_KM = 5;
const RINGS = 14;

/** Sums over forecasts "lightning within N minutes". Plain data; sums of two days can be added. */
export interface ChanceSums {
  readonly cases: number;
  readonly hits: number;
  /** Sum of the squares of forecast minus outcome. */
  readonly squares: number;
  /** For each forecast bin: cases, sum of the forecasts, hits. */
  readonly forecast: readonly (readonly [number, number, number])[];
  /** By the distance of the nearest flash, in rings of 5 km from 10 km on: cases and hits. */
  readonly rings: readonly (readonly [number, number])[];
  readonly odds: LogOddsBins;
}

function emptyChanceSums(): ChanceSums {
  return {
    cases: 0,
    hits: 0,
    squares: 0,
    forecast: FORECAST_EDGES.map(() => [0, 0, 0] as const),
    rings: Array.from({ length: RINGS }, () => [0, 0] as const),
    odds: emptyLogOddsBins(),
  };
}

interface ChanceCase {
  readonly forecast: number;
  readonly odds: number;
  readonly nearestKm: number;
  readonly hit: boolean;
}

export function chanceSumsOf(cases: readonly ChanceCase[]): ChanceSums {
  const forecast = FORECAST_EDGES.map((): [number, number, number] => [0, 0, 0]);
  const rings = Array.from({ length: RINGS }, (): [number, number] => [0, 0]);
  const logOdds = emptyLogOddsBins();
  let [hits, squares] = [0, 0];
  for (const one of cases) {
    const hit = Number(one.hit);
    hits += hit;
    squares += (one.forecast - hit) ** 2;
    const bin = forecast[FORECAST_EDGES.findLastIndex((edge) => one.forecast >= edge)];
    const ring = rings[Math.min(RINGS - 1, Math.max(0, Math.floor((one.nearestKm - NEAREST_KM) / RING_KM)))];
    for (const [column, value] of [1, one.forecast, hit].entries()) if (bin) bin[column] = (bin[column] ?? 0) + value;
    for (const [column, value] of [1, hit].entries()) if (ring) ring[column] = (ring[column] ?? 0) + value;
    addCase(logOdds, one.odds, one.hit);
  }
  return { cases: cases.length, hits, squares, forecast, rings, odds: logOdds };
}

function addChanceSums(a: ChanceSums, b: ChanceSums): ChanceSums {
  return {
    cases: a.cases + b.cases,
    hits: a.hits + b.hits,
    squares: a.squares + b.squares,
    forecast: a.forecast.map(([cases, sum, hits], i) => {
      const [moreCases, moreSum, moreHits] = b.forecast[i] ?? [0, 0, 0];
      return [cases + moreCases, sum + moreSum, hits + moreHits];
    }),
    rings: a.rings.map(([cases, hits], i) => [cases + (b.rings[i]?.[0] ?? 0), hits + (b.rings[i]?.[1] ?? 0)]),
    odds: addLogOddsBins(a.odds, b.odds),
  };
}

interface ForecastBin {
  readonly from: number;
  readonly to: number;
  readonly cases: number;
  /** Means over the cases; null without any. */
  readonly forecast: number | null;
  readonly observed: number | null;
}

/** A skill is the fraction by which the squared error is below that of a reference forecast; null without cases. */
interface ChanceSkill {
  readonly cases: number;
  readonly hits: number;
  readonly brier: number | null;
  readonly overBaseRate: number | null;
  readonly overDistance: number | null;
  readonly bins: readonly ForecastBin[];
  /** The largest gap between forecast and observed among bins with enough cases; null if there are none. */
  readonly worstGap: number | null;
}

export const ENOUGH_CASES = 300;

export function chanceSkill({ cases, hits, squares, forecast, rings }: ChanceSums): ChanceSkill {
  const bins = forecast.map(([count, sum, observed], i) => ({
    from: FORECAST_EDGES[i] ?? 0,
    to: FORECAST_EDGES[i + 1] ?? 1,
    cases: count,
    forecast: count === 0 ? null : sum / count,
    observed: count === 0 ? null : observed / count,
  }));
  const gaps = bins.flatMap((bin) =>
    bin.cases < ENOUGH_CASES ? [] : [Math.abs((bin.forecast ?? 0) - (bin.observed ?? 0))],
  );
  return {
    cases,
    hits,
    brier: cases === 0 ? null : squares / cases,
    overBaseRate: skill(squares, spread(cases, hits)),
    overDistance: skill(
      squares,
      rings.reduce((sum, [count, observed]) => sum + spread(count, observed), 0),
    ),
    bins,
    worstGap: gaps.length === 0 ? null : Math.max(...gaps),
  };
}

/** Sum of squared errors if the forecast is always the share of hits. */
function spread(cases: number, hits: number): number {
  return cases === 0 ? 0 : hits * (1 - hits / cases);
}

function skill(own: number, rival: number): number | null {
  return rival === 0 ? null : 1 - own / rival;
}

const STEP_MINUTES = 2;
const STEPS = 45;
/** A row of the table is refitted only from at least this many arrivals. */
const ENOUGH_FOR_A_ROW = 30;

/** Predicted arrivals that came within 90 minutes; those that never came have no time. */
interface ArrivalSums {
  readonly cases: number;
  /** Number of arrivals within the published range. */
  readonly held: number;
  readonly widthMinutes: number;
  /** For each row of the table of ranges, the arrivals in each two minutes. */
  readonly waits: readonly (readonly number[])[];
}

function emptyArrivals(): ArrivalSums {
  return { cases: 0, held: 0, widthMinutes: 0, waits: REPORTED_MINUTES.map(() => Array<number>(STEPS).fill(0)) };
}

function arrivalSumsOf(outcomes: readonly ForecastOutcome[]): ArrivalSums {
  const waits = REPORTED_MINUTES.map(() => Array<number>(STEPS).fill(0));
  let [cases, held, widthMinutes] = [0, 0, 0];
  for (const { result: forecastResult, waitMinutes } of outcomes) {
    if (forecastResult.etaMin === undefined || !forecastResult.range80 || !Number.isFinite(waitMinutes)) continue;
    const [from, to] = forecastResult.range80;
    cases += 1;
    held += Number(waitMinutes >= from && waitMinutes <= to);
    widthMinutes += to - from;
    const row = waits[nearestRow(forecastResult.etaMin)];
    const step = Math.min(STEPS - 1, Math.floor(waitMinutes / STEP_MINUTES));
    if (row) row[step] = (row[step] ?? 0) + 1;
  }
  return { cases, held, widthMinutes, waits };
}

function addArrivals(a: ArrivalSums, b: ArrivalSums): ArrivalSums {
  return {
    cases: a.cases + b.cases,
    held: a.held + b.held,
    widthMinutes: a.widthMinutes + b.widthMinutes,
    waits: a.waits.map((row, i) => row.map((count, step) => count + (b.waits[i]?.[step] ?? 0))),
  };
}

function rangesOf({ waits }: ArrivalSums): RangeRow[] {
  return waits.map((row, index) => {
    const forecastMin = REPORTED_MINUTES[index] ?? 0;
    const count = row.reduce((sum, each) => sum + each, 0);
    if (count < ENOUGH_FOR_A_ROW) return defaultRange(index);
    return [forecastMin, quantile(row, 0.1), quantile(row, 0.5), quantile(row, 0.9)];
  });
}

function quantile(row: readonly number[], share: number): number {
  let left = share * row.reduce((sum, each) => sum + each, 0);
  for (const [step, count] of row.entries()) {
    if (count > 0 && left <= count) return Math.round((step + left / count) * STEP_MINUTES);
    left -= count;
  }
  return STEPS * STEP_MINUTES;
}

function nearestRow(forecastMin: number): number {
  const distances = REPORTED_MINUTES.map((minutes) => Math.abs(minutes - forecastMin));
  return distances.indexOf(Math.min(...distances));
}

/** Cells with an arrow that still existed later. The errors are those of the forecast, and of persistence. */
export interface PositionSums {
  readonly cases: number;
  readonly errorKm: number;
  readonly stayingKm: number;
}

/** Forecasts at places within 40 km of a flash, and how many of the places were struck within 60 minutes. */
interface StruckSums {
  readonly cases: number;
  readonly struck: number;
}

/** Outcomes of forecasts, as sums: plain data, stored per day and added over many days. */
export interface DaySums {
  readonly within30: ChanceSums;
  readonly within60: ChanceSums;
  readonly arrivals: ArrivalSums;
  readonly in15: PositionSums;
  readonly in30: PositionSums;
  readonly approaching: StruckSums;
  readonly others: StruckSums;
}

const NEAR_KM = 40;

export function emptySums(): DaySums {
  const position = { cases: 0, errorKm: 0, stayingKm: 0 };
  const struck = { cases: 0, struck: 0 };
  return {
    within30: emptyChanceSums(),
    within60: emptyChanceSums(),
    arrivals: emptyArrivals(),
    in15: position,
    in30: position,
    approaching: struck,
    others: struck,
  };
}

export function sumsOf(forecasts: readonly ForecastOutcome[], positions: readonly PositionOutcome[]): DaySums {
  const casesWithin = (minutes: number, forecast: 'p30' | 'p60', logOdds: 0 | 1) =>
    forecasts.map((one) => ({
      forecast: one.result[forecast],
      odds: one.odds[logOdds],
      nearestKm: one.nearestKm,
      hit: one.waitMinutes <= minutes,
    }));
  const near = forecasts.filter(({ nearestKm }) => nearestKm <= NEAR_KM);
  const isApproaching = ({ result: forecastResult }: ForecastOutcome) => forecastResult.state === 'approaching';
  return {
    within30: chanceSumsOf(casesWithin(30, 'p30', 0)),
    within60: chanceSumsOf(casesWithin(60, 'p60', 1)),
    arrivals: arrivalSumsOf(forecasts),
    in15: positionSums(positions, 15),
    in30: positionSums(positions, 30),
    approaching: struckSums(near.filter(isApproaching)),
    others: struckSums(near.filter((one) => !isApproaching(one))),
  };
}

export function addSums(a: DaySums, b: DaySums): DaySums {
  return {
    within30: addChanceSums(a.within30, b.within30),
    within60: addChanceSums(a.within60, b.within60),
    arrivals: addArrivals(a.arrivals, b.arrivals),
    in15: addPositions(a.in15, b.in15),
    in30: addPositions(a.in30, b.in30),
    approaching: addStruck(a.approaching, b.approaching),
    others: addStruck(a.others, b.others),
  };
}

function positionSums(positions: readonly PositionOutcome[], lead: 15 | 30): PositionSums {
  return positions
    .filter(({ leadMinutes }) => leadMinutes === lead)
    .map(({ errorKm, stayingKm }) => ({ cases: 1, errorKm, stayingKm }))
    .reduce(addPositions, { cases: 0, errorKm: 0, stayingKm: 0 });
}

function addPositions(a: PositionSums, b: PositionSums): PositionSums {
  return { cases: a.cases + b.cases, errorKm: a.errorKm + b.errorKm, stayingKm: a.stayingKm + b.stayingKm };
}

function struckSums(outcomes: readonly ForecastOutcome[]): StruckSums {
  return { cases: outcomes.length, struck: outcomes.filter(({ waitMinutes }) => waitMinutes <= 60).length };
}

function addStruck(a: StruckSums, b: StruckSums): StruckSums {
  return { cases: a.cases + b.cases, struck: a.struck + b.struck };
}

/** Neighbouring places and minutes share a storm: this many cases carry the information of one. */
const ALIKE = 18;
const PRIOR = 10;
const LEAST_HITS = 300;
/** Arrivals are withheld if fewer than 7 in 10, out of at least 50, came within the range. */
const LEAST_ARRIVALS = 50;
const LEAST_HELD = 0.7;
const WIDEST_GAP = 0.2;

/** Refits odds and ranges to 30 days of outcomes. Too few outcomes change nothing. */
export function refit({ within30, within60, arrivals }: DaySums): Calibration {
  const [a30, s30] = line(within30, [AS_FITTED[0], AS_FITTED[1]]);
  const [a60, s60] = line(within60, [AS_FITTED[2], AS_FITTED[3]]);
  const logOdds = [a30, s30, a60, s60] as const;
  return arrivals.cases < LEAST_HITS ? { odds: logOdds } : { odds: logOdds, ranges: rangesOf(arrivals) };
}

function line(sums: ChanceSums, asFitted: readonly [number, number]): readonly [number, number] {
  return sums.hits < LEAST_HITS ? asFitted : lineOf(sums.odds, ALIKE, PRIOR);
}

/** Training data: published forecasts, plus replayed ones where too few came true. */
export function withReplayed(daySums: DaySums, replayed: DaySums): DaySums {
  const chances = (part: 'within30' | 'within60') =>
    daySums[part].hits < LEAST_HITS ? addChanceSums(daySums[part], replayed[part]) : daySums[part];
  const arrivals =
    daySums.arrivals.cases < LEAST_HITS ? addArrivals(daySums.arrivals, replayed.arrivals) : daySums.arrivals;
  return { ...daySums, within30: chances('within30'), within60: chances('within60'), arrivals };
}

/** Too few cases withhold nothing: the shipped fit was tested on other days. */
export function withheldOf({ within30, within60, arrivals }: DaySums): Withheld[] {
  const withheld: Withheld[] = [];
  const gaps = [within30, within60].map((sums) => chanceSkill(sums).worstGap ?? 0);
  if (Math.max(...gaps) > WIDEST_GAP) withheld.push('chance');
  if (arrivals.cases >= LEAST_ARRIVALS && arrivals.held / arrivals.cases < LEAST_HELD) withheld.push('eta');
  return withheld;
}

export const HIDING = { LEAST_ARRIVALS, LEAST_HELD, WIDEST_GAP, ENOUGH_CASES, LEAST_HITS } as const;
