import { setTimeout as wait } from 'node:timers/promises';
import { type BBox, bboxContains, boxAround, formatBBox, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { tileAt } from '#shared/geo/tile.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, isoMillis } from '#shared/time.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { percentile } from '#tests/load/percentile.ts';
import { starAround } from '#tests/support/shapes.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import { fillWithStorms } from './archiveFigures.ts';
import { countAtMost, type Figure, timeAtMost, VISIBLE } from './Figure.ts';
import { measureFanOut } from './fanOut/measureFanOut.ts';
import { withPublishingFeed } from './fanOut/Target.ts';
import { ownWorkerd } from './processFigures.ts';

/** The last full hour: a report of the future would be refused, and one of years ago too. */
const END_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const DAYS = 14;
const SPAN_MS = DAYS * DAY_MS;
const RADIUS_KM = 6;
/** Far apart, so that two of them seldom request the same cells. */
const APART_KM = 15;
/** Home was read from the first strike to the last. */
const READ_WHOLE: HomeRecord = { completeToMs: END_MS, gaps: [], lastSuccessMs: END_MS, cause: null };
const QUARTER = { west: 18, south: 38, east: 27, north: 45 };

/** What tests/isolate/publishingWorker.ts offers of its archive; see ArchiveProbe there. */
interface Probe {
  fetchArchive(kind: string, ...values: unknown[]): Promise<unknown>;
  broadcast(strikes: number): Promise<void>;
}

interface QueryCost {
  readonly strikes: number;
  readonly rowsRead: number;
}

interface Fortnight {
  readonly rows: number;
  readonly places: number;
}

/** Fourteen days within 6 km of places where it struck, out of an archive of `rows` strikes in D1. */
export function historyFigures({ rows, places }: Fortnight, print: (line: string) => void): Promise<Figure[]> {
  return withPublishingFeed(async (probe: Probe, url) => {
    const struck: NumberedStrike[] = [];
    const put = async (strikes: readonly NumberedStrike[]) => {
      await probe.fetchArchive('insert', strikes, READ_WHOLE);
      const place = strikes.find((strike) => struck.every((other) => distanceKm(strike, other) > APART_KM));
      if (place && struck.length < places) struck.push(place);
    };
    await fillWithStorms({ rows, endMs: END_MS, spanMs: SPAN_MS }, put, print);
    const ofRows = `of ${rows.toLocaleString('en')} strikes`;
    return [
      ...(await archiveFigures(probe, struck, ofRows)),
      ...(await lookUpFigures(url, struck, ofRows)),
      ...(await holdoverFigures(url, struck, ofRows)),
      ...(await alertFigures(probe, url, struck, ofRows)),
    ];
  });
}

const GROUP = { group: 'history', unit: 'ms' } as const;
const p95 = (what: string, times: readonly number[], most: number, shortMost = most): Figure => {
  return { ...GROUP, name: `${what}, p95`, ours: percentile(times, 95), ...timeAtMost(most, shortMost) };
};
const median = (what: string, times: readonly number[]): Figure => {
  return { ...GROUP, name: `${what}, median`, ours: percentile(times, 50), ...VISIBLE };
};

async function archiveFigures(probe: Probe, struck: readonly NumberedStrike[], ofRows: string): Promise<Figure[]> {
  const [fromMs, toMs] = [END_MS - SPAN_MS, END_MS];
  const cost = (kind: string, ...values: unknown[]) => probe.fetchArchive(kind, ...values) as Promise<QueryCost>;
  const near = await timed(struck, ({ latitude, longitude }) =>
    cost('near', { latitude, longitude, radiusKm: RADIUS_KM, fromMs, toMs }),
  );
  const pages = await timed(struck, () => cost('page', HOME, fromMs, toMs, 1_000));
  const slices = await timed(struck, async ({ latitude, longitude, atMs }) => {
    const strikes = (await probe.fetchArchive('slice', tileAt(longitude, latitude, 6), atMs - HOUR_MS / 2)) as number;
    return { strikes, rowsRead: strikes };
  });
  const beganMs = performance.now();
  await probe.fetchArchive('count', HOME, END_MS);
  const countMs = performance.now() - beganMs;
  const counts = (box?: BBox) => timed(struck, () => cost('counts', HOME, box, fromMs / HOUR_MS, toMs / HOUR_MS));
  const [ofHome, ofQuarter] = [await counts(), await counts(QUARTER)];
  const what = `${RADIUS_KM} km × ${DAYS} days ${ofRows}`;
  const walked = (name: string, rowsRead: readonly number[]) => {
    return { ...GROUP, name, unit: 'rows', ours: Math.max(...rowsRead) };
  };
  return [
    { ...walked(`${what}, rows walked, most of ${struck.length} places`, near.walked), ...countAtMost(30_000) },
    p95(what, near.times, 50),
    median(what, near.times),
    median('the newest 1,000 at home', pages.times),
    { ...walked('the newest 1,000 at home, rows walked', pages.walked), ...VISIBLE },
    median('an hour of a tile at zoom 6', slices.times),
    { ...GROUP, name: 'counting an hour, of all', ours: countMs / (DAYS * 24), ...VISIBLE },
    median('counts of 14 days at home', ofHome.times),
    median('counts of 14 days in a quarter of home', ofQuarter.times),
  ];
}

async function timed(struck: readonly NumberedStrike[], request: (at: NumberedStrike) => Promise<QueryCost>) {
  const times: number[] = [];
  const walked: number[] = [];
  for (const at of struck) {
    const startMs = performance.now();
    const { strikes, rowsRead } = await request(at);
    times.push(performance.now() - startMs);
    walked.push(rowsRead);
    if (strikes === 0) throw new Error(`nothing found at ${at.latitude},${at.longitude}`);
  }
  return { times, walked };
}

const CORNERS = 500;
const FIRE_KM = { least: 1, most: 3 };
const LOOK_UP_KM = 10;
/** The first calls find a program that nobody has run yet. */
const WARM_UPS = 4;

interface Answered {
  readonly searched: { readonly cut: boolean };
}

/** Calls one after the other; how long each took but the first, and what was answered. */
async function called<Result>(calls: readonly (() => Promise<Response>)[]) {
  const times: number[] = [];
  const results: Result[] = [];
  for (const [angle, call] of calls.entries()) {
    const startMs = performance.now();
    const response = await call();
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.url} was answered with ${response.status}: ${text}`);
    if (angle < WARM_UPS) continue;
    times.push(performance.now() - startMs);
    results.push(JSON.parse(text) as Result);
  }
  return { times, results };
}

const truncatedIn = (results: readonly Answered[]) => results.filter(({ searched }) => searched.cut).length;

/** Fires of 500 corners where it struck, looked up over HTTP. */
async function lookUpFigures(url: string, struck: readonly Position[], ofRows: string): Promise<Figure[]> {
  const random = seededRandom(5);
  const calls = [...struck.slice(0, WARM_UPS), ...struck].map((place) => {
    const shape = starAround(place, CORNERS, FIRE_KM.least, FIRE_KM.most, random);
    const body = JSON.stringify({ shape, radiusKm: LOOK_UP_KM, reportedAt: isoMillis(END_MS) });
    const headers = { 'content-type': 'application/json' };
    return () => fetch(url + apiPaths.lookUp, { method: 'POST', headers, body });
  });
  const { times, results } = await called<Answered & { readonly found: number }>(calls);
  const what = `look-up of ${CORNERS} corners and ${LOOK_UP_KM} km × 14 days ${ofRows}`;
  const most = Math.max(...results.map(({ found }) => found));
  return searchFigures(
    what,
    'look-ups',
    { name: 'candidates of such a look-up, most', ours: most },
    { times, cut: truncatedIn(results) },
  );
}

interface Searched {
  readonly times: readonly number[];
  /** Calls that could not search all of the time. */
  readonly cut: number;
}

/** Of calls that search the archive for flashes: how long they took, how many they found at most, and that none was cut. */
function searchFigures(
  what: string,
  calls: string,
  most: { readonly name: string; readonly ours: number },
  { times, cut: truncated }: Searched,
): Figure[] {
  return [
    p95(what, times, 300, 600),
    median(what, times),
    { ...GROUP, ...most, unit: 'flashes', ...VISIBLE },
    {
      ...GROUP,
      name: `such ${calls} that could not search all of the time`,
      unit: 'of them',
      ours: truncated,
      ...countAtMost(0),
    },
  ];
}

/** Half a side of the box in degrees: a district of some 150 km. */
const HALF = { latitude: 0.7, longitude: 0.9 };
const LIST_DAYS = 3;
const PLACES = 20;

/** Lists of districts where it struck, over HTTP, each another one so that none is cached. */
async function holdoverFigures(url: string, struck: readonly Position[], ofRows: string): Promise<Figure[]> {
  const calls = struck.slice(0, WARM_UPS + PLACES).map(({ latitude, longitude }) => {
    const [west, east] = [longitude - HALF.longitude, longitude + HALF.longitude];
    const box = [west, latitude - HALF.latitude, east, latitude + HALF.latitude];
    return () => fetch(`${url}${apiPaths.holdover}?bbox=${box}&days=${LIST_DAYS}`);
  });
  const { times, results } = await called<Answered & { readonly flashes: number }>(calls);
  const what = `holdover list of a district × ${LIST_DAYS} days ${ofRows}`;
  const most = Math.max(...results.map(({ flashes }) => flashes));
  return searchFigures(
    what,
    'lists',
    { name: 'flashes of such a list, most', ours: most },
    { times, cut: truncatedIn(results) },
  );
}

/** So far from the edge of home that all sites around a place count. */
const WITHIN: BBox = { west: 15, south: 35.5, east: 29, north: 46.5 };

/** How good alerts were where it struck, over HTTP: each another place, so that none is cached; then the last one again. */
async function alertFigures(probe: Probe, url: string, struck: readonly Position[], ofRows: string): Promise<Figure[]> {
  const places = struck.filter(({ latitude, longitude }) => bboxContains(WITHIN, longitude, latitude));
  const request = ({ latitude, longitude }: Position, dwellMin = 30) =>
    fetch(`${url}${apiPaths.skill}?shape=${latitude},${longitude}&dwell=${dwellMin}`);
  const calls = places.slice(0, WARM_UPS + PLACES).map((place) => () => request(place));
  const { times, results } = await called<SkillView>(calls);
  const again = await called<SkillView>(
    Array.from({ length: WARM_UPS + PLACES }, () => () => request(places[0] as Position)),
  );
  const span = `from=${isoMillis(END_MS - SPAN_MS)}&to=${isoMillis(END_MS)}&limit=${MAX_PAGE_ROWS}`;
  const placeOf = (angle: number) => places[angle % places.length] as Position;
  const { nothing, cards, pages } = await besideWorks(probe, url, {
    nothing: async () => wait(BESIDE_EVERY_MS),
    // Another wait is another query, so that none is cached.
    cards: (angle) => request(placeOf(angle), 31 + Math.floor(angle / places.length)),
    pages: (angle) => fetch(`${url}${apiPaths.strikes}?bbox=${formatBBox(boxAround(placeOf(angle), 130))}&${span}`),
  });
  const what = `alerts around a place × ${DAYS} days ${ofRows}`;
  const days = results.map(({ fromMs, toMs }) => (toMs - fromMs) / DAY_MS);
  const beside = (name: string, ours: number, baseline: number) => ({ ...GROUP, name, ours, baseline });
  return [
    p95(what, times, 5_000, 5_000),
    median(what, times),
    p95(`${what}, from the cache`, again.times, 250),
    { ...beside('/status beside them, p99, to alone', cards.statusMs, nothing.statusMs), ...timeAtMost(300, 600) },
    { ...beside('/status beside pages of strikes, p99, to alone', pages.statusMs, nothing.statusMs), ...VISIBLE },
    { ...beside('delay of a stream beside them, p99, to alone', cards.streamMs, nothing.streamMs), ...VISIBLE },
    { ...beside('delay of a stream beside pages, p99, to alone', pages.streamMs, nothing.streamMs), ...VISIBLE },
    { ...GROUP, name: `${what}: days covered, least`, unit: 'days', ours: Math.min(...days), ...VISIBLE },
    { ...GROUP, name: `${what}: days covered, median`, unit: 'days', ours: percentile(days, 50), ...VISIBLE },
  ];
}

const BESIDE_EVERY_MS = 20;
const BESIDE_ROUNDS = 3;
/** Some 8 s a round. */
const STREAMED = { streams: 8, publishes: 50, everyMs: 150, strikesPerPublish: 20 };

interface Beside {
  /** 99th percentile over all rounds. */
  readonly statusMs: number;
  /** Time from an event to its readers: 99th percentile of a round, the median round. */
  readonly streamMs: number;
}

/** How long /status and the events of open streams took during each kind of work, one kind after the other in every round. */
async function besideWorks<Name extends string>(
  probe: Probe,
  url: string,
  works: Readonly<Record<Name, (angle: number) => Promise<unknown>>>,
): Promise<Record<Name, Beside>> {
  const names = Object.keys(works) as Name[];
  const measured = new Map(
    names.map((name) => [name, { index: 0, statusMs: [] as number[], streamMs: [] as number[] }]),
  );
  const target = {
    pid: ownWorkerd(),
    url: `${url}${apiPaths.live}?tiles=4/9/5`,
    publish: (strikes: number) => probe.broadcast(strikes),
    close: async () => {},
  };
  for (let round = 0; round < BESIDE_ROUNDS; round += 1) {
    for (const [name, times] of measured) {
      let isOver = false;
      const repeated = async (work: () => Promise<void>) => {
        while (!isOver) await work();
      };
      const asking = repeated(async () => {
        const startMs = performance.now();
        await (await fetch(url + apiPaths.status)).arrayBuffer();
        times.statusMs.push(performance.now() - startMs);
        await wait(BESIDE_EVERY_MS);
      });
      const working = repeated(async () => {
        const done = await works[name](times.index);
        times.index += 1;
        if (!(done instanceof Response)) return;
        const text = await done.text();
        if (done.status !== 200) throw new Error(`${done.url} was answered with ${done.status}: ${text}`);
      });
      const { p99Ms, missing } = await measureFanOut(target, STREAMED).finally(() => {
        isOver = true;
      });
      if (missing > 0) throw new Error(`${missing} events did not arrive`);
      times.streamMs.push(p99Ms);
      await Promise.all([asking, working]);
    }
  }
  const result = names.map((name) => {
    const { statusMs = [], streamMs = [] } = measured.get(name) ?? {};
    return [name, { statusMs: percentile(statusMs, 99), streamMs: percentile(streamMs, 50) }] as const;
  });
  return Object.fromEntries(result) as Record<Name, Beside>;
}
