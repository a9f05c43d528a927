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

export function fade({ count, odds, hits }: OddsBins, factor: number): void {
  for (const column of [count, odds, hits]) for (const [bin, sum] of column.entries()) column[bin] = sum * factor;
}

/** By how much all odds should be higher. `alike`: so many cases count as one. `prior`: cases in favour of no shift. */
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

/** Cases with the same terms, how many there were, and how many of them came true. */
interface LogisticCase {
  readonly terms: readonly number[];
  readonly count: number;
  readonly hits: number;
  readonly offset?: number;
}

const STEPS = 25;

/** The likeliest weights, less a pull of `ridge` towards `prior`. Newton's method; solvable for any ridge above 0. */
export function fitLogistic(cases: readonly LogisticCase[], prior: readonly number[], ridge: number): number[] {
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
