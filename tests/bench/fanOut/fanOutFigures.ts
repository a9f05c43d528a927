import { type Figure, rateAtLeast } from '#tests/bench/Figure.ts';
import { compareFanOut, type FanOutMeasures } from './compareFanOut.ts';
import { type FanOutPlan, measureFanOut } from './measureFanOut.ts';
import { bundleBareRelay, startBareRelay } from './startBareRelay.ts';
import { bundlePublishingWorker, startBroadcaster, startRelay, withTarget } from './Target.ts';

interface FanOutOptions {
  readonly streams: readonly number[];
  /** Pairs of ours and the bare relay; odd, so that one is in the middle. */
  readonly rounds: number;
  readonly publishes: number;
  readonly everyMs: number;
  /** Publishes a second at which the largest audience is tried for the relay's capacity; none leaves that figure out. */
  readonly capacityRates: readonly number[];
  readonly tell: (line: string) => void;
}

type Contender = keyof FanOutMeasures;

const STRIKES_PER_PUBLISH = 80;
/** Rows beside Node are information: it is measured in one round of so many. */
const ROUNDS_PER_NODE = 3;

/** Who is measured in a round, in which order. */
function turnsOf(round: number): Contender[] {
  const pair: Contender[] = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
  return round % ROUNDS_PER_NODE === 0 ? [...pair, 'node'] : pair;
}

/**
 * What a delivery costs the relay and how late the last reader is, beside a bare relay on workerd (what the platform
 * alone costs) and, for information, beside a bare Node broadcaster.
 */
export async function fanOutFigures(options: FanOutOptions): Promise<Figure[]> {
  const { publishes, everyMs, rounds, capacityRates, tell } = options;
  const [script, bareScript] = await Promise.all([bundlePublishingWorker(), bundleBareRelay()]);
  const start = { ours: () => startRelay(script), bare: () => startBareRelay(bareScript), node: startBroadcaster };
  const figures: Figure[] = [];
  for (const streams of options.streams) {
    const plan: FanOutPlan = { streams, publishes, everyMs, strikesPerPublish: STRIKES_PER_PUBLISH };
    const measures: FanOutMeasures = { ours: [], bare: [], node: [] };
    for (let round = 0; round < rounds; round += 1) {
      tell(`fan-out, ${streams} streams, round ${round + 1} of ${rounds}`);
      for (const turn of turnsOf(round)) {
        measures[turn].push(await withTarget(start[turn], (target) => measureFanOut(target, plan)));
      }
    }
    figures.push(...compareFanOut(streams, measures));
  }
  if (capacityRates.length === 0) return figures;
  const largest = Math.max(...options.streams);
  const capacity = { streams: largest, rates: capacityRates, strikesPerPublish: STRIKES_PER_PUBLISH, tell };
  return [...figures, await capacityFigure(script, capacity)];
}

const LATE_MS = 1_000;
const SECONDS_A_RATE = 6;

interface CapacityOptions {
  readonly streams: number;
  /** Publishes a second that are tried, from the least. */
  readonly rates: readonly number[];
  readonly strikesPerPublish: number;
  readonly tell: (line: string) => void;
}

/** The most deliveries a second at which 99 % come within a second; `script` is the bundle of `startRelay`. */
async function capacityFigure(script: string, options: CapacityOptions): Promise<Figure> {
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
  const name = `relay capacity at p99 ≤ 1 s, ${streams.toLocaleString('en')} streams`;
  return { group: 'fan-out', name, unit: 'deliveries/s', ours: reached, ...rateAtLeast(4_000) };
}
