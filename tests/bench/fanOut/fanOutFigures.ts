import { acrossProcesses, type Budget, countAtMost, type Figure, rateAtLeast, SHOWN } from '#tests/bench/Figure.ts';
import { medianPair } from '#tests/bench/interleave.ts';
import { percentile } from '#tests/load/percentile.ts';
import { type FanOutMeasure, type FanOutPlan, measureFanOut } from './measureFanOut.ts';
import {
  bundleBareRelay,
  bundlePublishingWorker,
  startBareRelay,
  startBroadcaster,
  startRelay,
  withTarget,
} from './Target.ts';

/** What each contender was measured at, round after round; `bare` pairs with `ours` by index. */
interface FanOutMeasures {
  readonly ours: FanOutMeasure[];
  readonly bare: FanOutMeasure[];
  readonly node: FanOutMeasure[];
}

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly of: (measure: FanOutMeasure) => number;
  /** Beside the bare relay. Without one, the row is information. */
  readonly shortMost?: number;
}

/** Of ours to the bare relay: what the product may add to the platform. */
const BUDGET: Budget = { of: 'ratio', most: 1.15 };

const ROWS: readonly Row[] = [
  { name: 'CPU per delivery', unit: 'µs', of: (measure) => measure.cpuUsPerDelivery, shortMost: 1.6 },
  { name: 'memory per stream', unit: 'kB', of: (measure) => measure.bytesPerStream / 1024, shortMost: 1.6 },
  { name: 'to the last client, p50', unit: 'ms', of: (measure) => measure.lastP50Ms },
  { name: 'to the last client, p99', unit: 'ms', of: (measure) => measure.lastP99Ms },
];

function besideBareRelay({ name, unit, of, shortMost }: Row, at: string, { ours, bare }: FanOutMeasures): Figure {
  const pairs = ours.flatMap((measure, index) => {
    const baseline = bare[index];
    return baseline ? [{ ours: of(measure), baseline: of(baseline) }] : [];
  });
  const measured = { group: 'fan-out', name: `${name}, ${at}`, unit, ...medianPair(pairs) };
  if (shortMost === undefined) return { ...measured, ...SHOWN };
  return { ...measured, ...acrossProcesses(BUDGET, { of: 'ratio', most: shortMost }) };
}

function besideNode({ name, unit, of }: Row, at: string, { ours, node }: FanOutMeasures): Figure {
  const median = (measures: readonly FanOutMeasure[]) => percentile(measures.map(of), 50);
  const values = { ours: median(ours), baseline: median(node) };
  return { group: 'fan-out', name: `beside Node, ${name}, ${at}`, unit, ...values, ...SHOWN };
}

/** Ours beside the bare relay on workerd, with budgets, and beside the Node broadcaster, for information. */
export function compareFanOut(streams: number, measures: FanOutMeasures): Figure[] {
  const at = `${streams.toLocaleString('en')} streams`;
  const missing = measures.ours.reduce((sum, measure) => sum + measure.missing, 0);
  return [
    ...ROWS.map((row) => besideBareRelay(row, at, measures)),
    { group: 'fan-out', name: `frames missing, ${at}`, unit: '', ours: missing, ...countAtMost(0) },
    ...ROWS.map((row) => besideNode(row, at, measures)),
  ];
}

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
