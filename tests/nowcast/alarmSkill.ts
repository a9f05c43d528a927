import { basename } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import {
  AlarmTally,
  countAlarms,
  countReturns,
  gridSites,
  QUIET_MINUTES,
  strikesNear,
} from '#shared/watch/alarmSkill.ts';
import { beginRun, tableText } from '#tests/report/RunResult.ts';
import { readRecording } from '#worker/dev/simulator/simulatedSource.ts';

/**
 * `npm run tools -- warnings RECORDING [SITES [SITE_KM]]`: what alarms by rings and dwell times would have been worth at many
 * sites of a recording, and how often lightning came back after so many quiet minutes.
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
const near = strikesNear(sites, strikes, REACH_KM);

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
  const counts = QUIET_MINUTES.map((quietMin) => ({ quietMin, cases: 0, back: 0 }));
  for (const site of near) countReturns(site, ringKm, afterAll, counts);
  return counts.map(({ quietMin, cases, back }) => [ringKm, quietMin, cases, percent(back, cases)]);
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
  { title: 'back within 30 min', columns: ['ring, km', 'quiet, min', 'cases', 'back, %'], rows: returns },
];
const written = await finish({ pass: true, tables });
process.stdout.write(`${tables.map(tableText).join('\n')}\nwritten to ${written}\n`);
