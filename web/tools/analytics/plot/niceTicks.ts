const STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;

/** Round numbers from zero to the first that is not below `most`, at most four steps. */
export function niceTicks(most: number): number[] {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / MOST_STEPS));
  const step = power * (STEPS.find((factor) => factor * power * MOST_STEPS >= most * (1 - 1e-9)) ?? 10);
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
