import { type FanOutMeasure, type FanOutPlan, measureFanOut } from '#tests/bench/fanOut/measureFanOut.ts';
import { bundlePublishingWorker, startRelay, withTarget } from '#tests/bench/fanOut/Target.ts';
import { atMost, exactly, type FigureRow, type LoadOutcome, visible } from '#tests/report/RunResult.ts';
import { canMakeWorlds, endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { runLoad } from './runLoad.ts';

/** On a machine that others use, the tail of a delivery is mostly theirs. */
const LATE_P99_MS = 2_000;
const SLOW_RATIO = 3;

function rowsBeside(whom: string, { alone, besideStalled, dropped, stalled }: SlowReadersReport): FigureRow[] {
  return [
    atMost(`p99 beside ${whom} to p99 alone`, besideStalled.p99Ms / alone.p99Ms, SLOW_RATIO, 2),
    exactly(`${whom} dropped`, dropped, stalled),
    exactly(`frames missing beside ${whom}`, besideStalled.missing),
    visible(`memory added alone, MB (${whom})`, alone.grownBytes / 2 ** 20),
    visible(`memory added beside ${whom}, MB`, besideStalled.grownBytes / 2 ** 20),
  ];
}

/** An audience that behaves like people in a storm, then slow readers and half-open sockets. */
export async function stormLoad(
  viewers: number,
  seconds: number,
  seed: number,
  print: (line: string) => void,
): Promise<LoadOutcome> {
  print(`${viewers} viewers for ${seconds} s, seed ${seed}`);
  const report = await runLoad({ viewers, seconds, seed, print });
  print('slow readers: 50 alone, then beside 50 that never read …');
  const slow = await runSlowReaders();
  print('half-open sockets: 50 alone, then beside 50 whose network vanished …');
  const halfOpen = await runHalfOpen();
  if (!halfOpen) print('  left out: this system has no network namespaces of ours');
  const rows: FigureRow[] = [
    ['strikes', report.strikes, '', report.strikes > 0],
    ['streams opened', report.connections, `≥ ${viewers}`, report.connections >= viewers],
    visible('refused (503)', report.refusals),
    exactly('resets', report.resets),
    ['strikes that viewers were due', report.expected, '> 0', report.expected > 0],
    exactly('lost', report.missing),
    exactly('doubled', report.doubled),
    exactly('outside the view', report.unexpected),
    visible('from the call to the viewer, p50, ms', report.p50Ms),
    atMost('from the call to the viewer, p99, ms', report.p99Ms, LATE_P99_MS),
    atMost('upstream calls a minute', report.callsPerMinute, 120),
    visible('memory at the end, MB', report.samples.at(-1)?.megabytes ?? Number.NaN),
    ...rowsBeside('slow readers', slow),
    ...(halfOpen ? rowsBeside('half-open sockets', halfOpen) : []),
  ];
  const acts = { title: 'what viewers did', columns: ['act', 'times'], rows: Object.entries(report.acts) };
  return { title: `npm run tools -- load, ${viewers} viewers, ${seconds} s`, rows, tables: [acts] };
}

/** Readers next to others whose network vanished; undefined where this system has no network namespaces of ours. */
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

/** Fifty readers, alone and then together with fifty that stall, under a flood of frames of 50 kB. */
export async function runSlowReaders(stall: Stall = {}): Promise<SlowReadersReport> {
  const script = await bundlePublishingWorker();
  const run = (stalled: number) =>
    withTarget(
      () => startRelay(script),
      async (target) => {
        const plan = { streams: STREAMS, stalled, ...FLOOD, ...(stalled > 0 ? stall : {}) };
        const measure = await measureFanOut(target, plan);
        return { measure, dropped: (await target.dropped?.()) ?? 0 };
      },
    );
  const [alone, beside] = [await run(0), await run(STALLED)];
  return { alone: alone.measure, besideStalled: beside.measure, dropped: beside.dropped, stalled: STALLED };
}
