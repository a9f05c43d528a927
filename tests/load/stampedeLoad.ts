import type { ChildProcess } from 'node:child_process';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { NAMED_PLACES } from '#shared/geo/NamedPlaces.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { slicePath } from '#shared/wire/apiPaths.ts';
import { stormStrikes } from '#tests/bench/stormStrikes.ts';
import { atMost, exactly, type FigureRow, type LoadOutcome, rounded, visible } from '#tests/report/RunResult.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { endProcess, nextMessage, spawnModule } from '#tests/support/spawnModule.ts';
import { wait } from '#tests/support/wait.ts';
import { camp, startWatched, strikeNear, until } from '#tests/support/watch/startWatched.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { percentile } from './percentile.ts';
import type { AnonymousCall, CallOrder, CallReport } from './stampedeCaller.ts';

/**
 * `npm run tools -- load stampede`: everybody reloads in a storm's first minute; then the dearest anonymous calls, many of each
 * at once. What others wait for meanwhile is measured: the status, a stream and an alert.
 */
export interface StampedeOptions {
  readonly viewers: number;
  /** Strikes of the open hour. */
  readonly strikes: number;
  /** How many of each dear call are sent at once, and how often. */
  readonly atOnce: number;
  readonly waves: number;
  /** Times may be this multiple of their budget: a short run is mostly its beginning, and others may use the machine. */
  readonly slack: number;
  readonly print: (line: string) => void;
}

const RELOAD_MS = 2_000;
/** After so long nothing is held of the open hour, fresh or stale. */
const RETENTION_MS = 16_000;
const BATCH = 5_000;
const FORTNIGHT_MS = 14 * DAY_MS;
const STORM_TILE = { z: 4, x: 9, y: 5 };
/** Camps so far apart that a strike near one is far from the others, in degrees. */
const APART = 0.4;
const WEST = -8;

type Watched = Awaited<ReturnType<typeof startWatched>>;

/** Does the work while another process asks for the status; how long each of its answers took. */
async function withProbe<Result>({ prober, url }: Callers, work: () => Promise<Result>) {
  const order: CallOrder = { kind: 'probe', url };
  prober.send(order);
  const result = await work();
  const rest: CallOrder = { kind: 'rest' };
  prober.send(rest);
  return { result, statusMs: (await nextMessage<CallReport>(prober)).tookMs };
}

interface Callers {
  readonly url: string;
  readonly viewerCallers: ChildProcess;
  readonly prober: ChildProcess;
}

async function runAudience({ viewerCallers }: Callers, order: CallOrder): Promise<CallReport> {
  viewerCallers.send(order);
  return await nextMessage<CallReport>(viewerCallers);
}

/** Puts the open hour's storm into the archive, and a fortnight of others before it, as what was read back. */
async function fillArchive({ product }: Watched, ofHour: number, ofFortnight: number): Promise<void> {
  const db = await product.runtime.miniflare.getD1Database('DB');
  const archive = new StrikeArchive(db as unknown as ConstructorParameters<typeof StrikeArchive>[0]);
  const nowMs = Date.now();
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const strikes = [
    ...stormStrikes(ofHour, nowMs, Math.max(60_000, nowMs - hourMs)),
    ...stormStrikes(ofFortnight, hourMs, FORTNIGHT_MS, 2),
  ];
  for (let from = 0; from < strikes.length; from += BATCH) await archive.insertPast(strikes.slice(from, from + BATCH));
}

/** Strikes that fall all the time, so that two productions of a slice never have the same bytes. */
function continueStriking({ source }: Watched): () => void {
  const timer = setInterval(() => {
    source.add({ ...strikeNear(), latitude: 45 + Math.random(), longitude: 15 + Math.random() });
  }, 100);
  return () => clearInterval(timer);
}

async function reload(watched: Watched, callers: Callers, { viewers, slack }: StampedeOptions): Promise<FigureRow[]> {
  const rest = continueStriking(watched);
  const fromMs = performance.now();
  const order: CallOrder = { kind: 'reload', url: callers.url, viewers, withinMs: RELOAD_MS };
  const { result, statusMs } = await withProbe(callers, () => runAudience(callers, order));
  rest();
  const tookS = (performance.now() - fromMs) / 1000;
  const mostCreated = 1 + Math.ceil(tookS / 5);
  const others = Object.entries(result.statuses).filter(([status]) => status !== '200');
  return [
    atMost(`reload of ${viewers}: /status p99, ms`, percentile(statusMs, 99), 300, 1, slack),
    atMost('first slice p95, ms', percentile(result.tookMs, 95), 1_000, 1, slack),
    ['different slices handed out', result.bodies, `≤ ${mostCreated}, one in 5 s`, result.bodies <= mostCreated],
    exactly(
      'calls refused',
      others.reduce((sum, [, times]) => sum + times, 0),
    ),
    visible('seconds until all had theirs', tookS, 1),
  ];
}

