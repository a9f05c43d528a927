import { cpuSeconds, residentBytes } from '#tests/bench/processFigures.ts';
import { percentile } from '#tests/load/percentile.ts';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { wait } from '#tests/support/wait.ts';
import type { ReadersOrder, ReadersReport } from './readers.ts';
import type { Target } from './Target.ts';

export interface FanOutPlan {
  /** Streams that read, and streams that never read after their first bytes. */
  readonly streams: number;
  readonly stalled?: number;
  /** Address of this machine that those connect from. */
  readonly stalledFrom?: string;
  /** Done once every stream is open. */
  readonly beforePublishing?: () => void;
  readonly publishes: number;
  readonly everyMs: number;
  readonly strikesPerPublish: number;
}

export interface FanOutMeasure {
  readonly cpuUsPerDelivery: number;
  /** From the order to publish to a reader's socket, over all deliveries. */
  readonly p99Ms: number;
  /** Time to the last reader, over the publishes. */
  readonly lastP50Ms: number;
  readonly lastP99Ms: number;
  /** Memory of the server that each stream of the second half added. */
  readonly bytesPerStream: number;
  /** Memory of the server that the publishes added. */
  readonly grownBytes: number;
  readonly missing: number;
}

const WARM_UP_PUBLISHES = 2;
const STRIKES_AT_ONCE = 400;

/** Readers in a process of their own, and a function that opens more streams and resolves once all are open. */
function startReaders(url: string) {
  const readers = spawnModule(import.meta.url, './readers.ts');
  const order = (message: ReadersOrder) => readers.send(message);
  const open = async (count: number, stalled = 0, stalledFrom?: string) => {
    const opened = nextMessage<ReadersReport>(readers);
    order({ kind: 'open', url, count, stalled, stalledFrom });
    await opened;
    await wait(200);
  };
  return { readers, order, open };
}

export interface HeapMeasure {
  /** What each stream of the second half added. */
  readonly bytesPerStream: number;
  /** With all streams open, and `strikes` strikes published, which the relay holds. */
  readonly bytesInAll: number;
}

/** What the relay's isolate holds, as V8 counts it. */
export async function measureHeap(target: Target, streams: number, strikes: number): Promise<HeapMeasure> {
  const { readers, open } = startReaders(target.url);
  const heapBytes = () => target.heapBytes?.() ?? Number.NaN;
  try {
    const first = Math.floor(streams / 2);
    await open(first);
    const halfBytes = await heapBytes();
    await open(streams - first);
    const bytesPerStream = ((await heapBytes()) - halfBytes) / (streams - first);
    for (let published = 0; published < strikes; published += STRIKES_AT_ONCE) await target.publish(STRIKES_AT_ONCE);
    return { bytesPerStream, bytesInAll: await heapBytes() };
  } finally {
    await endProcess(readers);
  }
}

/** Opens the streams at the target from a process of their own, publishes, and says what a delivery cost. */
export async function measureFanOut(target: Target, plan: FanOutPlan): Promise<FanOutMeasure> {
  const { streams, stalled = 0, stalledFrom, publishes, everyMs, strikesPerPublish } = plan;
  const { readers, order, open } = startReaders(target.url);
  try {
    // The first streams pay for what a server loads once.
    const first = Math.floor(streams / 2);
    await open(first);
    const halfBytes = residentBytes(target.pid);
    await open(streams - first, stalled, stalledFrom);
    const openBytes = residentBytes(target.pid);
    plan.beforePublishing?.();
    const publishedMs: number[] = [];
    let cpuBefore = 0;
    for (let publish = 0; publish < WARM_UP_PUBLISHES + publishes; publish += 1) {
      const dueMs = performance.now() + everyMs;
      if (publish === WARM_UP_PUBLISHES) cpuBefore = cpuSeconds(target.pid);
      publishedMs.push(performance.timeOrigin + performance.now());
      await target.publish(strikesPerPublish);
      await wait(Math.max(0, dueMs - performance.now()));
    }
    const collected = nextMessage<ReadersReport>(readers);
    order({ kind: 'collect', frames: WARM_UP_PUBLISHES + publishes });
    const report = await collected;
    const cpu = cpuSeconds(target.pid) - cpuBefore;
    const grownBytes = residentBytes(target.pid) - openBytes;
    const delays = (report.kind === 'arrivals' ? report.frames : [])
      .map((times, publish) => times.map((atMs) => atMs - (publishedMs[publish] ?? 0)))
      .slice(WARM_UP_PUBLISHES);
    const all = delays.flat();
    const last = delays.map((times) => Math.max(...times));
    return {
      cpuUsPerDelivery: (cpu / (streams * publishes)) * 1e6,
      p99Ms: percentile(all, 99),
      lastP50Ms: percentile(last, 50),
      lastP99Ms: percentile(last, 99),
      bytesPerStream: (openBytes - halfBytes) / (streams - first + stalled),
      grownBytes,
      missing: streams * publishes - all.length,
    };
  } finally {
    await endProcess(readers);
  }
}
