import { percentile } from '#tests/load/percentile.ts';

const WARM_UP_ROUNDS = 2;

/** One figure of two contenders, measured one right after the other. */
export interface Pair {
  readonly ours: number;
  readonly baseline: number;
}

/**
 * Runs both contenders in turn, round after round, and gives each one's median time in milliseconds: whatever slows the
 * machine down for a while slows both.
 */
export function interleave(contenders: Readonly<Record<keyof Pair, () => void>>, rounds: number): Pair {
  const times = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
    const names = ['ours', 'baseline'] as const;
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const fromMs = performance.now();
      contenders[name]();
      if (round >= WARM_UP_ROUNDS) times[name].push(performance.now() - fromMs);
    }
  }
  return { ours: percentile(times.ours, 50), baseline: percentile(times.baseline, 50) };
}

/**
 * The pair whose ratio is the median one: what slows the machine down for a while slows both sides of a pair. A ratio
 * that is not one (a baseline of nothing or less) counts as endless. With an even number, the worse of the middle two.
 * @throws Error without a pair
 */
export function medianPair(pairs: readonly Pair[]): Pair {
  const ratio = ({ ours, baseline }: Pair) => (baseline > 0 ? ours / baseline : Number.POSITIVE_INFINITY);
  const middle = pairs.toSorted((a, b) => (ratio(a) < ratio(b) ? -1 : 1))[Math.floor(pairs.length / 2)];
  if (!middle) throw new Error('no pair was measured');
  return middle;
}
