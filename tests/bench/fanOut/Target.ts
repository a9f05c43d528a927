import { HEARTBEAT_MS } from '#shared/limits.ts';
import { toStrikes } from '#shared/strike.ts';
import { isolateBytes, ownWorkerd } from '#tests/bench/processFigures.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { wait } from '#tests/support/wait.ts';
import { bundleWorker } from '#worker/dev/local/buildProduct.ts';
import { startRuntime } from '#worker/dev/local/startRuntime.ts';
import { strikesFrame, tilesFilter } from '#worker/relay/replayBuffer.ts';

/** A server of streams in a separate process. */
export interface Target {
  readonly pid: number;
  /** Address of a stream. */
  readonly url: string;
  /** Sends one frame with `strikes` strikes to every stream; resolves once the server has taken it. */
  publish(strikes: number): Promise<void>;
  /** Readers given up so far, where the server gives any up; it says so with its next heartbeat. */
  dropped?(): Promise<number>;
  /** What its isolate holds, if it was started with an inspector: the Worker's part and the object's are in one. */
  heapBytes?(): Promise<number>;
  close(): Promise<void>;
}

/** Bundles the Worker of `startRelay`. Once a run is enough. */
export function bundlePublishingWorker(): Promise<string> {
  return bundleWorker(projectRoot, 'publishing-bundle', 'tests/isolate/publishingWorker.ts');
}

/** A workerd that asks no provider and keeps no state. */
export const startAlone = (
  script: string,
  vars: Readonly<Record<string, string>> = {},
  { bare = true, inspected = false } = {},
) =>
  startRuntime({
    inspected,
    root: projectRoot,
    script,
    port: 0,
    stateDir: undefined,
    bare,
    vars: { PROVIDER_BASE_URL: 'http://127.0.0.1:9', ...vars },
  });

/** The Feed of tests/isolate/publishingWorker.ts on such a workerd, given to `use`. */
export async function withPublishingFeed<Feed, Result>(
  use: (feed: Feed, url: string) => Promise<Result>,
): Promise<Result> {
  const runtime = await startAlone(await bundlePublishingWorker(), {}, { bare: false });
  try {
    const namespace = await runtime.miniflare.getDurableObjectNamespace('FEED');
    return await use(namespace.getByName('feed') as unknown as Feed, runtime.url);
  } finally {
    await runtime.close();
  }
}

/** One relay of the product on workerd, fed by a Feed that publishes on demand. */
export async function startRelay(script: string, inspected = false): Promise<Target> {
  const runtime = await startAlone(script, { RELAY_MAX_STREAMS: '5000', RELAY_MAX: '1' }, { inspected });
  const namespace = await runtime.miniflare.getDurableObjectNamespace('FEED');
  const feed = namespace.getByName('feed') as unknown as {
    broadcast(count: number): Promise<void>;
    droppedReaders(): Promise<number>;
  };
  return {
    pid: ownWorkerd(),
    url: `${runtime.url}/api/v1/live?tiles=4/9/5`,
    publish: (strikes) => feed.broadcast(strikes),
    heapBytes: async () =>
      isolateBytes(new URL('/core:user:balkan-lightning-local', await runtime.miniflare.getInspectorURL()).href),
    dropped: async () => {
      await wait(HEARTBEAT_MS + 1_000);
      return await feed.droppedReaders();
    },
    close: () => runtime.close(),
  };
}

/** Starts the target, gives it to `use`, and closes it whatever comes of that. */
export async function withTarget<Result>(
  start: () => Promise<Target>,
  use: (target: Target) => Promise<Result>,
): Promise<Result> {
  const target = await start();
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

const CELL = { z: 4, x: 9, y: 5 };

/** The bytes that the relay makes of `count` new strikes after `afterSeq`, as publishingWorker.ts publishes them. */
function publishedFrame(afterSeq: number, count: number): Buffer<ArrayBuffer> {
  const strikes = Array.from({ length: count }, (_, index) => ({
    id: `s${afterSeq + index}`,
    ordinal: afterSeq + index + 1,
    latitude: 42 + (((afterSeq + index) * 7919) % 10_000) / 10_000,
    longitude: 23 + (((afterSeq + index) * 7919) % 100) / 100,
    atMs: Date.now(),
  }));
  return Buffer.from(strikesFrame(tilesFilter([CELL]), toStrikes(strikes), afterSeq + count) ?? []);
}

/** Bundles the Worker of `startBareRelay`. Once a run is enough. */
export function bundleBareRelay(): Promise<string> {
  return bundleWorker(projectRoot, 'bare-relay-bundle', 'tests/bench/fanOut/bareRelayWorker.ts');
}

/** The bare relay on workerd, set up as the product's is and given the very frames that the product's makes. */
export async function startBareRelay(script: string): Promise<Target> {
  const runtime = await startAlone(script);
  const namespace = await runtime.miniflare.getDurableObjectNamespace('RELAY');
  const relay = namespace.getByName('relay');
  let seq = 0;
  return {
    pid: ownWorkerd(),
    // Where the product's is: any other path would be looked for among the assets.
    url: `${runtime.url}/api/v1/live`,
    publish: async (count) => {
      const body = publishedFrame(seq, count);
      seq += count;
      const response = await relay.fetch('http://relay/', { method: 'POST', body });
      await response.arrayBuffer();
    },
    close: () => runtime.close(),
  };
}
