/** Lower and upper end of a range that holds the true mean with 95 % confidence. */
export type Interval = readonly [low: number, high: number];

/** The standard normal distribution's 97.5 % point. */
export const Z_95 = 1.959964;
/** Up to this count the ends are exact; beyond it the approximation differs from them by less than 0.05 %. */
const EXACT_UP_TO = 100;

/**
 * The mean that a count of independent events may have come from, with 95 % confidence: F. Garwood, Fiducial limits for
 * the Poisson distribution, Biometrika 28 (1936). From 100 on by Wilson and Hilferty's cube root, as Breslow and Day give
 * it (Statistical Methods in Cancer Research II, 1987, formula 2.10).
 */
export function poissonInterval(count: number): Interval {
  if (count > EXACT_UP_TO) return [cubeRoot(count, -1), cubeRoot(count + 1, 1)];
  // Below: this many or more have a chance of 2.5 %. Above: this many or fewer do.
  const low = count === 0 ? 0 : root((mean) => 1 - chanceOfAtMost(count - 1, mean) - 0.025, 0, count);
  return [low, root((mean) => 0.025 - chanceOfAtMost(count, mean), count, count + 5 * Math.sqrt(count + 1) + 5)];
}

function cubeRoot(count: number, side: -1 | 1): number {
  return count * (1 - 1 / (9 * count) + (side * Z_95) / (3 * Math.sqrt(count))) ** 3;
}

function chanceOfAtMost(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let n = 1; n <= count; n += 1) {
    term *= mean / n;
    sum += term;
  }
  return sum;
}

/** Where a function that rises from below zero to above it crosses it. */
function root(rising: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
