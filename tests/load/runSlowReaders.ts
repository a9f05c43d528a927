import { type FanOutMeasure, type FanOutPlan, measureFanOut } from '#tests/bench/fanOut/measureFanOut.ts';
import { bundlePublishingWorker, startRelay } from '#tests/bench/fanOut/Target.ts';

export interface SlowReadersReport {
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
export type Stall = Pick<FanOutPlan, 'stalledFrom' | 'beforePublishing'>;

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
