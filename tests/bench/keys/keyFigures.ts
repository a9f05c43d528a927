import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PLANS, type PlanName } from '#shared/plans.ts';
import { acrossProcesses, countAtMost, type Figure, SHOWN, timeAtMost } from '#tests/bench/Figure.ts';
import { percentile } from '#tests/load/percentile.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { busiestMinute } from '#tests/support/time/busiestMinute.ts';
import { wait } from '#tests/support/wait.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { keyTextOf } from '#worker/keys/keyText.ts';
import { historyPath } from './historyPath.ts';

interface KeyFigureOptions {
  /** Calls with a key, and as many without, of each kind. */
  readonly calls: number;
  /** How long 16 clients ask without rest. */
  readonly seconds: number;
  readonly tell: (line: string) => void;
}

const CLIENTS = 16;
const STREAM = '/api/v1/live?bbox=13,34,31,48';
/** What is alone and what is beside others are measured in turns of this length. */
const TURN_S = 4;

async function madeKey(product: Product, plan: PlanName, at: number): Promise<string> {
  const id = at.toString(16).padStart(8, '0');
  const text = keyTextOf(id, id.repeat(4));
  const db = await product.runtime.miniflare.getD1Database('OUTBOX_DB');
  const sql =
    'INSERT INTO api_key (id, hash, account, holder, plan, scopes, created_at_ms) VALUES (?1, ?2, ?1, ?1, ?3, ?4, 0)';
  await db.prepare(sql).bind(id, hashOf(text), plan, 'read,live').run();
  return text;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
let asked = 0;

async function tookMs(product: Product, path: string, key?: string): Promise<number> {
  const url = `${product.url}${path}`;
  const fromMs = performance.now();
  asked += 1;
  // Each without a key is somebody else.
  const headers = key === undefined ? { 'cf-connecting-ip': `198.51.100.${asked % 250}` } : bearer(key);
  const response = await fetch(url, { headers });
  const answeredMs = performance.now() - fromMs;
  if (response.status !== 200) throw new Error(`${url} answered ${response.status} ${await response.text()}`);
  if (path === STREAM) await response.body?.cancel();
  else await response.arrayBuffer();
  return answeredMs;
}

/** What a key adds at two percentiles: of so many calls of each kind, one after the other in random order. */
async function addedMs(
  product: Product,
  pathOf: () => string,
  key: string,
  calls: number,
): Promise<Record<50 | 95, number>> {
  const random = seededRandom(1);
  const [bare, keyed]: [number[], number[]] = [[], []];
  for (let call = -20; call < 2 * calls; call += 1) {
    // No faster than the plan allows: what waits for its turn is not what is asked here. Nor in step with any timer.
    await wait(((1 + random()) * 1_000) / PLANS.enterprise.callsASecond);
    const isKeyed = random() < 0.5;
    const ms = await tookMs(product, pathOf(), isKeyed ? key : undefined);
    if (call >= 0) (isKeyed ? keyed : bare).push(ms);
  }
  const added = (quantile: number) => percentile(keyed, quantile) - percentile(bare, quantile);
  return { 50: added(50), 95: added(95) };
}

/** What somebody without a key waits, with and without 16 clients of one key, in turns. */
async function others(product: Product, key: string, seconds: number): Promise<Record<'alone' | 'beside', number[]>> {
  const waits: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  for (let turn = 0; turn * TURN_S < seconds; turn += 1) {
    const beside = turn % 2 === 1;
    const clients = beside ? await startClients(product.url, key, CLIENTS) : undefined;
    for (const endMs = Date.now() + TURN_S * 1_000; Date.now() < endMs; await wait(20)) {
      waits[beside ? 'beside' : 'alone'].push(await tookMs(product, historyPath()));
    }
    await clients?.stop();
  }
  return waits;
}

/** What keys cost, and whether limits hold. */
export async function keyFigures({ calls, seconds, tell }: KeyFigureOptions): Promise<Figure[]> {
  // A quiet sky: what the feed does meanwhile would be most of a 95th percentile.
  const product = await startProduct({ simulator: { source: scriptedSource() } });
  try {
    const enterprise = await madeKey(product, 'enterprise', 1);
    const readMs = await addedMs(product, historyPath, enterprise, calls);
    const streamMs = await addedMs(product, () => STREAM, enterprise, calls);
    const group = 'keys';
    const clients = await startClients(product.url, await madeKey(product, 'basic', 2), CLIENTS);
    await wait(seconds * 1_000);
    const { answeredMs, refused } = await clients.stop();
    tell(`keys: ${answeredMs.length} answered in ${seconds} s, ${refused} refused`);
    const { alone, beside } = await others(
      product,
      await madeKey(product, 'professional', 3),
      Math.max(32, seconds / 2),
    );
    const ms = { group, unit: 'ms' };
    const slowed = (quantile: number) => ({
      group,
      name: `another's read beside ${CLIENTS} clients of one key, p${quantile}, against alone`,
      unit: 'ms',
      ours: percentile(beside, quantile),
      baseline: percentile(alone, quantile),
    });
    return [
      { ...ms, name: 'added to a read, p50', ours: readMs[50], ...SHOWN },
      { ...ms, name: 'added to a read, p95', ours: readMs[95], ...timeAtMost(1, 5) },
      { ...ms, name: 'added to a stream until it opens, p50', ours: streamMs[50], ...SHOWN },
      { ...ms, name: 'added to a stream until it opens, p95', ours: streamMs[95], ...timeAtMost(1, 5) },
      {
        group,
        name: `the busiest minute of ${CLIENTS} clients of one key, of its limit of ${PLANS.basic.unitsAMinute}`,
        unit: '%',
        ours: (100 * busiestMinute(answeredMs.map((atMs) => ({ atMs, units: 1 })))) / PLANS.basic.unitsAMinute,
        ...countAtMost(102),
      },
      { ...slowed(50), ...acrossProcesses({ of: 'ratio', most: 1.1 }, { of: 'ratio', most: 1.5 }) },
      { ...slowed(95), ...SHOWN },
    ];
  } finally {
    await product.close();
  }
}

interface ClientsTold {
  /** When each answer came, in ms since the Unix epoch. */
  readonly answeredMs: readonly number[];
  readonly refused: number;
}

/** Starts clients of one key in a process of their own, which ask as if no limit concerned them, until they are stopped. */
async function startClients(url: string, key: string, clients: number): Promise<{ stop(): Promise<ClientsTold> }> {
  const child = fork(fileURLToPath(new URL('keyClients.ts', import.meta.url)), [url, key, String(clients)]);
  await new Promise((begun) => child.once('message', begun));
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('message', (told) => resolve(told as ClientsTold));
        child.send('stop');
      }),
  };
}