interface DearCall {
  readonly name: string;
  /** Each `n` is another question, which no cache has. */
  readonly request: (n: number) => Pick<AnonymousCall, 'path' | 'body'>;
}

function dearCalls(nowMs: number): DearCall[] {
  const { west, south, east, north } = HOME_BOX;
  const iso = (daysAgo: number) => new Date(nowMs - daysAgo * DAY_MS).toISOString();
  const since = (days: number) => `from=${iso(days)}&to=${iso(0)}`;
  const home = (n: number, to = east) => `bbox=${west},${south},${to - n / 1e5},${north}`;
  const hour = (form: 'planes' | 'detail', ago = 0) => slicePath(STORM_TILE, nowMs - ago * HOUR_MS, form);
  const paths: Record<string, (n: number) => string> = {
    'open hour': () => hour('planes'),
    'open hour, details': () => hour('detail'),
    'closed hours': (n) => hour('planes', n + 1),
    strikes: (n) => `/api/v1/strikes?${home(n)}&${since(30)}&limit=10000`,
    counts: (n) => `/api/v1/counts?${home(n, (west + east) / 2)}&${since(6)}`,
    'a day by cells': (n) => `/api/v1/days/${iso(n % 2).slice(0, 10)}/cells`,
    pictures: (n) => `/api/v1/picture.svg?width=${400 + n}&${home(0)}`,
    'pictures of places': (n) => `/api/v1/place.png?ll=${(35 + n / 10).toFixed(1)},23`,
    'pages of towns': (n) => `/bg/place/${NAMED_PLACES[n % NAMED_PLACES.length]?.slug}`,
    'pages of no town': (n) => `/en/place/plovdi${n}`,
    'fires of a country': (n) => `/api/v1/fires?region=GR&since=${iso(300 + n)}`,
    'squares that may smoulder': (n) => `/api/v1/holdover?region=GR&days=${1 + (n % 14)}`,
    'strikes for GIS': (n) => `/api/v1/ogc/collections/strikes/items?limit=10000&${home(n)}`,
    'hotspots for GIS': (n) =>
      `/api/v1/ogc/collections/hotspots/items?limit=1000&bbox=${23 + n / 100},42,${23.2 + n / 100},42.2`,
  };
  return [
    ...Object.entries(paths).map(([name, path]): DearCall => ({ name, request: (n) => ({ path: path(n) }) })),
    { name: 'look-ups', request: (n) => ({ path: '/api/v1/look-up', body: lookedUp(nowMs - n * 60_000) }) },
  ];
}

const lookedUp = (reportedMs: number) =>
  JSON.stringify({
    shape: { type: 'Point', coordinates: [23.3, 42.7] },
    radiusKm: 10,
    reportedAt: new Date(reportedMs).toISOString(),
  });

/** One strike near a camp: when the stream and the hook had it, counted from the Feed's request. */
async function delaysOf(watched: Watched, stream: LiveClient, camp: Camp) {
  const { product, hooks, source } = watched;
  const strike = strikeNear(camp.east);
  source.add(strike);
  const raise = () => hooks.arrivals.find(({ hook, message }) => hook === camp.name && message.type === 'watch.raised');
  await until(() => raise() !== undefined && stream.firstReportedMs.has(strike.id), 'strike and raise', 30_000, 10);
  const raisedMs = raise()?.atMs ?? Number.NaN;
  const notifiedMs = stream.firstReportedMs.get(strike.id) ?? Number.NaN;
  const call = product.simulator.calls().recent.find(({ atMs, query }) => {
    const requestsTo = Date.parse(new URLSearchParams(query).get('to') ?? '');
    return atMs >= strike.atMs && requestsTo >= strike.atMs - 10_000;
  });
  const requestedMs = call?.atMs ?? Number.NaN;
  return { stopMs: raisedMs - requestedMs, streamMs: notifiedMs - requestedMs };
}

interface Camp {
  readonly name: string;
  readonly east: number;
}

async function pitch(watched: Watched, count: number, print: StampedeOptions['print']): Promise<Camp[]> {
  const camps: Camp[] = [];
  for (let index = 0; index < count; index += 1) {
    const [east, name] = [WEST + ((APART * index) % 14), `hook-${index}`];
    const watchlist = await watched.watchlistOfHook(name, camp(east));
    await watchlist.until(({ unknown, level }) => !unknown && level === 'clear', 'seen and clear', 60_000);
    camps.push({ name, east });
    if (index % 10 === 9) print(`${index + 1} places are watched`);
  }
  return camps;
}

