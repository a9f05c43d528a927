import { percentile } from '#tests/load/percentile.ts';

const WARM_UP_ROUNDS = 2;

/** Milliseconds that `run` takes. */
function timeMs(run: () => void): number {
  const fromMs = performance.now();
  run();
  return performance.now() - fromMs;
}

/**
 * Runs the contenders in turn, round after round, and gives each one's median time in milliseconds: whatever slows the
 * machine down for a while slows all of them.
 */
export function interleave<Name extends string>(
  contenders: Readonly<Record<Name, () => void>>,
  rounds: number,
): Record<Name, number> {
  const names = Object.keys(contenders) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds + WARM_UP_ROUNDS; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const spentMs = timeMs(contenders[name]);
      if (round >= WARM_UP_ROUNDS) times.get(name)?.push(spentMs);
    }
  }
  return Object.fromEntries(names.map((name) => [name, percentile(times.get(name) ?? [], 50)])) as Record<Name, number>;
}

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
