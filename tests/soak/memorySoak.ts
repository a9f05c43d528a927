import { tableText } from '#tests/report/printTable.ts';
import { beginRun } from '#tests/report/writeResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { runMemorySoak } from './runMemorySoak.ts';
import { slope } from './slope.ts';

/** `npm run memory-soak [-- minutes]`: what does workerd's memory grow by at twenty times the usual number of calls? */
const minutes = Number(process.argv[2] ?? 45);
const tell = (line: string) => process.stdout.write(`${line}\n`);

/** The part of a run that is judged: before it, caches and the relay's ring of 15 minutes fill. */
const JUDGED_MINUTES = 30;
const MOST_MB_AN_HOUR = 5;

const finish = beginRun('memory-soak', `npm run memory-soak -- ${minutes}`);
await bundleOnce();
const { samples, strikes, missing, doubled, connections } = await runMemorySoak(minutes, tell);

const judged = minutes > JUDGED_MINUTES;
const settled = samples.filter(({ minute }) => minute >= minutes - JUDGED_MINUTES);
const megabytesAnHour = slope(settled.map(({ minute, megabytes }) => [minute / 60, megabytes] as const));
const most = Math.max(...samples.map(({ megabytes }) => megabytes));
const calls = samples.at(-1)?.calls ?? 0;
const settledCalls = calls - (settled[0]?.calls ?? 0);
const settledHours = Math.min(minutes, JUDGED_MINUTES) / 60;
const rows: [string, number, string, boolean][] = [
  ['calls to the provider', calls, '', true],
  ['calls a minute', Math.round(calls / minutes), '≥ 200', calls / minutes >= 200],
  [
    `growth over the last ${Math.min(minutes, JUDGED_MINUTES)} min, MB an hour`,
    Math.round(megabytesAnHour * 10) / 10,
    judged ? `≤ ${MOST_MB_AN_HOUR}` : '',
    !judged || megabytesAnHour <= MOST_MB_AN_HOUR,
  ],
  ['growth a call, bytes', Math.round((megabytesAnHour * settledHours * 2 ** 20) / settledCalls), '', true],
  ['most memory, MB', Math.round(most), '', true],
  ['strikes', strikes, '', strikes > 0],
  ['missing, doubled', missing + doubled, '0', missing + doubled === 0],
  ['streams that the viewer opened', connections, '1', connections === 1],
];
const table = {
  title: `npm run memory-soak, ${minutes} min`,
  columns: ['figure', 'measured', 'budget', 'verdict'],
  rows: rows.map(([name, value, budget, kept]) => [name, value, budget, budget ? (kept ? 'pass' : 'falls short') : '']),
};
const points = samples.map(({ minute, megabytes }) => [minute, megabytes] as const);
const plots = [{ title: 'memory', xUnit: 'min', yUnit: 'MB', lines: [{ name: 'workerd', points }] }];
const pass = rows.every(([, , , kept]) => kept);
tell(`\n${tableText(table)}`);
tell(`${pass ? 'PASS' : 'FAIL'}; written to ${await finish({ pass, tables: [table], plots })}`);
process.exit(pass ? 0 : 1);
