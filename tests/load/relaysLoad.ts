import { measureFanOut } from '#tests/bench/fanOut/measureFanOut.ts';
import { startAlone } from '#tests/bench/fanOut/Target.ts';
import { cpuSeconds, ownWorkerd } from '#tests/bench/processFigures.ts';
import { atMost, exactly, type LoadOutcome, visible } from '#tests/report/RunResult.ts';
import { openStream } from '#tests/support/openStream.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { wait } from '#tests/support/wait.ts';
import { bundleWorker } from '#worker/dev/local/buildProduct.ts';
import { percentile } from './percentile.ts';

const STREAMS_EACH = 3;
const PUBLISHES = 200;
const WARM_UP_PUBLISHES = 5;
const EVERY_MS = 500;
const STRIKES = 80;
/** What a quarter of an hour of a heavy storm leaves for a relay that starts to catch up with. */
const RING_STRIKES = 30_000;
const RENEWALS = 1_000;
/** A relay renews its lease with every heartbeat. */
const RENEWAL_S = 15;
const WATCHED_S = 60;
/** What viewers all over the Balkans and around them look at. */
const CELLS = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`4/${7 + (index % 6)}/${4 + Math.floor(index / 6)}`, 40]),
);

interface AudienceFeed {
  publishNow(count: number): Promise<void>;
  publishes(): Promise<ReadonlyMap<number, number>>;
  work(): Promise<{ readonly rowsWritten: number; readonly relays: number }>;
}
interface AudienceRelay {
  pushes(): Promise<ReadonlyMap<number, number>>;
  renewTimes(times: number, cells: Readonly<Record<string, number>>, viewers: number): Promise<void>;
}

/** For each publish that reached every relay with viewers, how long it took to reach the last of them. */
function lastRelayMs(
  publishedMs: ReadonlyMap<number, number>,
  pushes: readonly ReadonlyMap<number, number>[],
): readonly number[] {
  return [...publishedMs].flatMap(([seq, atMs]) => {
    const arrivals = pushes.flatMap((pushedMs) => pushedMs.get(seq) ?? []);
    return arrivals.length === 0 ? [] : [Math.max(...arrivals) - atMs];
  });
}

/** `npm run tools -- load relays N`: that many relays with a few streams each under one Feed, on one workerd. */
export async function relaysLoad(relays: number, print: (line: string) => void): Promise<LoadOutcome> {
  const script = await bundleWorker(projectRoot, 'crowd-bundle', 'tests/isolate/viewersWorker.ts');
  const runtime = await startAlone(script, { RELAY_MAX: String(relays), RELAY_MAX_STREAMS: '1000' });
  try {
    const feeds = await runtime.miniflare.getDurableObjectNamespace('FEED');
    const namespace = await runtime.miniflare.getDurableObjectNamespace('RELAY');
    const feed = feeds.getByName('feed') as unknown as AudienceFeed;
    const relay = (index: number) => namespace.getByName(`relay:${index}`) as unknown as AudienceRelay;
    const pid = ownWorkerd();
    const url = `${runtime.url}/api/v1/live?tiles=4/9/5`;
    const target = { pid, url, publish: (count: number) => feed.publishNow(count), close: async () => {} };

    print(`a cold start: ${relays * STREAMS_EACH} streams at once, ${RING_STRIKES} strikes in the Feed …`);
    await feed.publishNow(RING_STRIKES);
    const openAll = () =>
      Promise.all(
        Array.from({ length: relays * STREAMS_EACH }, (_, index) =>
          openStream(runtime.url, `198.51.100.${index & 255}`),
        ),
      );
    const cold = await openAll();
    const coldMs = Math.max(...cold.map(({ firstByteMs }) => firstByteMs));
    for (const stream of cold) stream.close();

    print(`${relays * STREAMS_EACH} streams over ${relays} relays, ${PUBLISHES} publishes of ${STRIKES} strikes …`);
    let leased = Promise.resolve(0);
    const plan = {
      streams: relays * STREAMS_EACH,
      publishes: PUBLISHES,
      everyMs: EVERY_MS,
      strikesPerPublish: STRIKES,
      beforePublishing: () => {
        leased = feed.work().then((work) => work.relays);
      },
    };
    const fanOut = await measureFanOut(target, plan);

    print(`${WATCHED_S} s in which relays only renew their leases …`);
    const streams = await openAll();
    const [quietS, writtenBefore] = [cpuSeconds(pid), (await feed.work()).rowsWritten];
    await wait(WATCHED_S * 1_000);
    const idleShare = ((cpuSeconds(pid) - quietS) / WATCHED_S) * 100;
    const rows = ((await feed.work()).rowsWritten - writtenBefore) / WATCHED_S;
    for (const stream of streams) stream.close();

    print(`${RENEWALS} renewals, ${Object.keys(CELLS).length} cells in each of ${relays} leases …`);
    for (let index = 0; index < relays; index += 1) await relay(index).renewTimes(1, CELLS, 1_000);
    const beforeS = cpuSeconds(pid);
    await relay(0).renewTimes(RENEWALS, CELLS, 1_000);
    const leaseS = (cpuSeconds(pid) - beforeS) / RENEWALS;
    const perSecond = relays / RENEWAL_S;
    const publishMs = (fanOut.cpuUsPerDelivery * relays * STREAMS_EACH) / 1_000;
    const pushes = await Promise.all(Array.from({ length: relays }, (_, index) => relay(index).pushes()));
    const delays = lastRelayMs(await feed.publishes(), pushes).slice(WARM_UP_PUBLISHES);
    return {
      title: `npm run tools -- load relays ${relays}: ${relays * STREAMS_EACH} streams on one workerd`,
      rows: [
        visible('from a cold start to the last stream’s hello, ms', coldMs),
        visible('relays with viewers', await leased),
        visible('from publish to the last relay, p50, ms', percentile(delays, 50)),
        atMost('from publish to the last relay, p99, ms', percentile(delays, 99), 100),
        visible('from publish to the last reader of all, p50, ms', fanOut.lastP50Ms),
        visible('from publish to the last reader of all, p99, ms', fanOut.lastP99Ms),
        visible('CPU of a publish, relays and Feed together, ms', publishMs, 2),
        exactly('frames missing', fanOut.missing),
        visible('leases a second', perSecond, 2),
        visible('CPU of a lease, relay and Feed together, µs', leaseS * 1e6),
        atMost('CPU of all leases, % of a core', leaseS * perSecond * 100, 5, 2),
        visible('CPU of a quiet minute, heartbeats and all, % of a core', idleShare, 2),
        visible('rows written for leases a second', rows, 2),
      ],
    };
  } finally {
    await runtime.close();
  }
}
