import { ownWorkerd, residentBytes } from '#tests/bench/processFigures.ts';
import { beginRun, tableText } from '#tests/report/RunResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import type { SimulatedSource, SimulatedStrike } from '#worker/dev/simulator/sky/simulatedSource.ts';
import { slope } from './slope.ts';

interface MemorySample {
  readonly minute: number;
  readonly megabytes: number;
  /** Calls to the provider so far. */
  readonly calls: number;
}

interface MemoryReport {
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
function steadyRain(endMs: number): SimulatedSource {
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
async function runMemorySoak(minutes: number, tell: (line: string) => void): Promise<MemoryReport> {
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

/** `npm run memory-soak [-- minutes]`: what does workerd's memory grow by at twenty times the usual number of calls? */
const minutes = Number(process.argv[2] ?? 45);
const tell = (line: string) => process.stdout.write(`${line}\n`);

/** The part of a run that is judged: before it, caches and the relay's ring of 15 minutes fill. */
const JUDGED_MINUTES = 30;
const MOST_MB_AN_HOUR = 5;

const finish = beginRun('memory-soak', `npm run memory-soak -- ${minutes}`);
await bundleOnce();
const { samples, strikes, missing, doubled, connections } = await runMemorySoak(minutes, tell);

const judged = minutes > JUDGED_MINUTES;
const settled = samples.filter(({ minute }) => minute >= minutes - JUDGED_MINUTES);
const megabytesAnHour = slope(settled.map(({ minute, megabytes }) => [minute / 60, megabytes] as const));
const most = Math.max(...samples.map(({ megabytes }) => megabytes));
const calls = samples.at(-1)?.calls ?? 0;
const settledCalls = calls - (settled[0]?.calls ?? 0);
const settledHours = Math.min(minutes, JUDGED_MINUTES) / 60;
const rows: [string, number, string, boolean][] = [
  ['calls to the provider', calls, '', true],
  ['calls a minute', Math.round(calls / minutes), '≥ 200', calls / minutes >= 200],
  [
    `growth over the last ${Math.min(minutes, JUDGED_MINUTES)} min, MB an hour`,
    Math.round(megabytesAnHour * 10) / 10,
    judged ? `≤ ${MOST_MB_AN_HOUR}` : '',
    !judged || megabytesAnHour <= MOST_MB_AN_HOUR,
  ],
  ['growth a call, bytes', Math.round((megabytesAnHour * settledHours * 2 ** 20) / settledCalls), '', true],
  ['most memory, MB', Math.round(most), '', true],
  ['strikes', strikes, '', strikes > 0],
  ['missing, doubled', missing + doubled, '0', missing + doubled === 0],
  ['streams that the viewer opened', connections, '1', connections === 1],
];
const table = {
  title: `npm run memory-soak, ${minutes} min`,
  columns: ['figure', 'measured', 'budget', 'verdict'],
  rows: rows.map(([name, value, budget, kept]) => [name, value, budget, budget ? (kept ? 'pass' : 'falls short') : '']),
};
const points = samples.map(({ minute, megabytes }) => [minute, megabytes] as const);
const plots = [{ title: 'memory', xUnit: 'min', yUnit: 'MB', lines: [{ name: 'workerd', points }] }];
const pass = rows.every(([, , , kept]) => kept);
tell(`\n${tableText(table)}`);
tell(`${pass ? 'PASS' : 'FAIL'}; written to ${await finish({ pass, tables: [table], plots })}`);
process.exit(pass ? 0 : 1);
