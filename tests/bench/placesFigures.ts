import { LANGUAGES } from '#shared/languages.ts';
import { NAMED_PLACES } from '#shared/places/NamedPlaces.ts';
import { percentile } from '#tests/load/percentile.ts';
import { runLoad } from '#tests/load/runLoad.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { acrossProcesses, countAtMost, type Figure, SHOWN, timeAtMost } from './Figure.ts';
import { hourStorm } from './pictureFigures.ts';
import { cpuSeconds, ownWorkerd } from './processFigures.ts';

interface PlacesOptions {
  /** Of the hour before. */
  readonly strikes: number;
  /** Read in a row, of all there are at most. */
  readonly pages: number;
  readonly viewers: number;
  readonly seconds: number;
  readonly tell: (line: string) => void;
}

const ALL_PATHS = LANGUAGES.flatMap((language) => NAMED_PLACES.map(({ slug }) => `/${language}/place/${slug}`));
const CACHED = 200;
const CRAWL_SEED = 177;

interface PageRead {
  readonly firstByteMs: number;
  readonly asOf: string;
  readonly html: string;
}

async function read(url: string): Promise<PageRead> {
  const fromMs = performance.now();
  const response = await fetch(url);
  const firstByteMs = performance.now() - fromMs;
  const html = await response.text();
  if (response.status !== 200 || !html.includes('data-part="verdict"')) throw new Error(`${url}: ${response.status}`);
  return { firstByteMs, asOf: /datetime="([^"]*)"/.exec(html)?.[1] ?? '', html };
}

async function packedBytes(html: string): Promise<number> {
  const packed = new Blob([html]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await new Response(packed).arrayBuffer()).byteLength;
}

/** Until the Feed knows so many strikes; all of a storm takes it some hundred calls. */
async function untilRead(url: string, strikes: number): Promise<void> {
  for (;;) {
    const status = (await (await fetch(`${url}/api/v1/status`)).json()) as { strikesLastHour: number | null };
    if ((status.strikesLastHour ?? 0) >= strikes) return;
    await wait(1_000);
  }
}

/** Pages of places in a row, in no cache, after a stormy hour; and the stream's delay while somebody reads them all. */
export async function placesFigures(options: PlacesOptions): Promise<Figure[]> {
  return [...(await coldFigures(options)), ...(await crawlFigures(options))];
}

async function coldFigures({ strikes, pages }: PlacesOptions): Promise<Figure[]> {
  const source = scriptedSource(...hourStorm(Date.now(), strikes));
  const product = await startProduct({
    ...BUILT_SITE,
    simulator: { source },
    vars: { POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20' },
  });
  try {
    await untilRead(product.url, strikes);
    const paths = ALL_PATHS.slice(0, pages);
    await read(`${product.url}${ALL_PATHS.at(-1)}`);
    const pid = ownWorkerd();
    const [fromS, fromMs] = [cpuSeconds(pid), performance.now()];
    const cold: PageRead[] = [];
    for (const path of paths) cold.push(await read(product.url + path));
    const cpuMs = ((cpuSeconds(pid) - fromS) * 1_000) / cold.length;
    const tookS = (performance.now() - fromMs) / 1_000;
    const snapshots = new Set(cold.map(({ asOf }) => asOf)).size;
    const cached: number[] = [];
    const again = paths.at(-1) ?? '';
    await read(product.url + again);
    for (let visit = 0; visit < CACHED; visit += 1) cached.push((await read(product.url + again)).firstByteMs);
    const heaviest = Math.max(...(await Promise.all(cold.slice(0, 300).map(({ html }) => packedBytes(html)))));
    const firstBytes = cold.map(({ firstByteMs }) => firstByteMs);
    const group = 'places';
    const name = `${cold.length} pages in a row after ${strikes} strikes`;
    return [
      { group, name: 'heaviest of 300 pages, packed', unit: 'B', ours: heaviest, ...countAtMost(30_000) },
      { group, name: `${name}: CPU of all of workerd a page`, unit: 'ms', ours: cpuMs, ...timeAtMost(60, 120) },
      {
        group,
        name: `${name}: first byte, p95`,
        unit: 'ms',
        ours: percentile(firstBytes, 95),
        ...timeAtMost(250, 500),
      },
      {
        group,
        name: 'first byte from the cache, p95',
        unit: 'ms',
        ours: percentile(cached, 95),
        ...timeAtMost(100, 200),
      },
      {
        group,
        name: `${name}: snapshots in 15 s`,
        unit: '',
        ours: snapshots / Math.ceil(tookS / 15 + 1),
        ...countAtMost(1),
      },
    ];
  } finally {
    await product.close();
  }
}

async function crawlFigures({ pages, viewers, seconds, tell }: PlacesOptions): Promise<Figure[]> {
  let count = 0;
  const load = { viewers, seconds, seed: CRAWL_SEED, tell };
  const alone = await runLoad({ ...load, midway: () => Promise.resolve() });
  const beside = await runLoad({
    ...load,
    midway: async ({ url }) => {
      const untilMs = performance.now() + seconds * 375;
      for (const path of ALL_PATHS.slice(0, pages)) {
        if (performance.now() > untilMs) break;
        await read(url + path);
        count += 1;
      }
    },
  });
  const group = 'places';
  const name = `stream’s delay beside a crawler, ${viewers} viewers`;
  const within = acrossProcesses({ of: 'ratio', most: 1.1 }, { of: 'nothing' });
  return [
    { group, name: `${name}, p99`, unit: 'ms', ours: beside.p99Ms, baseline: alone.p99Ms, ...within },
    { group, name: 'pages that it read meanwhile', unit: '', ours: count, ...SHOWN },
  ];
}
