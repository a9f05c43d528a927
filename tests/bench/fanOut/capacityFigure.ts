import type { Figure } from '#tests/bench/Figure.ts';
import { type FanOutPlan, measureFanOut } from './measureFanOut.ts';
import { startRelay } from './Target.ts';
import { withTarget } from './withTarget.ts';

const LATE_MS = 1_000;
const SECONDS_A_RATE = 6;

export interface CapacityOptions {
  readonly streams: number;
  /** Publishes a second that are tried, from the least. */
  readonly rates: readonly number[];
  readonly strikesPerPublish: number;
  readonly tell: (line: string) => void;
}

/** The most deliveries a second at which 99 % come within a second; `script` is the bundle of `startRelay`. */
export async function capacityFigure(script: string, options: CapacityOptions): Promise<Figure> {
  const { streams, rates, strikesPerPublish, tell } = options;
  let reached = 0;
  for (const rate of rates) {
    const plan: FanOutPlan = { streams, publishes: rate * SECONDS_A_RATE, everyMs: 1000 / rate, strikesPerPublish };
    const { p99Ms, missing } = await withTarget(
      () => startRelay(script),
      (target) => measureFanOut(target, plan),
    );
    tell(`capacity: ${streams * rate} deliveries a second, p99 ${p99Ms.toFixed(0)} ms`);
    if (p99Ms > LATE_MS || missing > 0) break;
    reached = streams * rate;
  }
  return {
    group: 'fan-out',
    name: `relay capacity at p99 ≤ 1 s, ${streams.toLocaleString('en')} streams`,
    unit: 'deliveries/s',
    ours: reached,
    kind: 'across processes',
    budget: { of: 'ours', least: 4_000 },
    shortBudget: { of: 'ours', least: 4_000 },
  };
}
