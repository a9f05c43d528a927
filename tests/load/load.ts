import { parseArgs } from 'node:util';
import { beginRun, type LoadOutcome, type Table, tableText } from '#tests/report/RunResult.ts';

import bundleOnce from '#tests/support/bundleOnce.ts';
import { fairLoad } from './fairLoad.ts';
import { faultsLoad } from './faultsLoad.ts';
import { relaysLoad } from './relaysLoad.ts';
import { stampedeLoad } from './stampedeLoad.ts';
import { stormLoad } from './stormLoad.ts';
import { worldLoad } from './worldLoad.ts';

/**
 * `npm run tools -- load [viewers seconds] [--seed n]`: an audience that behaves like people in a storm, then slow readers.
 * `npm run tools -- load fair`: every slot taken by one address, and then honest people.
 * `npm run tools -- load faults [seconds]`: a storm at six times its speed with every fault at once.
 * `npm run tools -- load relays [count]`: many relays under one Feed.
 * `npm run tools -- load stampede`: everybody reloads at once; then the dearest anonymous calls, 50 of each at once.
 * `npm run tools -- load world [minutes]`: eleven streams that watch every cell there is.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const [kind = '500', argument] = positionals;
const seed = Number(values.seed);
const print = (line: string) => process.stdout.write(`${line}\n`);
const amount = (usual: number) => Number(argument ?? usual);
const STAMPEDE = { viewers: 200, strikes: 34_000, atOnce: 50, waves: 2, slack: 1, print };

const KINDS: Record<string, () => Promise<LoadOutcome>> = {
  fair: () => fairLoad(print),
  faults: () => faultsLoad(amount(180), print),
  relays: () => relaysLoad(amount(100), print),
  stampede: () => stampedeLoad(STAMPEDE),
  world: () => worldLoad(amount(11), print),
};
const run = KINDS[kind] ?? (() => stormLoad(Number(kind), amount(60), seed, print));
const finish = beginRun(
  kind in KINDS ? `load-${kind}` : 'load',
  ['npm run tools -- load', ...process.argv.slice(2)].join(' '),
);
await bundleOnce();
const { title, rows, tables = [] } = await run();
const table: Table = {
  title,
  columns: ['figure', 'measured', 'budget', 'verdict'],
  rows: rows.map(([figure, value, budget, isRetained]) => [
    figure,
    value,
    budget,
    budget && (isRetained ? 'pass' : 'falls short'),
  ]),
};
const pass = rows.every(([, , , isRetained]) => isRetained);
print(`\n${[...tables, table].map((each) => tableText(each)).join('\n')}`);
print(`${pass ? 'PASS' : 'FAIL'}; written to ${await finish({ pass, tables: [table, ...tables] })}`);
process.exit(pass ? 0 : 1);
