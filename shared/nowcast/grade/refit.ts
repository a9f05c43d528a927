import type { Learnt } from '#shared/nowcast/place/answerAt.ts';
import type { Hidden } from '#shared/nowcast/place/CellsNews.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { addArrivals, rangesOf } from './ArrivalSums.ts';
import { addChanceSums, type ChanceSums, chanceSkill, ENOUGH_CASES } from './ChanceSums.ts';
import type { DaySums } from './DaySums.ts';
import { lineOf } from './OddsBins.ts';

/** Neighbouring places and minutes share a storm: so many cases tell as much as one. */
const ALIKE = 18;
const PRIOR = 10;
const LEAST_HITS = 300;
/** Arrivals are hidden where fewer than 7 in 10, of at least so many, came within the range. */
const LEAST_ARRIVALS = 50;
const LEAST_HELD = 0.7;
const WIDEST_GAP = 0.2;

/** Refits odds and ranges to 30 days of outcomes. Too few of them change nothing. */
export function refit({ within30, within60, arrivals }: DaySums): Learnt {
  const [a30, s30] = line(within30, [AS_FITTED[0], AS_FITTED[1]]);
  const [a60, s60] = line(within60, [AS_FITTED[2], AS_FITTED[3]]);
  const odds = [a30, s30, a60, s60] as const;
  return arrivals.cases < LEAST_HITS ? { odds } : { odds, ranges: rangesOf(arrivals) };
}

function line(sums: ChanceSums, asFitted: readonly [number, number]): readonly [number, number] {
  return sums.hits < LEAST_HITS ? asFitted : lineOf(sums.odds, ALIKE, PRIOR);
}

/** What teaches: `told` forecasts, and beside each part of which too few came true, what was replayed. */
export function withReplayed(told: DaySums, replayed: DaySums): DaySums {
  const chances = (part: 'within30' | 'within60') =>
    told[part].hits < LEAST_HITS ? addChanceSums(told[part], replayed[part]) : told[part];
  const arrivals = told.arrivals.cases < LEAST_HITS ? addArrivals(told.arrivals, replayed.arrivals) : told.arrivals;
  return { ...told, within30: chances('within30'), within60: chances('within60'), arrivals };
}

/** Too few cases hide nothing: the shipped fit was tested on other days. */
export function hiddenOf({ within30, within60, arrivals }: DaySums): Hidden[] {
  const hidden: Hidden[] = [];
  const gaps = [within30, within60].map((sums) => chanceSkill(sums).worstGap ?? 0);
  if (Math.max(...gaps) > WIDEST_GAP) hidden.push('chance');
  if (arrivals.cases >= LEAST_ARRIVALS && arrivals.held / arrivals.cases < LEAST_HELD) hidden.push('eta');
  return hidden;
}

export const HIDING = { LEAST_ARRIVALS, LEAST_HELD, WIDEST_GAP, ENOUGH_CASES, LEAST_HITS } as const;
