import { fitLogistic, type LogisticCase } from './fitLogistic.ts';

const LOWEST = -5;
const STEP = 0.5;
const BINS = 17;

/** Cases by the log odds that were given to them: how many, the sum of their odds, how many came true. */
export interface OddsBins {
  readonly count: number[];
  readonly odds: number[];
  readonly hits: number[];
}

export function emptyOddsBins(): OddsBins {
  const zeros = () => Array<number>(BINS).fill(0);
  return { count: zeros(), odds: zeros(), hits: zeros() };
}

export function addCase(bins: OddsBins, odds: number, hit: boolean): void {
  const bin = Math.min(BINS - 1, Math.max(0, Math.floor((odds - LOWEST) / STEP)));
  bins.count[bin] = (bins.count[bin] ?? 0) + 1;
  bins.odds[bin] = (bins.odds[bin] ?? 0) + odds;
  bins.hits[bin] = (bins.hits[bin] ?? 0) + Number(hit);
}

/** Lets all cases count for `factor` as much as before. */
export function fade({ count, odds, hits }: OddsBins, factor: number): void {
  for (const column of [count, odds, hits]) for (const [bin, sum] of column.entries()) column[bin] = sum * factor;
}

/** By how much all odds should have been higher. `alike`: so many cases count as one; `prior`: cases that say by nothing. */
export function shiftOf(bins: OddsBins, alike: number, prior: number): number {
  const cases = casesOf(bins, alike).map(({ mean, ...rest }) => ({ ...rest, terms: [1], offset: mean }));
  return fitLogistic(cases, [0], prior)[0] ?? 0;
}

/** The line through the odds that fits best: `[a, s]` of `a + s × odds`, pulled towards `[0, 1]`. */
export function lineOf(bins: OddsBins, alike: number, prior: number): readonly [number, number] {
  const cases = casesOf(bins, alike).map(({ mean, ...rest }) => ({ ...rest, terms: [1, mean] }));
  const [a = 0, s = 1] = fitLogistic(cases, [0, 1], prior);
  return [a, s];
}

function casesOf({ count, odds, hits }: OddsBins, alike: number): (Omit<LogisticCase, 'terms'> & { mean: number })[] {
  return count.flatMap((cases, bin) =>
    cases === 0 ? [] : [{ mean: (odds[bin] ?? 0) / cases, count: cases / alike, hits: (hits[bin] ?? 0) / alike }],
  );
}

export function addOddsBins(a: OddsBins, b: OddsBins): OddsBins {
  const add = (one: readonly number[], other: readonly number[]) => one.map((sum, i) => sum + (other[i] ?? 0));
  return { count: add(a.count, b.count), odds: add(a.odds, b.odds), hits: add(a.hits, b.hits) };
}
