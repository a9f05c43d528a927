/** Chances in everyday terms: n times in m. */
const STEPS = [
  [1, 20],
  [1, 10],
  [1, 5],
  [1, 4],
  [1, 3],
  [1, 2],
  [2, 3],
  [3, 4],
  [9, 10],
] as const;

export interface ChanceWords {
  readonly bound: 'about' | 'less' | 'more';
  readonly times: number;
  readonly of: number;
}

const LOWEST = 0.05;
const HIGHEST = 0.95;

/** The nearest of these everyday chances. It is never zero and never certain. */
export function chanceWords(chance: number): ChanceWords {
  if (!(chance >= LOWEST)) return { bound: 'less', times: 1, of: 20 };
  if (chance > HIGHEST) return { bound: 'more', times: 9, of: 10 };
  const off = ([times, of]: readonly [number, number]) => Math.abs(times / of - chance);
  const [times, of] = STEPS.reduce<(typeof STEPS)[number]>(
    (best, step) => (off(step) < off(best) ? step : best),
    STEPS[0],
  );
  return { bound: 'about', times, of };
}
