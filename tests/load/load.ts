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
const [kind, argument] = positionals;
const tell = (line: string) => process.stdout.write(`${line}\n`);

function planned(): { readonly name: string; readonly command: string; readonly run: () => Promise<LoadOutcome> } {
  if (kind === 'fair') return { name: 'load-fair', command: 'fair', run: () => fairLoad(tell) };
  if (kind === 'faults') {
    const seconds = Number(argument ?? 180);
    return { name: 'load-faults', command: `faults ${seconds}`, run: () => faultsLoad(seconds, tell) };
  }
  if (kind === 'relays') {
    const relays = Number(argument ?? 100);
    return { name: 'load-relays', command: `relays ${relays}`, run: () => relaysLoad(relays, tell) };
  }
  if (kind === 'stampede') {
    const options = { viewers: 200, strikes: 34_000, atOnce: 50, waves: 2, slack: 1, tell };
    return { name: 'load-stampede', command: 'stampede', run: () => stampedeLoad(options) };
  }
  if (kind === 'world') {
    const minutes = Number(argument ?? 11);
    return { name: 'load-world', command: `world ${minutes}`, run: () => worldLoad(minutes, tell) };
  }
  const [viewers, seconds, seed] = [Number(kind ?? 500), Number(argument ?? 60), Number(values.seed)];
  const command = `${viewers} ${seconds} --seed ${seed}`;
  return { name: 'load', command, run: () => stormLoad(viewers, seconds, seed, tell) };
}

const { name, command, run } = planned();
const finish = beginRun(name, `npm run tools -- load ${command}`);
await bundleOnce();
const { title, rows, tables = [] } = await run();
const table: Table = {
  title,
  columns: ['figure', 'measured', 'budget', 'verdict'],
  rows: rows.map(([figure, value, budget, kept]) => [figure, value, budget, budget && (kept ? 'pass' : 'falls short')]),
};
const pass = rows.every(([, , , kept]) => kept);
tell(`\n${[...tables, table].map((each) => tableText(each)).join('\n')}`);
tell(`${pass ? 'PASS' : 'FAIL'}; written to ${await finish({ pass, tables: [table, ...tables] })}`);
process.exit(pass ? 0 : 1);
