/** A table, because a likelihood asks hundreds of times: of steps so fine that a straight line between them is off by 1e-4. */
const STEPS = 256;
const MOST_DEVIATIONS = 12;
const ABOVE = Float64Array.from({ length: MOST_DEVIATIONS * STEPS + 2 }, (_, step) => shareAbove(step / STEPS));

/** The share above so many deviations, 0 or more: Abramowitz and Stegun, 26.2.17. */
function shareAbove(deviations: number): number {
  const t = 1 / (1 + 0.231_641_9 * deviations);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 0.398_942_280_4 * Math.exp((-deviations * deviations) / 2) * series;
}

function above(deviations: number): number {
  if (deviations >= MOST_DEVIATIONS) return 0;
  const steps = deviations * STEPS;
  const step = Math.floor(steps);
  const share = ABOVE[step] as number;
  return share + (steps - step) * ((ABOVE[step + 1] as number) - share);
}

/** The share of a standard normal distribution between two numbers of deviations, `from` below `to`. */
export function normalShare(from: number, to: number): number {
  if (from >= 0) return above(from) - above(to);
  if (to <= 0) return above(-to) - above(-from);
  return 1 - above(-from) - above(to);
}
