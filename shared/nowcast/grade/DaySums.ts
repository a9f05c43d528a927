import { type ArrivalSums, addArrivals, arrivalSumsOf, emptyArrivals } from './ArrivalSums.ts';
import { addChanceSums, type ChanceSums, chanceSumsOf, emptyChanceSums } from './ChanceSums.ts';
import type { ForecastOutcome } from './ForecastBook.ts';
import type { PositionOutcome } from './PositionBook.ts';

/** Cells with an arrow that still existed later. The error sums are of the forecast, and of saying that they stay. */
export interface PositionSums {
  readonly cases: number;
  readonly errorKm: number;
  readonly stayingKm: number;
}

/** Answers at places within 40 km of a flash, and how many were struck within 60 minutes. */
export interface StruckSums {
  readonly cases: number;
  readonly struck: number;
}

/** Outcomes of forecasts, as sums: plain data that is stored for a day and added over many. */
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
  const casesWithin = (minutes: number, said: 'p30' | 'p60', odds: 0 | 1) =>
    forecasts.map((one) => ({
      said: one.answer[said],
      odds: one.odds[odds],
      nearestKm: one.nearestKm,
      hit: one.waitMinutes <= minutes,
    }));
  const near = forecasts.filter(({ nearestKm }) => nearestKm <= NEAR_KM);
  const isApproaching = ({ answer }: ForecastOutcome) => answer.state === 'approaching';
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
