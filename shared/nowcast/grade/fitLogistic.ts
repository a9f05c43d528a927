/** Cases of one kind: their terms, how many there were, and how many of them came true. */
export interface LogisticCase {
  readonly terms: readonly number[];
  readonly count: number;
  readonly hits: number;
  /** Log odds that are given, beside the terms. */
  readonly offset?: number;
}

const STEPS = 25;

/**
 * The weights under which the cases are most likely, less a pull of `ridge` towards `prior`. Newton's method; with a ridge
 * above zero it always has an answer.
 */
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

/** Gaussian elimination of a positive definite system; both arguments are used up. */
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
