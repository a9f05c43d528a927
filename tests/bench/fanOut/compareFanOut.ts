import { acrossProcesses, type Budget, countAtMost, type Figure, SHOWN } from '#tests/bench/Figure.ts';
import { medianPair } from '#tests/bench/interleave.ts';
import { percentile } from '#tests/load/percentile.ts';
import type { FanOutMeasure } from './measureFanOut.ts';

/** What each contender was measured at, round after round; `bare` pairs with `ours` by index. */
export interface FanOutMeasures {
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
