import { defaultRange, type RangeRow, TOLD_MINUTES } from '#shared/nowcast/place/rangeOf.ts';
import type { ForecastOutcome } from './ForecastBook.ts';

const STEP_MINUTES = 2;
const STEPS = 45;
/** A row of the table is refitted only from so many arrivals. */
const ENOUGH_FOR_A_ROW = 30;

/** Predicted arrivals that came within 90 minutes; of those that never came there is no time. */
export interface ArrivalSums {
  readonly cases: number;
  /** How many came within the range that was told. */
  readonly held: number;
  readonly widthMinutes: number;
  /** For each row of the table of ranges, how many came in each two minutes. */
  readonly waits: readonly (readonly number[])[];
}

export function emptyArrivals(): ArrivalSums {
  return { cases: 0, held: 0, widthMinutes: 0, waits: TOLD_MINUTES.map(() => Array<number>(STEPS).fill(0)) };
}

export function arrivalSumsOf(outcomes: readonly ForecastOutcome[]): ArrivalSums {
  const waits = TOLD_MINUTES.map(() => Array<number>(STEPS).fill(0));
  let [cases, held, widthMinutes] = [0, 0, 0];
  for (const { answer, waitMinutes } of outcomes) {
    if (answer.etaMin === undefined || !answer.range80 || !Number.isFinite(waitMinutes)) continue;
    const [from, to] = answer.range80;
    cases += 1;
    held += Number(waitMinutes >= from && waitMinutes <= to);
    widthMinutes += to - from;
    const row = waits[nearestRow(answer.etaMin)];
    const step = Math.min(STEPS - 1, Math.floor(waitMinutes / STEP_MINUTES));
    if (row) row[step] = (row[step] ?? 0) + 1;
  }
  return { cases, held, widthMinutes, waits };
}

export function addArrivals(a: ArrivalSums, b: ArrivalSums): ArrivalSums {
  return {
    cases: a.cases + b.cases,
    held: a.held + b.held,
    widthMinutes: a.widthMinutes + b.widthMinutes,
    waits: a.waits.map((row, i) => row.map((count, step) => count + (b.waits[i]?.[step] ?? 0))),
  };
}

export function rangesOf({ waits }: ArrivalSums): RangeRow[] {
  return waits.map((row, index) => {
    const told = TOLD_MINUTES[index] ?? 0;
    const count = row.reduce((sum, each) => sum + each, 0);
    if (count < ENOUGH_FOR_A_ROW) return defaultRange(index);
    return [told, quantile(row, 0.1), quantile(row, 0.5), quantile(row, 0.9)];
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

function nearestRow(told: number): number {
  const distances = TOLD_MINUTES.map((minutes) => Math.abs(minutes - told));
  return distances.indexOf(Math.min(...distances));
}
