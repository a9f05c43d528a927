import { boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time.ts';
import { AlarmTally, countAlarms } from '#shared/watch/alarmSkill.ts';
import { gridSites, type PositionColumns, positionColumns, type SiteStrikes } from '#shared/watch/siteStrikes.ts';
import { CHOICE_DWELLS_MIN, CHOICE_RINGS_KM, judgingSkill } from '#shared/watch/skillOf.ts';
import { type Figure, timeAtMost } from './Figure.ts';
import { stormStrikes } from './stormStrikes.ts';

const END_MS = Date.UTC(2026, 6, 15);
const SPAN_MS = 14 * DAY_MS;
const AROUND_KM = 100;
const REACH_KM = 30;
const SIDE = 20;
/** What one request finds at most before its rows are used up. */
const MOST_FOUND = 40_000;
const SITE_KM = 2;
const PERIOD = { fromMs: END_MS - SPAN_MS, toMs: END_MS, gaps: [] } as const;
const GAPS = [
  [Number.NEGATIVE_INFINITY, PERIOD.fromMs],
  [PERIOD.toMs, Number.POSITIVE_INFINITY],
] as const;

/** The middle of the square degree with the most strikes. */
function busiestPlace(strikes: readonly NumberedStrike[]): Position {
  const counts = new Map<string, number>();
  for (const { latitude, longitude } of strikes) {
    const square = `${Math.floor(latitude)},${Math.floor(longitude)}`;
    counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  const [[square] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  const [south = 0, west = 0] = square.split(',').map(Number);
  return { latitude: south + 0.5, longitude: west + 0.5 };
}

/** What one would write first: every strike's distance from every site, then the choices one after the other. */
function countNaively(sites: readonly Position[], strikes: readonly NumberedStrike[]): void {
  const near = sites.map((site): SiteStrikes => {
    const found = strikes
      .map((strike) => [strike.atMs, distanceKm(site, strike)] as const)
      .filter(([, km]) => km <= REACH_KM);
    return { atMs: Float64Array.from(found, ([atMs]) => atMs), km: Float64Array.from(found, ([, km]) => km) };
  });
  for (const ringKm of CHOICE_RINGS_KM) {
    for (const dwellMin of CHOICE_DWELLS_MIN) {
      const tally = new AlarmTally();
      for (const site of near) countAlarms(site, { ringKm, dwellMin }, SITE_KM, GAPS, tally);
    }
  }
}

/** Home as columns, and of the strikes around the busiest place the newest. The other objects are dropped here. */
function syntheticHome(rows: number) {
  const home = stormStrikes(rows, END_MS, SPAN_MS);
  const middle = busiestPlace(home);
  const { west, south, east, north } = boxAround(middle, AROUND_KM + REACH_KM);
  const newest = home
    .filter(({ latitude, longitude }) => latitude > south && latitude < north && longitude > west && longitude < east)
    .slice(-MOST_FOUND);
  return { middle, newest, home: positionColumns(home) };
}

/** How good alarms were at 400 sites, for 30 choices: processor time, and the longest piece between two pauses. */
export function skillFigures(rows: number): Figure[] {
  const { middle, newest, home } = syntheticHome(rows);
  const sitesAround = gridSites({ ...boxAround(middle, AROUND_KM), side: SIDE });
  const sitesOfHome = gridSites({ west: 15, south: 37, east: 28, north: 46, side: SIDE });
  const ofHome = `of ${rows.toLocaleString('en')} strikes in home`;
  const around = `400 sites within ${AROUND_KM} km, the newest ${MOST_FOUND.toLocaleString('en')} ${ofHome}`;
  const near = positionColumns(newest);
  countedChunks(sitesAround, near);
  return [
    ...chunkFigures(around, countedChunks(sitesAround, near), {
      baseline: secondsOf(() => countNaively(sitesAround, newest)),
    }),
    ...chunkFigures(`400 sites all over home, all ${ofHome}`, countedChunks(sitesOfHome, home)),
  ];
}

function chunkFigures(what: string, { processorS, longestMs }: ChunkTimes, baseline: Pick<Figure, 'baseline'> = {}) {
  const name = `30 choices of alarms at ${what}`;
  return [
    { group: 'watch', name, unit: 's', ours: processorS, ...baseline, ...timeAtMost(3) },
    {
      ...{ group: 'watch', name: `${name}: longest piece, processor`, unit: 'ms', ours: longestMs },
      ...timeAtMost(50, 100),
    },
  ];
}

function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Of this thread: what others do on the machine is no part of a piece. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}

interface ChunkTimes {
  readonly processorS: number;
  readonly longestMs: number;
}

function countedChunks(sites: readonly Position[], strikes: PositionColumns): ChunkTimes {
  let longestMs = 0;
  const rule = { ringKm: 10, dwellMin: 30 };
  const query = { ...PERIOD, area: undefined, sites, strikes, rule, siteKm: SITE_KM, timeZone: 'UTC' };
  const processorS = secondsOf(() => {
    const work = judgingSkill({ ...query, withReturns: true });
    for (let isDone = false; !isDone; ) {
      const startMs = threadMs();
      isDone = work.next().done === true;
      longestMs = Math.max(longestMs, threadMs() - startMs);
    }
  });
  return { processorS, longestMs };
}
