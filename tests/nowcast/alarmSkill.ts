import { basename } from 'node:path';
import { pointAt } from '#shared/geo/Shape.ts';
import { medianOf } from '#shared/numbers.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { LATE_REPORT_MS } from '#shared/watch/Area.ts';
import { AlarmTally, countAlarms, countReturns, QUIET_MINUTES, ReturnTally } from '#shared/watch/alarmSkill.ts';
import { replayingArea } from '#shared/watch/replayArea.ts';
import { gridSites, positionColumns, StrikeCells } from '#shared/watch/siteStrikes.ts';
import { beginRun, tableText } from '#tests/report/RunResult.ts';
import { readRecording } from '#worker/dev/simulator/simulatedSource.ts';

/**
 * `npm run tools -- warnings RECORDING [SITES [SITE_KM]]`: what alarms by rings and dwell times would have been worth at many
 * sites of a recording, and how often lightning came back after each quiet time.
 */
const RINGS_KM = [5, 8, 10, 16, 20, 30] as const;
const DWELLS_MIN = [10, 15, 20, 30, 45] as const;
const RETURN_RINGS_KM = [10, 16] as const;
const REACH_KM = 30;

const [path, sitesText = '400', siteText = '2'] = process.argv.slice(2);
if (path === undefined) throw new Error('name a recording: npm run tools -- warnings day.csv.gz');
const siteKm = Number(siteText);
const finish = beginRun('warnings', `npm run tools -- warnings ${basename(path)} ${sitesText} ${siteText}`);
const { offsetsMs, latitudes, longitudes } = await readRecording(path);
const strikes = Array.from(offsetsMs, (atMs, index) => ({
  atMs,
  latitude: latitudes[index] ?? 0,
  longitude: longitudes[index] ?? 0,
}));
const box = strikes.reduce(
  (all, { latitude, longitude }) => ({
    west: Math.min(all.west, longitude),
    east: Math.max(all.east, longitude),
    south: Math.min(all.south, latitude),
    north: Math.max(all.north, latitude),
  }),
  { west: 180, east: -180, south: 90, north: -90 },
);
const sites = gridSites({ ...box, side: Math.ceil(Math.sqrt(Number(sitesText))) });
const cells = new StrikeCells(positionColumns(strikes));
for (const _ of cells.fill());
const near = sites.map((site) => cells.near(site, REACH_KM));

const percent = (of: number, among: number) => (among > 0 ? ((100 * of) / among).toFixed(1) : '–');
const startedMs = performance.now();
const alarms = RINGS_KM.flatMap((ringKm) =>
  DWELLS_MIN.map((dwellMin) => {
    const tally = new AlarmTally();
    for (const site of near) countAlarms(site, { ringKm, dwellMin }, siteKm, [], tally);
    const { hits, warned, alarms, withoutHit, tooEarly, alarmMs } = tally.total;
    const leads = tally.leadsMs.sort((a, b) => a - b);
    const lead = (part: number) => {
      const ms = leads[Math.floor(part * (leads.length - 1))];
      return ms === undefined ? '–' : (ms / MINUTE_MS).toFixed(1);
    };
    const minutes = hits > 0 ? (alarmMs / MINUTE_MS / hits).toFixed(0) : '–';
    const shares = [percent(warned, hits), lead(0.5), lead(0.1), alarms, percent(withoutHit, alarms), minutes];
    return [ringKm, dwellMin, hits, ...shares, percent(tooEarly, alarms)];
  }),
);
const tookMs = performance.now() - startedMs;
const afterAll = [[offsetsMs.at(-1) ?? 0, Number.POSITIVE_INFINITY]] as const;
const returns = RETURN_RINGS_KM.flatMap((ringKm) => {
  const tallies = QUIET_MINUTES.map((quietMin) => new ReturnTally(quietMin));
  for (const site of near) countReturns(site, ringKm, afterAll, tallies);
  return tallies.map(({ quietMin, days }) => {
    const [of, among] = [...days.values()].reduce(([of, among], day) => [of + day.of, among + day.among], [0, 0]);
    return [ringKm, quietMin, among, percent(of, among)];
  });
});

