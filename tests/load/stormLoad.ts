import { type FanOutMeasure, type FanOutPlan, measureFanOut } from '#tests/bench/fanOut/measureFanOut.ts';
import { bundlePublishingWorker, startRelay } from '#tests/bench/fanOut/Target.ts';
import type { FigureRow, LoadOutcome, Table } from '#tests/report/RunResult.ts';
import { canMakeWorlds, endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { runLoad } from './runLoad.ts';

/** On a machine that others use, the tail of a delivery is mostly theirs. */
const LATE_P99_MS = 2_000;
const SLOW_RATIO = 3;

function rowsBeside(whom: string, { alone, besideStalled, dropped, stalled }: SlowReadersReport): FigureRow[] {
  const ratio = besideStalled.p99Ms / alone.p99Ms;
  return [
    [`p99 beside ${whom} to p99 alone`, Math.round(ratio * 100) / 100, `≤ ${SLOW_RATIO}`, ratio <= SLOW_RATIO],
    [`${whom} dropped`, dropped, String(stalled), dropped === stalled],
    [`frames missing beside ${whom}`, besideStalled.missing, '0', besideStalled.missing === 0],
    [`memory added alone, MB (${whom})`, Math.round(alone.grownBytes / 2 ** 20), '', true],
    [`memory added beside ${whom}, MB`, Math.round(besideStalled.grownBytes / 2 ** 20), '', true],
  ];
}

/** An audience that behaves like people in a storm, then slow readers and half-open sockets. */
export async function stormLoad(
  viewers: number,
  seconds: number,
  seed: number,
  tell: (line: string) => void,
): Promise<LoadOutcome> {
  tell(`${viewers} viewers for ${seconds} s, seed ${seed}`);
  const report = await runLoad({ viewers, seconds, seed, tell });
  tell('slow readers: 50 alone, then beside 50 that never read …');
  const slow = await runSlowReaders();
  tell('half-open sockets: 50 alone, then beside 50 whose network vanished …');
  const halfOpen = await runHalfOpen();
  if (!halfOpen) tell('  left out: this system has no network namespaces of ours');
  const rows: FigureRow[] = [
    ['strikes', report.strikes, '', report.strikes > 0],
    ['streams opened', report.connections, `≥ ${viewers}`, report.connections >= viewers],
    ['refused (503)', report.refusals, '', true],
    ['resets', report.resets, '0', report.resets === 0],
    ['strikes that viewers were due', report.expected, '> 0', report.expected > 0],
    ['lost', report.missing, '0', report.missing === 0],
    ['doubled', report.doubled, '0', report.doubled === 0],
    ['outside the view', report.foreign, '0', report.foreign === 0],
    ['from the call to the viewer, p50, ms', Math.round(report.p50Ms), '', true],
    ['from the call to the viewer, p99, ms', Math.round(report.p99Ms), `≤ ${LATE_P99_MS}`, report.p99Ms <= LATE_P99_MS],
    ['upstream calls a minute', Math.round(report.callsPerMinute), '≤ 120', report.callsPerMinute <= 120],
    ['memory at the end, MB', Math.round(report.samples.at(-1)?.megabytes ?? Number.NaN), '', true],
    ...rowsBeside('slow readers', slow),
    ...(halfOpen ? rowsBeside('half-open sockets', halfOpen) : []),
  ];
  const acts: Table = {
    title: 'what viewers did',
    columns: ['act', 'times'],
    rows: Object.entries(report.acts),
  };
  return { title: `npm run tools -- load, ${viewers} viewers, ${seconds} s`, rows, tables: [acts] };
}

/** Readers beside others whose network vanished; undefined where this system has no network namespaces of ours. */
async function runHalfOpen(): Promise<SlowReadersReport | undefined> {
  if (!canMakeWorlds()) return undefined;
  const child = spawnModule(import.meta.url, './halfOpenReaders.ts', { kind: 'net', arrange: 'ip link set lo up' });
  try {
    return await nextMessage<SlowReadersReport>(child);
  } finally {
    await endProcess(child);
  }
}

interface SlowReadersReport {
  readonly alone: FanOutMeasure;
  readonly besideStalled: FanOutMeasure;
  /** Readers that the relay gave up, of those that stalled. */
  readonly dropped: number;
  readonly stalled: number;
}

const STREAMS = 50;
const STALLED = 50;
/** Enough to fill what the kernel holds for a socket (3 to 8 MB on loopback) and the queue behind it. */
const FLOOD = { publishes: 200, everyMs: 100, strikesPerPublish: 2_500 };

/** Readers that stop reading, or whose network takes what is sent to them and says nothing. */
type Stall = Pick<FanOutPlan, 'stalledFrom' | 'beforePublishing'>;

/** Fifty readers, alone and then beside fifty that stall, under a flood of frames of 50 kB. */
export async function runSlowReaders(stall: Stall = {}): Promise<SlowReadersReport> {
  const script = await bundlePublishingWorker();
  const run = async (stalled: number) => {
    const target = await startRelay(script);
    try {
      const plan = { streams: STREAMS, stalled, ...FLOOD, ...(stalled > 0 ? stall : {}) };
      const measure = await measureFanOut(target, plan);
      return { measure, dropped: (await target.dropped?.()) ?? 0 };
    } finally {
      await target.close();
    }
  };
  const alone = await run(0);
  const beside = await run(STALLED);
  return { alone: alone.measure, besideStalled: beside.measure, dropped: beside.dropped, stalled: STALLED };
}
