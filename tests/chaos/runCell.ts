import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LightningClient, type Strike } from '#client/index.ts';
import { type BBox, bboxWithin, formatBBox, HOME_BOX, parseBBox } from '#shared/geo/BBox.ts';
import { seededRandom } from '#shared/numbers.ts';
import { LiveClient, type ReceivedEvent } from '#tests/support/LiveClient.ts';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { until } from '#tests/support/watch/startWatched.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import type { Disturbance } from './Disturbance.ts';

/** The feed's state as a reader received it, and when: `live`, or `delayed (provider)`. */
interface ReportedState {
  readonly atMs: number;
  readonly state: string;
}

/** A reader of the stream through a disturbance, which records what it receives. */
interface CellReader {
  /** How often each strike id was received. */
  readonly reported: ReadonlyMap<string, number>;
  readonly firstReportedMs: ReadonlyMap<string, number>;
  readonly states: readonly ReportedState[];
  strikes(): readonly (readonly [id: string, latitude: number, longitude: number, ...unknown[]])[];
  /** Resolves once `condition` holds; rejects after `timeoutMs`. */
  until(condition: () => boolean, what: string, timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

const stateText = ({ state, cause }: { readonly state: string; readonly cause?: string | undefined }) =>
  cause === undefined ? state : `${state} (${cause})`;

const stateOf = ({ value, atMs }: ReceivedEvent) =>
  value.event === 'hb' || value.event === 'hello' ? [{ atMs, state: stateText(value.data.feed) }] : [];

/** A subscriber as anyone might write one; it has no answer to a `reset`. */
function plainReader(url: string, box: BBox): CellReader {
  const client = new LiveClient(url, `bbox=${formatBBox(box)}`);
  return {
    reported: client.reported,
    firstReportedMs: client.firstReportedMs,
    get states() {
      return client.events.flatMap(stateOf);
    },
    strikes: () => client.strikes(),
    until: (...awaited) => client.until(...awaited),
    close: () => client.close(),
  };
}

/** The client that we hand out (`shared/client`), as its README shows it. */
function typedReader(url: string, bbox: BBox): CellReader {
  const reported = new Map<string, number>();
  const firstReportedMs = new Map<string, number>();
  const states: ReportedState[] = [];
  const strikes: Strike[] = [];
  const stop = new AbortController();
  const read = async () => {
    for await (const item of new LightningClient({ origin: url }).live({ bbox, signal: stop.signal })) {
      const atMs = Date.now();
      if (item.type === 'feed') states.push({ atMs, state: stateText(item.feed) });
      if (item.type !== 'strike') continue;
      const { id } = item.strike;
      strikes.push(item.strike);
      reported.set(id, (reported.get(id) ?? 0) + 1);
      if (!firstReportedMs.has(id)) firstReportedMs.set(id, atMs);
    }
  };
  const done = read();
  return {
    reported,
    firstReportedMs,
    states,
    strikes: () => strikes.map(({ id, latitude, longitude }) => [id, latitude, longitude]),
    until: (condition, what, timeoutMs = 20_000) => until(condition, what, timeoutMs),
    close: async () => {
      stop.abort();
      await done;
    },
  };
}

export interface CellVerdict {
  readonly disturbance: string;
  readonly strikes: number;
  readonly lost: number;
  readonly doubled: number;
  /** Received with another position than the provider's, or unknown to the provider. */
  readonly wrong: number;
  /** Strikes that the archive lacks at the end. */
  readonly unarchived: number;
  /** From the end of the disturbance until every strike so far had been received. */
  readonly recoveredAfterSeconds: number;
  /** From the end of the disturbance until a visitor saw that the feed is live; 0 if it was live all along. */
  readonly liveAfterSeconds: number;
  /** The longest time without a request for home during the disturbance. */
  readonly silenceSeconds: number;
  /** States of the feed that the visitor was shown, in order. */
  readonly seen: string;
}

export interface CellOptions {
  readonly seed: number;
  readonly secondsBefore: number;
  readonly secondsDuring: number;
  readonly strikesPerSecond: number;
  /** Who reads the stream: a plain subscriber by default. */
  readonly reader?: keyof typeof READERS;
}

const READERS = { plain: plainReader, typed: typedReader } as const;
const VARS = { POLL_INTERVAL_MS: '1000', PROVIDER_MAX_RPS: '5' };
const TIMEOUT_MS = 150_000;

/**
 * One disturbance in a steady storm: calm, then the disturbance, then calm until every strike has been received. Compares
 * what a subscriber received, and what the archive holds, with the provider's strikes.
 */
export async function runCell(
  disturbance: Disturbance,
  options: CellOptions,
  stateRoot?: string,
): Promise<CellVerdict> {
  const { seed, secondsBefore, strikesPerSecond } = options;
  const secondsDuring = disturbance.secondsDuring ?? options.secondsDuring;
  const random = seededRandom(seed);
  const startMs = Date.now() + 2_000;
  const count = (secondsBefore + secondsDuring + 5) * strikesPerSecond;
  const strikes = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    latitude: 36 + random() * 11,
    longitude: 14 + random() * 16,
    atMs: Math.floor(startMs + (index / strikesPerSecond) * 1000),
  }));
  const product = await startProduct({
    simulator: { source: scriptedSource(...strikes), seed },
    vars: disturbance.vars ?? VARS,
    ...(stateRoot === undefined ? {} : { stateRoot }),
  });
  const client = READERS[options.reader ?? 'plain'](product.url, HOME_BOX);
  const beside = disturbance.beside === undefined ? undefined : new LiveClient(product.url, disturbance.beside);
  const groundTruth = () => product.simulator.groundTruth(HOME_BOX, startMs - 60_000, Date.now());
  const missing = () => groundTruth().filter((strike) => !client.reported.has(strike.id));
  try {
    await client.until(() => client.states.length > 0, 'hello');
    await wait(Math.max(0, startMs + secondsBefore * 1000 - Date.now()));
    product.simulator.setFaults(disturbance.faults ?? {});
    await disturbance.begin?.(product);
    const beganMs = Date.now();
    await wait(secondsDuring * 1000);
    const silenceMs = longestSilenceMs(product, beganMs);
    await disturbance.end?.(product);
    product.simulator.setFaults({});
    const calmMs = Date.now();
    await product.runtime.cron();
    const last = strikes.at(-1)?.atMs ?? 0;
    await client.until(() => Date.now() > last && missing().length === 0, 'every strike', TIMEOUT_MS).catch(() => {});
    const recoveredMs = Math.max(calmMs, ...client.firstReportedMs.values());
    const live = () => client.states.find(({ atMs, state }) => atMs >= calmMs && state === 'live');
    const wasLive = client.states.findLast(({ atMs }) => atMs < calmMs)?.state === 'live';
    if (!wasLive) await client.until(() => live() !== undefined, 'live', TIMEOUT_MS).catch(() => {});
    const liveMs = live()?.atMs;
    const positions = new Map(groundTruth().map((strike) => [strike.id, strike]));
    const reported = client.strikes();
    return {
      disturbance: disturbance.name,
      strikes: positions.size,
      lost: missing().length,
      doubled: [...client.reported.values()].filter((times) => times > 1).length,
      wrong: reported.filter(([id, lat, lon]) => {
        const position = positions.get(id);
        return position?.latitude !== lat || position.longitude !== lon;
      }).length,
      unarchived: await countUnarchived(product.url, positions.size),
      recoveredAfterSeconds: (recoveredMs - calmMs) / 1000,
      liveAfterSeconds: wasLive ? 0 : ((liveMs ?? Number.POSITIVE_INFINITY) - calmMs) / 1000,
      silenceSeconds: silenceMs / 1000,
      seen: statesSeen(client),
    };
  } finally {
    await client.close();
    await beside?.close();
    await product.close();
  }
}

