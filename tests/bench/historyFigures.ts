import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { tileAt } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { percentile } from '#tests/load/percentile.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { starAround } from '#tests/support/shapes.ts';
import { startRuntime } from '#worker/dev/local/startRuntime.ts';
import { seededRandom } from '#worker/dev/simulator/simulatedSource.ts';
import { countAtMost, type Figure, SHOWN, timeAtMost } from './Figure.ts';
import { bundlePublishingWorker } from './fanOut/Target.ts';
import { stormStrikes } from './stormStrikes.ts';

/** The last full hour: a report of the future would be refused, and one of years ago too. */
const END_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const DAYS = 14;
const SPAN_MS = DAYS * 86_400_000;
const FILL_BATCH = 10_000;
const RADIUS_KM = 6;
/** Kept apart so that two of them seldom ask for the same cells. */
const APART_KM = 15;
const QUARTER = { west: 18, south: 38, east: 27, north: 45 };

/** What tests/isolate/publishingWorker.ts offers of its archive; see ArchiveProbe there. */
interface Probe {
  askArchive(kind: string, ...values: unknown[]): Promise<unknown>;
}

interface QueryCost {
  readonly strikes: number;
  readonly rowsRead: number;
}

/** Fills the archive with a fortnight: every two hours other storms, all over the Balkans. Returns places where it struck. */
async function fill(probe: Probe, rows: number, places: number, tell: (line: string) => void) {
  const struck: NumberedStrike[] = [];
  for (let from = 0, batch = 1; from < rows; from += FILL_BATCH, batch += 1) {
    const count = Math.min(FILL_BATCH, rows - from);
    const endMs = END_MS - SPAN_MS + ((from + count) / rows) * SPAN_MS;
    const strikes = stormStrikes(count, endMs, (count / rows) * SPAN_MS, batch);
    const filed = strikes.map((strike) => ({ ...strike, ordinal: from + strike.ordinal }));
    await probe.askArchive('insert', filed);
    const place = strikes.find((strike) => struck.every((other) => distanceKm(strike, other) > APART_KM));
    if (place && struck.length < places) struck.push(place);
    if (batch % 40 === 0) tell(`history: ${(from + count).toLocaleString('en')} of ${rows.toLocaleString('en')} rows`);
  }
  return struck;
}

