import { beginRun, tableText } from '#tests/report/RunResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { archiveFigures } from './archiveFigures.ts';
import { browserFigures } from './browser/browserFigures.ts';
import { type Figure, figureTable, inShort, type JudgedFigure, judgeFigure } from './Figure.ts';
import { fanOutFigures } from './fanOut/fanOutFigures.ts';
import { historyFigures } from './historyFigures.ts';
import { ingestFigures } from './ingestFigures.ts';
import { watchFigures } from './watchFigures.ts';
import { wireFigures } from './wireFigures.ts';

type BenchSize = 'short' | 'usual' | 'full';
type Tell = (line: string) => void;

const SIZES = {
  short: {
    wire: { slice: 2_000, rounds: 31 },
    browser: { helds: [20_000], rounds: 21, shown: 500, visits: 3 },
    fanOut: { streams: [100], rounds: 3, publishes: 6, everyMs: 100, capacityRates: [] },
    ingest: 3_000,
    watch: 1_000,
    archive: { sizes: [30_000], rounds: 7 },
    history: { rows: 60_000, places: 20 },
  },
  usual: {
    wire: { slice: 100_000, rounds: 15 },
    browser: { helds: [100_000, 1_000_000], rounds: 9, shown: 10_000, visits: 5 },
    fanOut: { streams: [100, 1_000, 4_000], rounds: 7, publishes: 12, everyMs: 500, capacityRates: [] },
    ingest: 20_000,
    watch: 10_000,
    archive: { sizes: [100_000, 1_000_000], rounds: 9 },
    history: { rows: 1_600_000, places: 100 },
  },
  full: {
    wire: { slice: 100_000, rounds: 31 },
    browser: { helds: [100_000, 1_000_000], rounds: 15, shown: 10_000, visits: 9 },
    fanOut: { streams: [100, 1_000, 4_000], rounds: 7, publishes: 20, everyMs: 500, capacityRates: [1, 2, 4, 6, 8] },
    ingest: 20_000,
    watch: 10_000,
    archive: { sizes: [100_000, 1_000_000, 10_000_000], rounds: 9 },
    history: { rows: 1_600_000, places: 100 },
  },
} as const;

/** Every figure of the size, judged; `groups` (wire, browser, archive, history, ingest, watch, fan-out) names some of them. */
async function benchFigures(size: BenchSize, groups: readonly string[], tell: Tell): Promise<JudgedFigure[]> {
  const { wire, browser, fanOut, ingest, watch, archive, history } = SIZES[size];
  const all: Record<string, () => Figure[] | Promise<Figure[]>> = {
    wire: () => wireFigures(wire.slice, wire.rounds),
    browser: () => browserFigures({ ...browser, tell }),
    archive: () => archiveFigures(archive.sizes, archive.rounds, tell),
    history: () => historyFigures(history, tell),
    ingest: () => ingestFigures(ingest),
    watch: () => watchFigures(watch),
    'fan-out': () => fanOutFigures({ ...fanOut, tell }),
  };
  const unknown = groups.filter((group) => !(group in all));
  if (unknown.length > 0) throw new Error(`no group is called ${unknown}: there are ${Object.keys(all)}`);
  const figures: Figure[] = [];
  for (const [group, measure] of Object.entries(all)) {
    if (groups.length > 0 && !groups.includes(group)) continue;
    tell(`${group} …`);
    figures.push(...(await measure()));
  }
  return figures.map((figure) => judgeFigure(size === 'short' ? inShort(figure) : figure));
}

/**
 * `npm run tools -- bench [--short | --full] [group …]`: every figure beside what one would build instead, in one table.
 * `--short` takes about a minute, at sizes and budgets of its own (`Figure.kind`); `--full` adds ten million rows and
 * the relay's capacity. Ends with 1 where a row falls short; rows without a budget are shown for information.
 */
const args = process.argv.slice(2);
const tell = (line: string) => process.stdout.write(`${line}\n`);
const size: BenchSize = args.includes('--short') ? 'short' : args.includes('--full') ? 'full' : 'usual';
const groups = args.filter((arg) => !arg.startsWith('--'));

const finish = beginRun(['bench', ...groups].join('-'), `npm run tools -- bench ${args.join(' ')}`.trim());
await bundleOnce();
const figures = await benchFigures(size, groups, tell);
const table = figureTable(`npm run tools -- bench, ${size}`, figures);
tell('');
tell(tableText(table));
const judged = figures.filter(({ budget }) => budget.of !== 'nothing');
const short = judged.filter(({ pass }) => !pass);
const path = await finish({ pass: short.length === 0, tables: [table] });
tell(
  `${short.length === 0 ? 'PASS' : 'FALLS SHORT'}: ${judged.length - short.length} of ${judged.length} rows keep their budget`,
);
tell(`written to ${path}`);
process.exit(short.length === 0 ? 0 : 1);
