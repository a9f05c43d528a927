import { ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import type { SimulatedStrike, StrikeSource } from '#worker/dev/simulator/sky/strikeSource.ts';

export interface MemorySample {
  readonly minute: number;
  readonly megabytes: number;
  /** Calls to the provider so far. */
  readonly calls: number;
}

export interface MemoryReport {
  readonly samples: readonly MemorySample[];
  readonly strikes: number;
  /** Of the strikes, those that the viewer was not told, or was told more than once. */
  readonly missing: number;
  readonly doubled: number;
  /** Streams the viewer opened: one, unless it was cut off. */
  readonly connections: number;
}

const SAMPLE_MS = 10_000;
const STRIKE_EVERY_MS = 300;
const SETTLE_MS = 30_000;

/** A strike each 300 ms somewhere in the home region, for as long as anybody asks: a storm that never ends. */
function steadyRain(endMs: number): StrikeSource {
  const strikeAt = (index: number): SimulatedStrike => {
    const random = seededRandom(index);
    const place = { latitude: 36 + random() * 11, longitude: 14 + random() * 16 };
    return { id: `s${index}`, ...place, atMs: index * STRIKE_EVERY_MS };
  };
  return {
    strikesBetween: (fromMs, toMs) => {
      const first = Math.ceil(fromMs / STRIKE_EVERY_MS);
      const count = Math.ceil(Math.min(toMs, endMs) / STRIKE_EVERY_MS) - first;
      return Array.from({ length: Math.max(0, count) }, (_, index) => strikeAt(first + index));
    },
  };
}

/**
 * The product beside a provider that is asked twenty times as often as by default, with one viewer of the home region:
 * what does workerd's memory grow by, and does the viewer get every strike once?
 */
export async function runMemorySoak(minutes: number, tell: (line: string) => void): Promise<MemoryReport> {
  const beginMs = Date.now();
  const endMs = beginMs + minutes * 60_000;
  const product = await startProduct({
    simulator: { source: steadyRain(endMs), historyMs: 3_600_000 },
    vars: { PROVIDER_MAX_RPS: '8', POLL_INTERVAL_MS: '250' },
  });
  const viewer = new LiveClient(product.url, 'bbox=13,34,31,48');
  const samples: MemorySample[] = [];
  try {
    await product.runtime.cron();
    const firstMs = Math.ceil(Date.now() / STRIKE_EVERY_MS) * STRIKE_EVERY_MS;
    while (Date.now() < endMs) {
      await wait(SAMPLE_MS);
      const minute = (Date.now() - beginMs) / 60_000;
      const calls = product.simulator.calls().total;
      samples.push({ minute, megabytes: residentBytes(ownWorkerd()) / 2 ** 20, calls });
      const last = samples.at(-1);
      if (samples.length % 6 === 0) tell(`${minute.toFixed(1)} min: ${last?.megabytes.toFixed(1)} MB, ${calls} calls`);
    }
    await wait(SETTLE_MS);
    const count = Math.floor((endMs - firstMs) / STRIKE_EVERY_MS) - 1;
    const ids = Array.from({ length: count }, (_, index) => `s${firstMs / STRIKE_EVERY_MS + index}`);
    return {
      samples,
      strikes: ids.length,
      missing: ids.filter((id) => !viewer.told.has(id)).length,
      doubled: [...viewer.told.values()].filter((times) => times > 1).length,
      connections: viewer.connections,
    };
  } finally {
    await viewer.close();
    await product.close();
  }
}
