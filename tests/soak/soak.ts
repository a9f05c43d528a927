import { parseArgs } from 'node:util';
import { beginRun, tableText } from '#tests/report/RunResult.ts';

import bundleOnce from '#tests/support/bundleOnce.ts';
import type { HeapParts } from './heapParts.ts';
import { runSoak, type SoakSample, WARM_UP } from './runSoak.ts';
import { slope } from './slope.ts';

/** `npm run soak [-- --minutes n]`: the map left open in a storm, cut off once a minute. What grows, and does it drift? */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '30' } },
});
const minutes = Number(positionals[0] ?? values.minutes);
const tell = (line: string) => process.stdout.write(`${line}\n`);

const finish = beginRun('soak', `npm run soak -- --minutes ${minutes}`);
await bundleOnce();
const { samples, heap, strikesPerMinute, cuts, contextLosses, pageErrors, finalDrift } = await runSoak(minutes, tell);

const settled = samples.filter(({ minute }) => minute >= minutes * WARM_UP && minute <= minutes);
const line = (name: string, of: (sample: SoakSample) => number) => ({
  name,
  points: samples.map((sample) => [sample.minute, of(sample)] as const),
});
const growth = (of: (sample: SoakSample) => number) =>
  slope(settled.map((sample) => [sample.minute, of(sample)] as const));
const heapGrowth = (of: (parts: HeapParts) => number) =>
  slope(heap.map((parts) => [parts.minute / 60, of(parts)] as const));
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** A run shorter than this is all warm-up: its slopes are shown but not judged. */
const JUDGED_FROM_MINUTES = 20;
const judged = minutes >= JUDGED_FROM_MINUTES;
const slopes: [string, number, number][] = [
  ['Worker, MB a minute', growth(({ workerMegabytes }) => workerMegabytes), 2],
  ['page heap: data, MB an hour', heapGrowth(({ dataMegabytes }) => dataMegabytes), 1],
  ['page heap with compiled code, MB an hour', growth(({ heapMegabytes }) => heapMegabytes) * 60, 3],
  ['DOM nodes a minute', growth(({ nodes }) => nodes), 5],
  ['listeners a minute', growth(({ listeners }) => listeners), 1],
  ['open handles a minute', growth(({ handles }) => handles), 0.5],
];
const rows = slopes.map(([name, value, most]) => ({
  row: [name, rounded(value), `≤ ${most}`, judged ? (value <= most ? 'pass' : 'falls short') : 'too short to judge'],
  kept: !judged || value <= most,
}));
const fixed: [string, number, string, boolean][] = [
  ['strikes a minute', Math.round(strikesPerMinute), '', true],
  ['feed cut', cuts, '', true],
  ['WebGL contexts lost', contextLosses, '', true],
  ['screen less truth at the end, strikes', finalDrift, '0', finalDrift === 0],
  ['errors on the page', pageErrors.length, '0', pageErrors.length === 0],
];
const table = {
  title: `npm run soak, ${minutes} min`,
  columns: ['figure', 'measured', 'budget', 'verdict'],
  rows: [
    ...fixed.map(([name, value, budget, kept]) => [name, value, budget, budget ? (kept ? 'pass' : 'falls short') : '']),
    ...rows.map(({ row }) => row),
  ],
};
const pass = fixed.every(([, , , kept]) => kept) && rows.every(({ kept }) => kept);
const plots = [
  {
    title: 'memory',
    yUnit: 'MB',
    lines: [line('Worker', (s) => s.workerMegabytes), line('page heap', (s) => s.heapMegabytes)],
  },
  {
    title: 'page heap',
    yUnit: 'MB',
    lines: [
      { name: 'data', points: heap.map(({ minute, dataMegabytes }) => [minute, dataMegabytes] as const) },
      { name: 'compiled code', points: heap.map(({ minute, codeMegabytes }) => [minute, codeMegabytes] as const) },
    ],
  },
  { title: 'page', yUnit: 'count', lines: [line('DOM nodes', (s) => s.nodes), line('listeners', (s) => s.listeners)] },
  {
    title: 'strikes of the last hour',
    yUnit: 'strikes',
    lines: [line('provider', (s) => s.truth), line('screen', (s) => s.inView)],
  },
  { title: 'Worker', yUnit: 'handles', lines: [line('open handles', (s) => s.handles)] },
].map((plot) => ({ ...plot, xUnit: 'min' }));
tell(`\n${tableText(table)}`);
for (const error of pageErrors.slice(0, 5)) tell(`  ${error}`);
tell(`${pass ? 'PASS' : 'FAIL'}; written to ${await finish({ pass, tables: [table], plots })}`);
process.exit(pass ? 0 : 1);
