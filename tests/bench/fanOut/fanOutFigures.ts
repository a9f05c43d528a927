import { countAtMost, type Figure, ratioAtMost, VISIBLE } from '#tests/bench/Figure.ts';
import { medianPair } from '#tests/bench/interleave.ts';
import { type FanOutMeasure, type FanOutPlan, measureFanOut, measureHeap } from './measureFanOut.ts';
import { bundleBareRelay, bundlePublishingWorker, startBareRelay, startRelay, withTarget } from './Target.ts';

/** What the product may add to the platform's cost, where a budget is set. */
const ADDED = ratioAtMost(1.15, 1.6);
const ROWS = [
  { name: 'CPU per delivery', unit: 'µs', of: (measure: FanOutMeasure) => measure.cpuUsPerDelivery, ...ADDED },
  { name: 'memory per stream', unit: 'kB', of: (measure: FanOutMeasure) => measure.bytesPerStream / 1024, ...ADDED },
  { name: 'to the last client, p50', unit: 'ms', of: (measure: FanOutMeasure) => measure.lastP50Ms, ...VISIBLE },
  { name: 'to the last client, p99', unit: 'ms', of: (measure: FanOutMeasure) => measure.lastP99Ms, ...VISIBLE },
];

interface FanOutOptions {
  readonly streams: readonly number[];
  /** Pairs of ours and the bare relay; odd, so that one is in the middle. */
  readonly rounds: number;
  readonly publishes: number;
  readonly everyMs: number;
  readonly print: (line: string) => void;
}

const STRIKES_PER_PUBLISH = 80;
/** A full relay: its streams, and the strikes that it holds at most. */
const FULL = { streams: 1_000, strikes: 60_000 };

/** What a delivery costs the relay and how late the last reader is, compared with a bare relay: the platform's own cost. */
export async function fanOutFigures({ streams: sizes, rounds, print, ...paced }: FanOutOptions): Promise<Figure[]> {
  const [script, bareScript] = await Promise.all([bundlePublishingWorker(), bundleBareRelay()]);
  const start = { ours: () => startRelay(script), baseline: () => startBareRelay(bareScript) };
  const figures: Figure[] = [];
  for (const streams of sizes) {
    const plan: FanOutPlan = { streams, ...paced, strikesPerPublish: STRIKES_PER_PUBLISH };
    const measures: Record<keyof typeof start, FanOutMeasure>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      print(`fan-out, ${streams} streams, round ${round + 1} of ${rounds}`);
      const measure = (who: keyof typeof start) => withTarget(start[who], (target) => measureFanOut(target, plan));
      const early = round % 2 === 0 ? await measure('ours') : undefined;
      const baseline = await measure('baseline');
      measures.push({ ours: early ?? (await measure('ours')), baseline });
    }
    const at = `${streams.toLocaleString('en')} streams`;
    const missing = measures.reduce((sum, { ours }) => sum + ours.missing, 0);
    figures.push(
      ...ROWS.map(({ name, of, ...row }) => {
        const pair = medianPair(measures.map(({ ours, baseline }) => ({ ours: of(ours), baseline: of(baseline) })));
        return { group: 'fan-out', ...row, name: `${name}, ${at}`, ...pair };
      }),
      { group: 'fan-out', name: `frames missing, ${at}`, unit: '', ours: missing, ...countAtMost(0) },
    );
  }
  print('fan-out, what V8 holds');
  const heap = await withTarget(
    () => startRelay(script, true),
    (target) => measureHeap(target, FULL.streams, FULL.strikes),
  );
  return [
    ...figures,
    {
      group: 'fan-out',
      name: 'V8 heap per stream, 1,000 streams',
      unit: 'kB',
      ours: heap.bytesPerStream / 1024,
      ...countAtMost(12),
    },
    {
      group: 'fan-out',
      name: 'V8 heap of the isolate, 1,000 streams and 60,000 strikes',
      unit: 'MB',
      ours: heap.bytesInAll / 2 ** 20,
      // Three of them in one isolate leave a third of its 128 MB free.
      ...countAtMost(28),
    },
  ];
}
