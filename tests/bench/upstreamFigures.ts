import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { stormRecording } from '#tests/load/stormRecording.ts';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { startSimulator } from '#worker/dev/simulator/startSimulator.ts';
import type { Figure } from './Figure.ts';
import type { ReadersOrder, ReadersReport } from './fanOut/readers.ts';

interface UpstreamOptions {
  readonly viewers: readonly number[];
  readonly seconds: number;
  readonly pollIntervalMs: number;
  readonly tell: (line: string) => void;
}

const VIEW = { west: 20, south: 40, east: 26, north: 44 };
const POLLING_CLIENTS = 10;
/** In three poll intervals: the polls, and a sweep or two. */
const CALLS_IN_RHYTHM = 6;
const MOST_LOOKS = 8;

/** Calls a minute at the simulated provider while `viewers` watch through us. */
async function ownCallsPerMinute(viewers: number, { seconds, pollIntervalMs }: UpstreamOptions): Promise<number> {
  const { recording } = await stormRecording();
  const source = replayRecording(recording, { startMs: Date.now() - 60_000, speed: 1, atEnd: 'loop' });
  const product = await startProduct({
    simulator: { source },
    vars: { POLL_INTERVAL_MS: String(pollIntervalMs), RELAY_MAX_STREAMS: '1500' },
  });
  const readers = spawnModule(import.meta.url, './fanOut/readers.ts');
  try {
    const opened = nextMessage<ReadersReport>(readers);
    const url = `${product.url}/api/v1/live?cells=4/9/5,4/8/5`;
    readers.send({ kind: 'open', url, count: viewers, stalled: 0 } satisfies ReadersOrder);
    await opened;
    // The first reads fetch the day before: the rhythm comes after them.
    let calls = product.simulator.calls().total;
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      await wait(3 * pollIntervalMs);
      const since = product.simulator.calls().total - calls;
      calls += since;
      if (since <= CALLS_IN_RHYTHM) break;
    }
    await wait(seconds * 1000);
    return ((product.simulator.calls().total - calls) / seconds) * 60;
  } finally {
    await endProcess(readers);
    await product.close();
  }
}

async function pollingCallsPerMinute({ seconds, pollIntervalMs }: UpstreamOptions): Promise<number> {
  const simulator = await startSimulator();
  const stops = Array.from({ length: POLLING_CLIENTS }, () =>
    startPollingClient(simulator.url, VIEW, 3_600_000, pollIntervalMs),
  );
  await wait(seconds * 1000);
  const { total } = simulator.calls();
  for (const stop of stops) stop();
  await simulator.close();
  return (total / POLLING_CLIENTS / seconds) * 60;
}

/** Calls to the provider by audience, against browsers that each ask it themselves. */
export async function upstreamFigures(options: UpstreamOptions): Promise<Figure[]> {
  options.tell(`upstream: ${POLLING_CLIENTS} browsers that poll by themselves, ${options.seconds} s`);
  const each = await pollingCallsPerMinute(options);
  const figures: Figure[] = [];
  for (const viewers of options.viewers) {
    options.tell(`upstream: ${viewers} viewers, ${options.seconds} s`);
    const ours = await ownCallsPerMinute(viewers, options);
    figures.push({
      group: 'upstream',
      name: `calls with ${viewers.toLocaleString('en')} viewers`,
      unit: 'calls/min',
      ours,
      baseline: each * viewers,
      kind: 'count',
      budget: { of: 'ratio', most: 2.5 / viewers },
    });
  }
  return figures;
}

const LIMIT = 300;

/**
 * A browser as the specification describes it, kept as fresh as ours: it asks the provider itself for its bounds and
 * window, again every `everyMs`. Returns how it is stopped.
 */
function startPollingClient(providerUrl: string, bbox: BBox, windowMs: number, everyMs: number): () => void {
  const ask = async () => {
    const nowMs = Date.now();
    const query = `bbox=${formatBBox(bbox)}&from=${isoMillis(nowMs - windowMs)}&to=${isoMillis(nowMs)}&limit=${LIMIT}`;
    const address = `${providerUrl}/radar/api/v1/event/list?${query}&event_type=strike_cloud_to_ground`;
    const response = await fetch(address);
    await response.json();
  };
  const timer = setInterval(() => void ask().catch(() => {}), everyMs);
  return () => clearInterval(timer);
}