async function dearest(
  watched: Watched,
  callers: Callers,
  { atOnce, waves, slack, print }: StampedeOptions,
  calls: readonly DearCall[],
) {
  const camps = await pitch(watched, calls.length * waves, print);
  const stream = new LiveClient(callers.url, 'bbox=-180,-90,180,90');
  await stream.until(() => stream.events.length > 0, 'hello');
  const all = { status: [] as number[], stream: [] as number[], stop: [] as number[], failures: 0 };
  const table: (string | number)[][] = [];
  for (const [at, { name, request }] of calls.entries()) {
    const own = { status: [] as number[], took: [] as number[], statuses: new Map<string, number>() };
    for (let wave = 0; wave < waves; wave += 1) {
      // Each from another network: a share that is used up protects nobody here.
      const sent = Array.from({ length: atOnce }, (_, n) => ({
        ...request(wave * atOnce + n),
        address: `192.0.${at}.${n}`,
      }));
      const { result, statusMs } = await withProbe(callers, async () => {
        const [report, delays] = await Promise.all([
          runAudience(callers, { kind: 'wave', url: callers.url, calls: sent }),
          delaysOf(watched, stream, camps[at * waves + wave] as Camp),
        ]);
        return { report, delays };
      });
      own.took.push(...result.report.tookMs);
      own.status.push(...statusMs);
      for (const [status, times] of Object.entries(result.report.statuses)) {
        own.statuses.set(status, (own.statuses.get(status) ?? 0) + times);
      }
      all.stop.push(result.delays.stopMs);
      all.stream.push(result.delays.streamMs);
    }
    all.status.push(...own.status);
    const broken = [...own.statuses].filter(([status]) => /^5/.test(status) && status !== '503');
    all.failures += broken.reduce((sum, [, times]) => sum + times, 0);
    const statuses = [...own.statuses].map(([status, times]) => `${status}×${times}`).join(' ');
    const times = [percentile(own.took, 50), Math.max(...own.took), percentile(own.status, 99)];
    const row = [name, ...times.map((ms) => rounded(ms, 1)), statuses];
    table.push(row);
    print(row.join('  '));
  }
  await stream.close();
  const { status, stream: streams, stop, failures } = all;
  const dear = `${atOnce} at once of ${calls.length} dear calls`;
  const rows = [
    atMost(`${dear}: /status p99, ms`, percentile(status, 99), 300, 1, slack),
    atMost('from the provider’s answer to the stream, p99, ms', percentile(streams, 99), 1_000, 1, slack),
    atMost('from the provider’s answer to the webhook, p95, ms', percentile(stop, 95), 1_500, 1, slack),
    exactly('answers of 5xx but 503', failures),
  ];
  const columns = ['call', 'p50, ms', 'longest, ms', '/status p99, ms', 'answers'];
  return { rows, table: { title: 'the dearest calls', columns, rows: table } };
}

export async function stampedeLoad(options: StampedeOptions): Promise<LoadOutcome> {
  const { viewers, strikes, print } = options;
  const vars = { POLL_INTERVAL_MS: '1000', PROVIDER_MAX_RPS: '20', RELAY_MAX_STREAMS: '1000' };
  const watched = await startWatched(vars, true);
  const { url } = watched.product;
  const [viewerCallers, prober] = [1, 2].map(() => spawnModule(import.meta.url, './stampedeCaller.ts'));
  if (!viewerCallers || !prober) throw new Error('the callers were not started');
  try {
    const isLive = async () =>
      (await fetch(`${url}/api/v1/status`).then(async (response) => [response.status, await response.text()]))[0] ===
      200;
    await until(isLive, 'live');
    await fillArchive(watched, strikes, 2 * strikes);
    print(`${strikes} strikes fell in the open hour; ${viewers} viewers reload within ${RELOAD_MS} ms`);
    const callers = { url, viewerCallers, prober };
    // A service that has run for a while has compiled what it does.
    for (let round = 0; round < 3; round += 1)
      await runAudience(callers, { kind: 'reload', url, viewers: 60, withinMs: 2_000 });
    await wait(RETENTION_MS);
    const reloaded = await reload(watched, callers, options);
    const { rows, table } = await dearest(watched, callers, options, dearCalls(Date.now()));
    return { title: 'npm run tools -- load stampede', rows: [...reloaded, ...rows], tables: [table] };
  } finally {
    await Promise.all([endProcess(viewerCallers), endProcess(prober)]);
    await watched.close();
  }
}
