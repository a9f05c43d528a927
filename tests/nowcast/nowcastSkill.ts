import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beginRun, svgPlot, tableText } from '#tests/report/RunResult.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { readRecording } from '#worker/dev/simulator/simulatedSource.ts';
import { playRecording, skillOf } from './skillOf.ts';

/**
 * `npm run tools -- nowcast-skill RECORDING`: how good the forecast of storm cells is on a recording that it is fed minute by
 * minute, beside cells left in place and the distance alone. Ends with 1 where a goal is missed.
 */
const path = process.argv[2];
if (path === undefined) throw new Error('name a recording: npm run tools -- nowcast-skill day.csv.gz');
const name = basename(path).replace(/\.csv(\.gz)?$/, '');
const finish = beginRun(`nowcast-skill-${name}`, `npm run tools -- nowcast-skill ${basename(path)}`);
const { table, reliability, plot, pass } = skillOf(name, playRecording(await readRecording(path)));
const written = await finish({ pass, tables: [table, reliability] });
const plotPath = join(projectRoot, '.cache/results', `nowcast-skill-${name}.html`);
await mkdir(join(projectRoot, '.cache/results'), { recursive: true });
await writeFile(plotPath, `<!doctype html><meta charset="utf-8"><title>${name}</title>${svgPlot(plot)}\n`);
process.stdout.write(`${tableText(table)}\n${tableText(reliability)}\nplot: ${plotPath}\nwritten to ${written}\n`);
process.exit(pass ? 0 : 1);