/** Fourteen days within 6 km of places where it struck, out of an archive of `rows` strikes in D1. */
export async function historyFigures(
  { rows, places }: { readonly rows: number; readonly places: number },
  tell: (line: string) => void,
): Promise<Figure[]> {
  const script = await bundlePublishingWorker();
  const vars = { PROVIDER_BASE_URL: 'http://127.0.0.1:9' };
  const runtime = await startRuntime({ root: projectRoot, script, port: 0, stateDir: undefined, vars });
  try {
    const probe = (await runtime.miniflare.getDurableObjectNamespace('FEED')).getByName('feed') as unknown as Probe;
    const struck = await fill(probe, rows, places, tell);
    const span = [END_MS - SPAN_MS, END_MS] as const;
    const near = await timed(struck, async ({ latitude, longitude }) => {
      const circle = { latitude, longitude, radiusKm: RADIUS_KM, fromMs: span[0], toMs: span[1] };
      return (await probe.askArchive('near', circle)) as QueryCost;
    });
    const pages = await timed(struck, async () => (await probe.askArchive('page', HOME, ...span, 1_000)) as QueryCost);
    const slices = await timed(struck, async ({ latitude, longitude, atMs }) => {
      const strikes = (await probe.askArchive('slice', tileAt(longitude, latitude, 6), atMs - HOUR_MS / 2)) as number;
      return { strikes, rowsRead: strikes };
    });
    const countMs = await msOf(() => probe.askArchive('count', HOME, END_MS));
    const hours = [span[0] / HOUR_MS, span[1] / HOUR_MS] as const;
    const countsOf = async (box?: BBox) => (await probe.askArchive('counts', HOME, box, ...hours)) as QueryCost;
    const ofHome = await timed(struck, () => countsOf());
    const ofQuarter = await timed(struck, () => countsOf(QUARTER));
    const lookedUp = await lookUpFigures(runtime.url, struck, END_MS, rows);
    const held = await holdoverFigures(runtime.url, struck, rows);
    const group = 'history';
    const what = `${RADIUS_KM} km × ${DAYS} days of ${rows.toLocaleString('en')} strikes`;
    const shown = (name: string, { times }: Timed): Figure => {
      return { group, name: `${name}, median`, unit: 'ms', ours: percentile(times, 50), ...SHOWN };
    };
    const walked = { group, unit: 'rows', ours: Math.max(...near.walked) };
    return [
      { ...walked, name: `${what}, rows walked, most of ${struck.length} places`, ...countAtMost(30_000) },
      { group, name: `${what}, p95`, unit: 'ms', ours: percentile(near.times, 95), ...timeAtMost(50) },
      shown(what, near),
      shown('the newest 1,000 at home', pages),
      { ...walked, name: 'the newest 1,000 at home, rows walked', ours: Math.max(...pages.walked), ...SHOWN },
      shown('an hour of a tile at zoom 6', slices),
      { group, name: 'counting an hour, of all', unit: 'ms', ours: countMs / (DAYS * 24), ...SHOWN },
      shown('counts of 14 days at home', ofHome),
      shown('counts of 14 days in a quarter of home', ofQuarter),
      ...lookedUp,
      ...held,
    ];
  } finally {
    await runtime.close();
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

interface Timed {
  readonly times: readonly number[];
  readonly walked: readonly number[];
}

async function timed(
  struck: readonly NumberedStrike[],
  ask: (at: NumberedStrike) => Promise<QueryCost>,
): Promise<Timed> {
  const times: number[] = [];
  const walked: number[] = [];
  for (const at of struck) {
    const startMs = performance.now();
    const { strikes, rowsRead } = await ask(at);
    times.push(performance.now() - startMs);
    walked.push(rowsRead);
    if (strikes === 0) throw new Error(`nothing found at ${at.latitude},${at.longitude}`);
  }
  return { times, walked };
}

const CORNERS = 500;
const FIRE_KM = { least: 1, most: 3 };
const LOOK_UP_KM = 10;
const WARM_UPS = 4;

interface Answered {
  readonly found: number;
  readonly searched: { readonly cut: boolean };
}

/** Fires of 500 corners where it struck, looked up over HTTP in an archive that is filled with the fortnight before `endMs`. */
async function lookUpFigures(url: string, struck: readonly Position[], endMs: number, rows: number): Promise<Figure[]> {
  const random = seededRandom(5);
  const times: number[] = [];
  const found: number[] = [];
  let cut = 0;
  // The first ones find a program that nobody has run yet.
  for (const [turn, place] of [...struck.slice(0, WARM_UPS), ...struck].entries()) {
    const shape = starAround(place, CORNERS, FIRE_KM.least, FIRE_KM.most, random);
    const body = JSON.stringify({ shape, radiusKm: LOOK_UP_KM, reportedAt: isoMillis(endMs) });
    const startMs = performance.now();
    const response = await fetch(url + apiPaths.lookUp, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    const tookMs = performance.now() - startMs;
    if (response.status !== 200) throw new Error(`a look-up was answered with ${response.status}: ${text}`);
    if (turn < WARM_UPS) continue;
    const answered = JSON.parse(text) as Answered;
    times.push(tookMs);
    found.push(answered.found);
    if (answered.searched.cut) cut += 1;
  }
  const common = { group: 'history', unit: 'ms' } as const;
  const what = `look-up of ${CORNERS} corners and ${LOOK_UP_KM} km × 14 days of ${rows.toLocaleString('en')} strikes`;
  const most = { group: 'history', unit: 'flashes', ours: Math.max(...found) };
  const tooMany = { group: 'history', unit: 'of them', ours: cut };
  return [
    { ...common, name: `${what}, p95`, ours: percentile(times, 95), ...timeAtMost(300, 600) },
    { ...common, name: `${what}, median`, ours: percentile(times, 50), ...SHOWN },
    { ...most, name: 'candidates of such a look-up, most', ...SHOWN },
    { ...tooMany, name: 'such look-ups that could not search all of the time', ...countAtMost(0) },
  ];
}

/** Half a side of the box in degrees: a district of some 150 km. */
const HALF = { latitude: 0.7, longitude: 0.9 };
const LIST_DAYS = 3;
const PLACES = 20;
const LIST_WARM_UPS = 3;

/** Lists of districts where it struck, over HTTP, each another one so that none is cached. */
async function holdoverFigures(url: string, struck: readonly Position[], rows: number): Promise<Figure[]> {
  const times: number[] = [];
  let [flashes, cut] = [0, 0];
  for (const [turn, { latitude, longitude }] of struck.slice(0, LIST_WARM_UPS + PLACES).entries()) {
    const box = [
      ...[longitude - HALF.longitude, latitude - HALF.latitude],
      ...[longitude + HALF.longitude, latitude + HALF.latitude],
    ];
    const startMs = performance.now();
    const response = await fetch(`${url}${apiPaths.holdover}?bbox=${box}&days=${LIST_DAYS}`);
    const text = await response.text();
    const tookMs = performance.now() - startMs;
    if (response.status !== 200) throw new Error(`a holdover list was answered with ${response.status}: ${text}`);
    if (turn < LIST_WARM_UPS) continue;
    const list = JSON.parse(text) as { readonly flashes: number; readonly searched: { readonly cut: boolean } };
    times.push(tookMs);
    flashes = Math.max(flashes, list.flashes);
    if (list.searched.cut) cut += 1;
  }
  const group = 'history';
  const what = `holdover list of a district × ${LIST_DAYS} days of ${rows.toLocaleString('en')} strikes`;
  return [
    { group, unit: 'ms', name: `${what}, p95`, ours: percentile(times, 95), ...timeAtMost(300, 600) },
    { group, unit: 'ms', name: `${what}, median`, ours: percentile(times, 50), ...SHOWN },
    { group, unit: 'flashes', name: 'flashes of such a list, most', ours: flashes, ...SHOWN },
    { group, unit: 'of them', name: 'such lists that could not search all of the time', ours: cut, ...countAtMost(0) },
  ];
}
