import { tableText } from '#tests/report/printTable.ts';
import { beginRun } from '#tests/report/writeResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { figureTable } from './figureTable.ts';
import { type BenchSize, benchFigures } from './runBench.ts';

/**
 * `npm run bench [-- --short | --full] [group …]`: every figure beside what one would build instead, in one table.
 * `--short` takes about a minute, at sizes and budgets of its own (`Figure.kind`); `--full` adds ten million rows and
 * the relay's capacity. Ends with 1 where a row falls short; rows without a budget are shown for information.
 */
const args = process.argv.slice(2);
const tell = (line: string) => process.stdout.write(`${line}\n`);
const size: BenchSize = args.includes('--short') ? 'short' : args.includes('--full') ? 'full' : 'usual';
const groups = args.filter((arg) => !arg.startsWith('--'));

const finish = beginRun(['bench', ...groups].join('-'), `npm run bench -- ${args.join(' ')}`.replace(/ -- $/, ''));
await bundleOnce();
const figures = await benchFigures(size, groups, tell);
const table = figureTable(`npm run bench, ${size}`, figures);
tell('');
tell(tableText(table));
const judged = figures.filter(({ budget }) => budget.of !== 'nothing');
const short = judged.filter(({ pass }) => !pass);
const path = await finish({ pass: short.length === 0, tables: [table], plots: [] });
tell(
  `${short.length === 0 ? 'PASS' : 'FALLS SHORT'}: ${judged.length - short.length} of ${judged.length} rows keep their budget`,
);
tell(`written to ${path}`);
process.exit(short.length === 0 ? 0 : 1);
