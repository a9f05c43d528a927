import { measureFanOut } from '#tests/bench/fanOut/measureFanOut.ts';
import { cpuSeconds, ownWorkerd } from '#tests/bench/processFigures.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { bundleWorker } from '#worker/local/bundleWorker.ts';
import { startRuntime } from '#worker/local/startRuntime.ts';
import type { LoadOutcome } from './LoadOutcome.ts';

const STREAMS_EACH = 8;
const PUBLISHES = 60;
const EVERY_MS = 500;
const STRIKES = 80;
const RENEWALS = 1_000;
/** A relay renews its lease with every heartbeat. */
const RENEWAL_S = 15;
/** What viewers all over the Balkans and around them look at. */
const CELLS = Array.from({ length: 24 }, (_, index) => `4/${7 + (index % 6)}/${4 + Math.floor(index / 6)}`);

interface CrowdFeed {
  publishNow(count: number): Promise<void>;
  work(): Promise<{ readonly rowsWritten: number }>;
}
interface CrowdRelay {
  renewTimes(times: number, cells: readonly string[], viewers: number): Promise<void>;
}

/** `npm run load -- relays N`: that many relays with a few streams each under one Feed, on one workerd. */
export async function relaysLoad(relays: number, tell: (line: string) => void): Promise<LoadOutcome> {
  const script = await bundleWorker(projectRoot, 'crowd-bundle', 'tests/isolate/crowdWorker.ts');
  const vars = { PROVIDER_BASE_URL: 'http://127.0.0.1:9', RELAY_MAX: String(relays), RELAY_MAX_STREAMS: '1000' };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, bare: true, vars });
  try {
    const feeds = await runtime.miniflare.getDurableObjectNamespace('FEED');
    const namespace = await runtime.miniflare.getDurableObjectNamespace('RELAY');
    const feed = feeds.getByName('feed') as unknown as CrowdFeed;
    const relay = (index: number) => namespace.getByName(`relay:${index}`) as unknown as CrowdRelay;
    const pid = ownWorkerd();
    const url = `${runtime.url}/api/v1/live?cells=4/9/5`;
    const target = { pid, url, publish: (count: number) => feed.publishNow(count), close: async () => {} };

    tell(`${relays * STREAMS_EACH} streams over ${relays} relays, ${PUBLISHES} publishes of ${STRIKES} strikes …`);
    const plan = {
      streams: relays * STREAMS_EACH,
      publishes: PUBLISHES,
      everyMs: EVERY_MS,
      strikesPerPublish: STRIKES,
    };
    const fanOut = await measureFanOut(target, plan);

    tell(`leases of ${relays} relays with ${CELLS.length} cells each …`);
    for (let index = 0; index < relays; index += 1) await relay(index).renewTimes(1, CELLS, 1_000);
    const [beforeS, before] = [cpuSeconds(pid), await feed.work()];
    await relay(0).renewTimes(RENEWALS, CELLS, 1_000);
    const [spentS, after] = [cpuSeconds(pid) - beforeS, await feed.work()];
    const perSecond = relays / RENEWAL_S;
    const share = (spentS / RENEWALS) * perSecond * 100;
    const rows = ((after.rowsWritten - before.rowsWritten) / RENEWALS) * perSecond;
    const kept = fanOut.lastP99Ms <= 100;
    return {
      title: `npm run load -- relays ${relays}: ${relays * STREAMS_EACH} streams on one workerd`,
      rows: [
        ['from publish to the last relay’s last reader, p50, ms', Math.round(fanOut.lastP50Ms), '', true],
        ['from publish to the last relay’s last reader, p99, ms', Math.round(fanOut.lastP99Ms), '≤ 100', kept],
        ['frames missing', fanOut.missing, '0', fanOut.missing === 0],
        ['CPU of a lease, relay and Feed together, µs', Math.round((spentS / RENEWALS) * 1e6), '', true],
        ['leases a second', Math.round(perSecond * 10) / 10, '', true],
        ['CPU of all leases, % of a core', Math.round(share * 100) / 100, '≤ 5', share <= 5],
        ['rows written for leases a second', Math.round(rows * 100) / 100, '', true],
      ],
    };
  } finally {
    await runtime.close();
  }
}