/** How many ordinals the archive lacks once it had time to catch up. */
async function countUnarchived(url: string, strikes: number): Promise<number> {
  const deadline = Date.now() + 45_000;
  for (;;) {
    const responses = await Promise.all(
      [1, Math.ceil(strikes / 2), strikes].map((ordinal) => fetch(`${url}/api/v1/strikes/by-ordinal/${ordinal}`)),
    );
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    const absent = responses.filter((response) => response.status !== 200).length;
    if (absent === 0 || Date.now() > deadline) return absent;
    await wait(500);
  }
}

/** The longest stretch since `beganMs` in which no call for home arrived. */
function longestSilenceMs({ simulator }: Product, beganMs: number): number {
  const ofHome = simulator.calls().recent.filter(({ query }) => {
    const box = parseBBox(new URLSearchParams(query).get('bbox') ?? '');
    return box.ok && bboxWithin(box.bbox, HOME_BOX);
  });
  const times = [beganMs, ...ofHome.map(({ atMs }) => atMs).filter((atMs) => atMs > beganMs), Date.now()];
  return Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] as number)));
}

function statesSeen({ states }: CellReader): string {
  const names = states.map(({ state }) => state);
  return names.filter((state, index) => state !== names[index - 1]).join(' → ');
}

/** What `smallDiskCell.ts` is sent. */
export interface SmallDiskOrder {
  readonly disturbance: string;
  readonly options: CellOptions;
}

const DISK_SIZE = '48m';

/** Runs the cell with its state on a separate file system. Needs `canMakeWorlds()`. */
export async function runCellOnSmallDisk({ name }: Disturbance, options: CellOptions): Promise<CellVerdict> {
  const disk = await mkdtemp(join(tmpdir(), 'lightning-disk-'));
  const arrange = `mount -t tmpfs -o size=${DISK_SIZE} tmpfs '${disk}' && export STATE_ROOT='${disk}'`;
  const child = spawnModule(import.meta.url, './smallDiskCell.ts', { kind: 'mount', arrange });
  try {
    const verdict = nextMessage<CellVerdict>(child);
    child.send({ disturbance: name, options } satisfies SmallDiskOrder);
    return await verdict;
  } finally {
    await endProcess(child);
    await rmdir(disk);
  }
}
