import type { ChildProcess } from 'node:child_process';
import { openHandles, ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { stormRecording } from './stormRecording.ts';
import type { TrueStrike } from './Viewer.ts';
import type { AudienceOrder, AudienceVerdict } from './viewers.ts';

export interface LoadOptions {
  readonly viewers: number;
  readonly seconds: number;
  readonly seed: number;
  readonly tell: (line: string) => void;
  /** What happens in the middle of the plateau, in place of the first relay's death. */
  readonly midway?: (product: Product) => Promise<void>;
}

export interface LoadSample {
  readonly second: number;
  readonly megabytes: number;
  readonly handles: number;
  readonly calls: number;
}

export interface LoadReport extends AudienceVerdict {
  readonly strikes: number;
  readonly callsPerMinute: number;
  readonly samples: readonly LoadSample[];
}

const WORLD = 'bbox=-180,-90,180,90';
/** A strike that a viewer has not got this long after the reference is lost. */
const LOST_AFTER_MS = 20_000;
const TELL_EVERY = 10;

/**
 * A storm of real shape, watched by `viewers` who behave like people: a ramp of a quarter of the time, a plateau, and
 * in its middle the death of the first relay, after which its whole audience comes back at once.
 */
export async function runLoad({ viewers, seconds, seed, tell, midway }: LoadOptions): Promise<LoadReport> {
  const { recording } = await stormRecording();
  const source = replayRecording(recording, { startMs: Date.now() - 60_000, speed: 1, atEnd: 'loop' });
  const product = await startProduct({ simulator: { source } });
  const audience = spawnModule(import.meta.url, './viewers.ts');
  const reference = new LiveClient(product.url, WORLD);
  const samples: LoadSample[] = [];
  let sampling: NodeJS.Timeout | undefined;
  try {
    await reference.until(() => reference.events.length > 0, 'hello');
    const pid = ownWorkerd();
    const fromMs = Date.now();
    const callsBefore = product.simulator.calls().total;
    sampling = setInterval(() => {
      const second = Math.round((Date.now() - fromMs) / 1000);
      const megabytes = residentBytes(pid) / 2 ** 20;
      const calls = product.simulator.calls().total - callsBefore;
      samples.push({ second, megabytes, handles: openHandles(pid), calls });
      if (second % TELL_EVERY === 0)
        tell(`${second} s: ${megabytes.toFixed(0)} MB, ${openHandles(pid)} handles, ${calls} calls`);
    }, 1000);
    const rampMs = seconds * 250;
    const plateauMs = seconds * 750;
    const start: AudienceOrder = { kind: 'start', url: product.url, viewers, rampMs, plateauMs, seed };
    audience.send(start);
    await wait(rampMs + plateauMs / 2);
    if (!midway) tell('the first relay is killed: its audience comes back at once');
    await Promise.all([midway ? midway(product) : product.kill('RELAY', 'relay:0'), wait(plateauMs / 2)]);
    const truth = truthOf(
      reference,
      product.simulator.calls().recent.map(({ atMs }) => atMs),
    );
    const calls = product.simulator.calls().total - callsBefore;
    const minutes = (Date.now() - fromMs) / 60_000;
    const verdict = await settledVerdict(audience, truth);
    return { ...verdict, strikes: truth.length, callsPerMinute: calls / minutes, samples };
  } finally {
    clearInterval(sampling);
    await endProcess(audience);
    await reference.close();
    await product.close();
  }
}

/** Judges the audience once nothing is missing any more, or when it is too late. */
async function settledVerdict(audience: ChildProcess, truth: readonly TrueStrike[]): Promise<AudienceVerdict> {
  const deadline = Date.now() + LOST_AFTER_MS;
  for (;;) {
    const judged = nextMessage<AudienceVerdict>(audience);
    audience.send({ kind: 'judge', truth } satisfies AudienceOrder);
    const verdict = await judged;
    if (verdict.missing === 0 || Date.now() > deadline) return verdict;
    await wait(500);
  }
}

/** What the reference was told, by ordinal, each with the call that must have shown it: the last one before it was told. */
function truthOf(reference: LiveClient, callTimesMs: readonly number[]): TrueStrike[] {
  return reference
    .strikes()
    .map(([id, latitude, longitude, , ordinal]): TrueStrike => {
      const toldMs = reference.firstToldMs.get(id) ?? 0;
      return [ordinal, latitude, longitude, callTimesMs.findLast((atMs) => atMs <= toldMs) ?? null];
    })
    .sort(([a], [b]) => a - b);
}
