/** How likely lightning is at a place within 30 and 60 minutes, 0 to 1. */
export interface Chance {
  readonly p30: number;
  readonly p60: number;
}

/** Weights of a place's terms in log odds, fitted on recordings (`npm run nowcast-fit`). */
const WEIGHTS_30 = [0.5459, 0.1506, -1.0787, -0.7579, -0.6347, 0.2612, -0.5523, 0.0949, 0.4073];
const WEIGHTS_60 = [0.6461, 0.0198, -0.4598, -0.692, -0.6555, -0.1999, -0.4166, 0.3716, 0.4335];

/** How log odds as fitted become those that held lately: `a + s × odds`, a and s within 30 minutes, a and s within 60. */
export type OddsFit = readonly [number, number, number, number];
export const AS_FITTED: OddsFit = [0, 1, 0, 1];

/** The log odds within 30 and 60 minutes that follow from the terms of a place. */
export function oddsOf(terms: readonly number[]): readonly [number, number] {
  return [weighed(WEIGHTS_30, terms), weighed(WEIGHTS_60, terms)];
}

/** The chance that follows from log odds. What comes within 30 minutes comes within 60. */
export function chanceOf([odds30, odds60]: readonly [number, number], [a30, s30, a60, s60]: OddsFit): Chance {
  const p30 = logistic(a30 + s30 * odds30);
  return { p30, p60: Math.max(p30, logistic(a60 + s60 * odds60)) };
}

function weighed(weights: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (weights[index] ?? 0), 0);
}

function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
