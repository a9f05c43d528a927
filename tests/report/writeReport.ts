import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RESULTS_DIR, type RunResult } from './RunResult.ts';
import { reportHtml, reportMarkdown } from './reportHtml.ts';

/**
 * `npm run report`: the last result of each command as one page with plots, and its tables as Markdown for
 * docs/performance.md; both in `.cache/results`.
 */
await mkdir(RESULTS_DIR, { recursive: true });
const names = (await readdir(RESULTS_DIR)).filter((name) => name.endsWith('.json')).sort();
const runs = await Promise.all(
  names.map(async (name) => JSON.parse(await readFile(join(RESULTS_DIR, name), 'utf8')) as RunResult),
);
const page = join(RESULTS_DIR, 'report.html');
await writeFile(page, reportHtml(runs));
await writeFile(join(RESULTS_DIR, 'report.md'), reportMarkdown(runs));
process.stdout.write(`${runs.length} runs: ${page}\n`);