/** For these choices the table has the state machine's counts and those of the definitions. */
const BESIDE = [
  [10, 15],
  [10, 30],
  [16, 30],
] as const;
const period = { fromMs: 0, toMs: offsetsMs.at(-1) ?? 0 };
const outside = [
  [Number.NEGATIVE_INFINITY, period.fromMs],
  [period.toMs, Number.POSITIVE_INFINITY],
] as const;

/** All sites watched by the program that watches areas, on virtual time, at rings of 30, 16 and `ringKm`. */
function replayedSites(ringKm: number, dwellMin: number) {
  const sum = { hits: 0, warned: 0, stops: 0, withoutHit: 0, liftedTooEarly: 0, stopMs: 0 };
  const leadsMs: number[] = [];
  for (const [index, site] of sites.entries()) {
    const { atMs: times, km: distances } = near[index] ?? { atMs: new Float64Array(), km: new Float64Array() };
    const area = {
      shape: pointAt(site),
      ringsKm: [REACH_KM, Math.max(16, ringKm), ringKm] as const,
      ...{ dwellMs: dwellMin * MINUTE_MS, settleMs: LATE_REPORT_MS, least: 1 },
    };
    const strikesOfSite = Array.from(times, (atMs, ordinal) => ({
      ordinal,
      atMs,
      km: distances[ordinal] ?? 0,
      bearing: 0,
    }));
    const work = replayingArea({ ...period, area, strikes: strikesOfSite, gaps: [], timeZone: 'UTC', siteKm });
    let chunk = work.next();
    while (!chunk.done) chunk = work.next();
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += chunk.value[name];
    leadsMs.push(...chunk.value.leadsMs);
  }
  return { sum, leadsMs };
}

const middleMin = (leadsMs: readonly number[]) => (medianOf(leadsMs) ?? 0) / MINUTE_MS;

const beside = BESIDE.flatMap(([ringKm, dwellMin]) => {
  const tally = new AlarmTally();
  for (const site of near) countAlarms(site, { ringKm, dwellMin }, siteKm, outside, tally);
  const { sum, leadsMs } = replayedSites(ringKm, dwellMin);
  const { hits, warned, alarms: stops, withoutHit, tooEarly, alarmMs } = tally.total;
  const share = (of: number, among: number) => (100 * of) / Math.max(1, among);
  const rows: [measure: string, defined: number, machine: number][] = [
    ['hits', hits, sum.hits],
    ['warned, %', share(warned, hits), share(sum.warned, sum.hits)],
    ['lead, median, min', middleMin(tally.leadsMs), middleMin(leadsMs)],
    ['stops', stops, sum.stops],
    ['without a hit, %', share(withoutHit, stops), share(sum.withoutHit, sum.stops)],
    ['too early, %', share(tooEarly, stops), share(sum.liftedTooEarly, sum.stops)],
    ['under stop, h a site', alarmMs / HOUR_MS / sites.length, sum.stopMs / HOUR_MS / sites.length],
  ];
  return rows.map(([measure, defined, machine]) => {
    const digits = Number.isInteger(defined) && Number.isInteger(machine) ? 0 : 1;
    return [ringKm, dwellMin, measure, ...[defined, machine, machine - defined].map((value) => value.toFixed(digits))];
  });
});

const hours = ((offsetsMs.at(-1) ?? 0) / HOUR_MS).toFixed(0);
const title = `${basename(path)}: ${strikes.length} strikes in ${hours} h, ${sites.length} sites of ${siteKm} km; 30 choices took ${tookMs.toFixed(0)} ms`;
const lead = ['lead, median, min', 'shortest tenth'];
const tables = [
  {
    title,
    columns: [
      'ring, km',
      'dwell, min',
      'hits',
      'warned, %',
      ...lead,
      'alarms',
      'without a hit, %',
      'min a hit',
      'too early, %',
    ],
    rows: alarms,
  },
  {
    title:
      'the program that watches areas beside the definitions: it looks once a minute and waits a minute for late reports',
    columns: ['ring, km', 'dwell, min', 'measure', 'defined', 'program', 'difference'],
    rows: beside,
  },
  { title: 'back within 30 min', columns: ['ring, km', 'quiet, min', 'cases', 'back, %'], rows: returns },
];
const written = await finish({ pass: true, tables });
process.stdout.write(`${tables.map(tableText).join('\n')}\nwritten to ${written}\n`);
