import { percentile } from '#tests/load/percentile.ts';
import type { Figure } from '../Figure.ts';
import { type FanOutMeasure, type FanOutPlan, measureFanOut } from './measureFanOut.ts';
import { bundlePublishingWorker, startBroadcaster, startRelay, type Target } from './Target.ts';

export interface FanOutOptions {
  readonly streams: readonly number[];
  readonly rounds: number;
  readonly publishes: number;
  readonly everyMs: number;
  /** Rates at which the largest audience is tried for the relay's capacity; none leaves that figure out. */
  readonly capacityRates: readonly number[];
  readonly tell: (line: string) => void;
}

const STRIKES_PER_PUBLISH = 80;
const LATE_MS = 1_000;

async function withTarget<Result>(start: () => Promise<Target>, use: (target: Target) => Promise<Result>) {
  const target = await start();
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

const medianOf = (measures: readonly FanOutMeasure[], figure: keyof FanOutMeasure) =>
  percentile(
    measures.map((measure) => measure[figure]),
    50,
  );

/** Budgets by audience: a thousand is what a relay holds in production; four thousand is beyond it. */
const budgetsOf = (streams: number) =>
  streams > 1_000 ? { cpu: 3.5, last: 2.5, bytes: 5 } : { cpu: 2.5, last: 2, bytes: 6 };

/** What a delivery costs the relay, and how late the last reader is, against a bare Node broadcaster. */
export async function fanOutFigures(options: FanOutOptions): Promise<Figure[]> {
  const script = await bundlePublishingWorker();
  const figures: Figure[] = [];
  for (const streams of options.streams) {
    const ours: FanOutMeasure[] = [];
    const theirs: FanOutMeasure[] = [];
    const plan = {
      streams,
      publishes: options.publishes,
      everyMs: options.everyMs,
      strikesPerPublish: STRIKES_PER_PUBLISH,
    };
    for (let round = 0; round < options.rounds; round += 1) {
      options.tell(`fan-out, ${streams} streams, round ${round + 1} of ${options.rounds}`);
      const runs = [
        async () =>
          ours.push(
            await withTarget(
              () => startRelay(script),
              (target) => measureFanOut(target, plan),
            ),
          ),
        async () => theirs.push(await withTarget(startBroadcaster, (target) => measureFanOut(target, plan))),
      ];
      for (const run of round % 2 === 0 ? runs : runs.toReversed()) await run();
    }
    figures.push(...compare(streams, ours, theirs));
  }
  if (options.capacityRates.length > 0) figures.push(await capacityFigure(script, options));
  return figures;
}

function compare(streams: number, ours: readonly FanOutMeasure[], theirs: readonly FanOutMeasure[]): Figure[] {
  const budgets = budgetsOf(streams);
  const row = (name: string, unit: string, figure: keyof FanOutMeasure, most: number, scale = 1): Figure => ({
    group: 'fan-out',
    name: `${name}, ${streams.toLocaleString('en')} streams`,
    unit,
    ours: medianOf(ours, figure) * scale,
    baseline: medianOf(theirs, figure) * scale,
    kind: 'across processes',
    budget: { of: 'ratio', most },
    shortBudget: { of: 'ratio', most: 3 * most },
  });
  const missing = ours.reduce((sum, measure) => sum + measure.missing, 0);
  return [
    row('CPU per delivery', 'µs', 'cpuUsPerDelivery', budgets.cpu),
    row('to the last client, p50', 'ms', 'lastP50Ms', budgets.last),
    row('to the last client, p99', 'ms', 'lastP99Ms', budgets.last),
    row('memory per stream', 'kB', 'bytesPerStream', budgets.bytes, 1 / 1024),
    {
      group: 'fan-out',
      name: `frames missing, ${streams.toLocaleString('en')} streams`,
      unit: '',
      ours: missing,
      kind: 'count',
      budget: { of: 'ours', most: 0 },
    },
  ];
}

/** The most deliveries a second at which 99 % come within a second, at the largest audience. */
async function capacityFigure(script: string, { streams, capacityRates, tell }: FanOutOptions): Promise<Figure> {
  const largest = Math.max(...streams);
  let reached = 0;
  for (const rate of capacityRates) {
    const plan: FanOutPlan = {
      streams: largest,
      publishes: rate * 6,
      everyMs: 1000 / rate,
      strikesPerPublish: STRIKES_PER_PUBLISH,
    };
    const { p99Ms, missing } = await withTarget(
      () => startRelay(script),
      (target) => measureFanOut(target, plan),
    );
    tell(`capacity: ${largest * rate} deliveries a second, p99 ${p99Ms.toFixed(0)} ms`);
    if (p99Ms > LATE_MS || missing > 0) break;
    reached = largest * rate;
  }
  const name = `relay capacity at p99 ≤ 1 s, ${largest.toLocaleString('en')} streams`;
  const budget = { of: 'ours', least: 4_000 } as const;
  return {
    group: 'fan-out',
    name,
    unit: 'deliveries/s',
    ours: reached,
    kind: 'across processes',
    budget,
    shortBudget: budget,
  };
}
