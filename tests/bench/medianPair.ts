/** One figure of two contenders, measured one right after the other. */
export interface Pair {
  readonly ours: number;
  readonly baseline: number;
}

/**
 * The pair whose ratio is the median one: what slows the machine down for a while slows both sides of a pair. A ratio
 * that is not one (a baseline of nothing or less) counts as endless. Of an even number, the worse of the middle two.
 * @throws Error without a pair
 */
export function medianPair(pairs: readonly Pair[]): Pair {
  const ratio = ({ ours, baseline }: Pair) => (baseline > 0 ? ours / baseline : Number.POSITIVE_INFINITY);
  const middle = pairs.toSorted((a, b) => (ratio(a) < ratio(b) ? -1 : 1))[Math.floor(pairs.length / 2)];
  if (!middle) throw new Error('no pair was measured');
  return middle;
}
