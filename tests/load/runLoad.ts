import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openHandles, ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import {
  parseRecording,
  type Recording,
  readRecording,
  replayRecording,
} from '#worker/dev/simulator/simulatedSource.ts';
import { stormModel } from '#worker/dev/simulator/stormModel.ts';
import type { AudienceOrder, AudienceVerdict, TrueStrike } from './viewers.ts';

const DAY_MS = 24 * 3_600_000;
const BUSY_MINUTES = 20;
/** A July day, so that the made-up recording is the same wherever and whenever it is made. */
const STORM_DAY_MS = Date.UTC(2026, 6, 14);

/** The busiest stretch of a recording, cut out and laid at its start. */
function busiest(recording: Recording, lengthMs: number): Recording {
  const { offsetsMs } = recording;
  let best = { from: 0, to: 0 };
  for (let from = 0, to = 0; from < offsetsMs.length; from += 1) {
    while (to < offsetsMs.length && (offsetsMs[to] ?? 0) < (offsetsMs[from] ?? 0) + lengthMs) to += 1;
    if (to - from > best.to - best.from) best = { from, to };
  }
  const firstMs = offsetsMs[best.from] ?? 0;
  return {
    offsetsMs: offsetsMs.slice(best.from, best.to).map((offset) => offset - firstMs),
    latitudes: recording.latitudes.slice(best.from, best.to),
    longitudes: recording.longitudes.slice(best.from, best.to),
  };
}

/** A recorded day if one is stored next to the project, else a day of simulated storms; its busiest twenty minutes. */
export async function stormRecording(): Promise<{ recording: Recording; name: string }> {
  const beside = join(projectRoot, '..', 'shared', 'recordings', 'glm-day.csv.gz');
  const path = process.env.RECORDING ?? beside;
  if (existsSync(path)) {
    return { recording: busiest(await readRecording(path), BUSY_MINUTES * 60_000), name: 'observed day' };
  }
  const strikes = stormModel(1).strikesBetween(STORM_DAY_MS, STORM_DAY_MS + DAY_MS);
  const rows = strikes.map((strike) => `${strike.atMs - STORM_DAY_MS},${strike.latitude},${strike.longitude}`);
  const csv = ['offset_ms,latitude,longitude', ...rows].join('\n');
  return { recording: busiest(parseRecording(csv), BUSY_MINUTES * 60_000), name: 'simulated day' };
}

interface LoadOptions {
  readonly viewers: number;
  readonly seconds: number;
  readonly seed: number;
  readonly print: (line: string) => void;
  /** What happens in the middle of the plateau, in place of the first relay's death. */
  readonly midway?: (product: Product) => Promise<void>;
}

interface LoadSample {
  readonly second: number;
  readonly megabytes: number;
  readonly handles: number;
  readonly calls: number;
}

interface LoadReport extends AudienceVerdict {
  readonly strikes: number;
  readonly callsPerMinute: number;
  readonly samples: readonly LoadSample[];
}

const WORLD = 'bbox=-180,-90,180,90';
/** A strike that a viewer has not got this long after the reference is lost. */
const LOST_AFTER_MS = 20_000;
const REPORT_EVERY = 10;

/**
 * A storm of real shape, watched by `viewers` who behave like people: a ramp of a quarter of the time, a plateau, and
 * in its middle the death of the first relay, after which its whole audience comes back at once.
 */
export async function runLoad({ viewers, seconds, seed, print, midway }: LoadOptions): Promise<LoadReport> {
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
      if (second % REPORT_EVERY === 0)
        print(`${second} s: ${megabytes.toFixed(0)} MB, ${openHandles(pid)} handles, ${calls} calls`);
    }, 1000);
    const rampMs = seconds * 250;
    const plateauMs = seconds * 750;
    const start: AudienceOrder = { kind: 'start', url: product.url, viewers, rampMs, plateauMs, seed };
    audience.send(start);
    await wait(rampMs + plateauMs / 2);
    if (!midway) print('the first relay is killed: its audience comes back at once');
    await Promise.all([midway ? midway(product) : product.kill('RELAY', 'relay:0'), wait(plateauMs / 2)]);
    const groundTruth = groundTruthOf(
      reference,
      product.simulator.calls().recent.map(({ atMs }) => atMs),
    );
    const calls = product.simulator.calls().total - callsBefore;
    const minutes = (Date.now() - fromMs) / 60_000;
    const verdict = await settledVerdict(audience, groundTruth);
    return { ...verdict, strikes: groundTruth.length, callsPerMinute: calls / minutes, samples };
  } finally {
    clearInterval(sampling);
    await endProcess(audience);
    await reference.close();
    await product.close();
  }
}

/** Judges the audience once nothing is missing any more, or when it is too late. */
async function settledVerdict(audience: ChildProcess, groundTruth: readonly TrueStrike[]): Promise<AudienceVerdict> {
  const deadline = Date.now() + LOST_AFTER_MS;
  for (;;) {
    const evaluated = nextMessage<AudienceVerdict>(audience);
    audience.send({ kind: 'judge', groundTruth } satisfies AudienceOrder);
    const verdict = await evaluated;
    if (verdict.missing === 0 || Date.now() > deadline) return verdict;
    await wait(500);
  }
}

/** The strikes of the reference, by ordinal, each with the call that must have returned it: the last one before its arrival. */
function groundTruthOf(reference: LiveClient, callTimesMs: readonly number[]): TrueStrike[] {
  return reference
    .strikes()
    .map(([id, latitude, longitude, , ordinal]): TrueStrike => {
      const notifiedMs = reference.firstReportedMs.get(id) ?? 0;
      return [ordinal, latitude, longitude, callTimesMs.findLast((atMs) => atMs <= notifiedMs) ?? null];
    })
    .sort(([a], [b]) => a - b);
}
