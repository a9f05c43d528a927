import { beginRun, tableText } from '#tests/report/RunResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { archiveFigures } from './archiveFigures.ts';
import { browserFigures } from './browser/browserFigures.ts';
import { evaluateFigure, type Figure, figureTable, inShort } from './Figure.ts';
import { fanOutFigures } from './fanOut/fanOutFigures.ts';
import { historyFigures } from './historyFigures.ts';
import { ingestFigures } from './ingestFigures.ts';
import { skillFigures } from './skillFigures.ts';
import { watchFigures } from './watchFigures.ts';
import { wireFigures } from './wireFigures.ts';

/**
 * `npm run tools -- bench [--short | --full] [group …]`: every figure and that of the obvious alternative, in one table.
 * `--short` takes about a minute, at smaller sizes with separate budgets; `--full` adds ten million rows. Ends with 1 where a row
 * falls short; rows without a budget are shown for information.
 */
const USUAL = {
  wire: { slice: 100_000, rounds: 15 },
  browser: { helds: [100_000, 1_000_000], rounds: 9, visibleStrikes: 10_000, visits: 5 },
  fanOut: { streams: [100, 1_000, 4_000], rounds: 7, publishes: 12, everyMs: 500 },
  ingest: 20_000,
  watch: 10_000,
  archive: { sizes: [100_000, 1_000_000], rounds: 9 },
  history: { rows: 1_600_000, places: 100 },
};
const SIZES: Record<'short' | 'usual' | 'full', typeof USUAL> = {
  short: {
    wire: { slice: 2_000, rounds: 31 },
    browser: { helds: [20_000], rounds: 21, visibleStrikes: 500, visits: 3 },
    fanOut: { streams: [100], rounds: 3, publishes: 6, everyMs: 100 },
    ingest: 3_000,
    watch: 1_000,
    archive: { sizes: [30_000], rounds: 7 },
    history: { rows: 60_000, places: 20 },
  },
  usual: USUAL,
  full: {
    ...USUAL,
    wire: { ...USUAL.wire, rounds: 31 },
    browser: { ...USUAL.browser, rounds: 15, visits: 9 },
    fanOut: { ...USUAL.fanOut, publishes: 20 },
    archive: { sizes: [100_000, 1_000_000, 10_000_000], rounds: 9 },
  },
};

const args = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);
const size = args.includes('--short') ? 'short' : args.includes('--full') ? 'full' : 'usual';
const groups = args.filter((arg) => !arg.startsWith('--'));
const { wire, browser, fanOut, ingest, watch, archive, history } = SIZES[size];
const all: Record<string, () => Figure[] | Promise<Figure[]>> = {
  wire: () => wireFigures(wire.slice, wire.rounds),
  browser: () => browserFigures({ ...browser, print }),
  archive: () => archiveFigures(archive.sizes, archive.rounds, print),
  history: () => historyFigures(history, print),
  ingest: () => ingestFigures(ingest),
  watch: () => [...watchFigures(watch), ...skillFigures(history.rows)],
  'fan-out': () => fanOutFigures({ ...fanOut, print }),
};
const unknown = groups.filter((group) => !(group in all));
if (unknown.length > 0) throw new Error(`no group is called ${unknown}: there are ${Object.keys(all)}`);

const finish = beginRun(['bench', ...groups].join('-'), `npm run tools -- bench ${args.join(' ')}`.trim());
await bundleOnce();
const figures: Figure[] = [];
for (const [group, measure] of Object.entries(all)) {
  if (groups.length > 0 && !groups.includes(group)) continue;
  print(`${group} …`);
  figures.push(...(await measure()));
}
const evaluatedFigures = figures.map((figure) => evaluateFigure(size === 'short' ? inShort(figure) : figure));
const held = evaluatedFigures.filter(({ budget }) => budget.of !== 'nothing');
const retained = held.filter(({ pass }) => pass);
const pass = retained.length === held.length;
const table = figureTable(`npm run tools -- bench, ${size}`, evaluatedFigures);
print(`\n${tableText(table)}`);
const path = await finish({ pass, tables: [table] });
print(
  `${pass ? 'PASS' : 'FALLS SHORT'}: ${retained.length} of ${held.length} rows keep their budget\nwritten to ${path}`,
);
process.exit(pass ? 0 : 1);
