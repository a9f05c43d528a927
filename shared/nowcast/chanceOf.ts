/** How likely lightning is at a place within 30 and 60 minutes, 0 to 1. */
export interface Chance {
  readonly p30: number;
  readonly p60: number;
}

/** Weights of a place's terms in log odds, fitted on recordings (`npm run nowcast-fit`). */
const WEIGHTS_30 = [0.5512, 0.1499, -0.7704, -1.2273, -0.4664, -0.0686, -0.4487, 0.3237, 0.397];
const WEIGHTS_60 = [0.6609, 0.0177, -0.0933, -1.1188, -0.5848, -0.4829, -0.5938, 0.8274, 0.4276];

/** The chance that follows from the terms of a place. */
export function chanceOf(terms: readonly number[]): Chance {
  const p30 = logistic(weighed(WEIGHTS_30, terms));
  return { p30, p60: Math.max(p30, logistic(weighed(WEIGHTS_60, terms))) };
}

function weighed(weights: readonly number[], terms: readonly number[]): number {
  return terms.reduce((sum, term, index) => sum + term * (weights[index] ?? 0), 0);
}

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
