import { HOME_BOX as BOX } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { openHandles, ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { stormRecording } from '#tests/load/stormRecording.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import type { HeapParts } from './heapParts.ts';
import { screenDrift } from './slope.ts';
import { openSoakPage, type PageFigures } from './soakPage.ts';

export interface SoakSample extends PageFigures {
  readonly minute: number;
  readonly workerMegabytes: number;
  readonly handles: number;
  /** Strikes that the provider holds for the page's box and window. */
  readonly truth: number;
}

export interface SoakReport {
  readonly samples: readonly SoakSample[];
  /** The page's heap from the end of the warm-up on. */
  readonly heap: readonly (HeapParts & { readonly minute: number })[];
  readonly strikesPerMinute: number;
  readonly cuts: number;
  readonly contextLosses: number;
  readonly pageErrors: readonly string[];
  /** Strikes by which screen and truth differ once the last strikes have had time to arrive. */
  readonly finalDrift: number;
}

const PER_MINUTE = 400;
const LOOK_MS = 10_000;
/** Samples of a run: each collects the page's garbage, and done too often that is what one would measure. */
const SAMPLES = 30;
/** The page counts once a second, and reading it takes time too. */
const LOOKED_AT_MS = 3_000;
const SETTLE_MS = 40_000;
const WINDOW_MS = 3_600_000;
/** The home region, which the page shows whole. */

/** The part of a run in which caches fill and the hour on the screen begins to; growth counts after it. */
export const WARM_UP = 1 / 3;

/** Looks into the heap are this part of a run apart. */
const HEAP_LOOKS = 6;

/** At which part of the run which canvas loses its context. */
const CONTEXT_LOSSES = [
  { after: 0.25, of: 'strikes' },
  { after: 0.5, of: 'map' },
  { after: 0.75, of: 'strikes' },
] as const;

/** A recording sped up or slowed down to 400 strikes a minute in the box, from now on, round and round. */
async function steadyStorm(endsMs: number) {
  const { recording } = await stormRecording();
  const { offsetsMs, latitudes, longitudes } = recording;
  const inBox = longitudes.filter((longitude, index) => bboxContains(BOX, longitude, latitudes[index] ?? 0)).length;
  const recordedMinutes = (offsetsMs.at(-1) ?? 60_000) / 60_000;
  const speed = PER_MINUTE / (inBox / recordedMinutes);
  const storm = replayRecording(recording, { startMs: Date.now(), speed, atEnd: 'loop' });
  return {
    strikesBetween: (fromMs: number, toMs: number) =>
      storm
        .strikesBetween(fromMs, Math.min(toMs, endsMs))
        .filter(({ longitude, latitude }) => bboxContains(BOX, longitude, latitude)),
  };
}

const truthAt = (product: Product, nowMs: number) => {
  return product.simulator.truth(BOX, nowMs - WINDOW_MS, nowMs).length;
};

function sampleText({ minute, workerMegabytes, heapMegabytes, nodes, inView, truth }: SoakSample): string {
  const memory = `Worker ${workerMegabytes.toFixed(0)} MB, page ${heapMegabytes.toFixed(2)} MB, ${nodes} nodes`;
  return `${minute.toFixed(1)} min: ${memory}, ${inView} on screen of ${truth}`;
}

/** The map left open in a storm of 400 strikes a minute for `minutes`, its feed cut once a minute, its WebGL contexts lost. */
export async function runSoak(minutes: number, tell: (line: string) => void): Promise<SoakReport> {
  const beginMs = Date.now();
  const endsMs = beginMs + minutes * 60_000;
  const product = await startProduct({ simulator: { source: await steadyStorm(endsMs) } });
  const page = await openSoakPage(product.url);
  const pid = ownWorkerd();
  const samples: SoakSample[] = [];
  let cuts = 0;
  const losses = [...CONTEXT_LOSSES];
  const sample = async () => {
    const figures = await page.read();
    const minute = (Date.now() - beginMs) / 60_000;
    const workerMegabytes = residentBytes(pid) / 2 ** 20;
    const taken = {
      minute,
      workerMegabytes,
      handles: openHandles(pid),
      truth: truthAt(product, Date.now()),
      ...figures,
    };
    samples.push(taken);
    return taken;
  };
  const heap: (HeapParts & { minute: number })[] = [];
  const takeHeap = async () => {
    heap.push({ minute: (Date.now() - beginMs) / 60_000, ...(await page.heapParts()) });
  };
  try {
    while (Date.now() < endsMs) {
      await wait(LOOK_MS);
      const minute = (Date.now() - beginMs) / 60_000;
      if (minute * SAMPLES >= samples.length * minutes) tell(sampleText(await sample()));
      if (minute >= minutes * (WARM_UP + heap.length / HEAP_LOOKS)) await takeHeap();
      if (Math.floor(minute) > cuts) {
        cuts += 1;
        await product.kill(cuts % 5 === 0 ? 'FEED' : 'RELAY', cuts % 5 === 0 ? 'feed' : 'relay:0');
      }
      const due = losses[0];
      if (due && minute >= minutes * due.after) {
        losses.shift();
        await page.loseContext(due.of);
        tell(`${minute.toFixed(1)} min: the context of the ${due.of} was lost and is back`);
      }
    }
    await takeHeap();
    tell(`the storm is over; ${SETTLE_MS / 1000} s for the last strikes to arrive`);
    await wait(SETTLE_MS);
    const last = await sample();
    const strikesPerMinute = product.simulator.truth(BOX, beginMs, endsMs).length / minutes;
    const contextLosses = CONTEXT_LOSSES.length - losses.length;
    return {
      samples,
      heap,
      strikesPerMinute,
      cuts,
      contextLosses,
      pageErrors: page.errors,
      finalDrift: screenDrift(last.inView, last.truth, truthAt(product, Date.now() - LOOKED_AT_MS)),
    };
  } finally {
    await page.close();
    await product.close();
  }
}
