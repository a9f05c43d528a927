import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableText } from '#tests/report/RunResult.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { measureAllClear } from './measureAllClear.ts';
import { measureDelays } from './measureDelay.ts';
import { measureSquall } from './measureSquall.ts';
import { HOLD_MS, REAL_CELLS, realFaults, realTitle, runRealCell } from './runRealCell.ts';

/**
 * `npm run watch-proof`: what is promised of watching a place, each figure measured. Takes a quarter of an hour: every
 * cell of the matrix in virtual time, some as real processes, the delays, and a squall line. `-- real delay squall` runs
 * those parts alone; the others are `matrix` and, only when it is named, `all-clear`, which takes half an hour.
 */
const only = process.argv.slice(2);
const wanted = (part: string) => only.length === 0 || only.includes(part);
const tell = (line: string) => process.stdout.write(`${line}\n`);
const rows: (string | number)[][] = [];
let failures = 0;

function judge(figure: string, goal: string, value: string, isGood: boolean): void {
  rows.push([figure, goal, value, isGood ? 'yes' : 'NO']);
  if (!isGood) failures += 1;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

async function runMatrix(): Promise<void> {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const report = join(projectRoot, '.cache/results/watch-proof.json');
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'isolate-watch',
    'tests/isolate/watch/watchProof',
  ];
  const child = spawn(process.execPath, [vitest, ...args, '--reporter=json', `--outputFile=${report}`], {
    cwd: projectRoot,
    env: { ...process.env, WATCH_PROOF: 'full', CI: '1', NO_COLOR: '1' },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.on('close', resolve));
  const { success, numPassedTests, numFailedTests, testResults } = JSON.parse(
    await readFile(report, 'utf8'),
  ) as VitestReport;
  for (const { title, status, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    if (status === 'failed') tell(`BROKEN ${title}\n${failureMessages.join('\n').slice(0, 800)}`);
  }
  judge('cells in virtual time: kept, broken', 'all, 0', `${numPassedTests}, ${numFailedTests}`, success);
}

async function runReal(): Promise<void> {
  const clears: number[] = [];
  let doubles = 0;
  let kept = 0;
  for (const cell of REAL_CELLS) {
    const run = await runRealCell(cell).catch((error: Error) => error);
    const faults = run instanceof Error ? [run.message] : realFaults(cell, run);
    tell(`${faults.length === 0 ? 'kept  ' : 'BROKEN'} ${realTitle(cell)} ${faults.join('; ')}`);
    if (faults.length === 0) kept += 1;
    if (run instanceof Error) continue;
    clears.push(run.clearAfterMs);
    doubles += run.doubles;
  }
  judge('cells as real processes: kept', `${REAL_CELLS.length}`, `${kept}`, kept === REAL_CELLS.length);
  judge('messages that came twice there, all with the same id', '-', `${doubles}`, true);
  const earliest = Math.min(...clears);
  judge(
    `earliest all-clear, hold ${seconds(HOLD_MS)}`,
    `>= ${seconds(HOLD_MS)}`,
    seconds(earliest),
    earliest >= HOLD_MS,
  );
}

async function runDelay(): Promise<void> {
  const delays = await measureDelays(20);
  const shown = at(ascending(delays.map(({ shownMs }) => shownMs)), 0.95);
  const own = at(ascending(delays.map(({ ownMs }) => ownMs)), 0.95);
  judge('shown by the provider to accepted, 5 s poll: p95 of 20', '<= 6 s', seconds(shown), shown <= 6_000);
  judge('of that our own, from the call that found it: p95', '<= 500 ms', `${own.toFixed(0)} ms`, own <= 500);
}

async function runSquall(): Promise<void> {
  const { acceptedMs } = await measureSquall(2_000);
  const p95 = at(acceptedMs, 0.95);
  const last = acceptedMs.at(-1) ?? Number.NaN;
  judge('2,000 push recipients at once, far side 100 ms: p95', '<= 3 s', seconds(p95), p95 <= 3_000);
  judge('the last of them', '<= 10 s', seconds(last), last <= 10_000);
}

async function runAllClear(): Promise<void> {
  const { decidedMs, arrivedMs } = await measureAllClear();
  const [least, most] = [31 * 60_000, 31 * 60_000 + 10_000];
  const isGood = decidedMs >= least && decidedMs <= most;
  judge('one all-clear in earnest, after its last strike', '31:00 to 31:10 min', seconds(decidedMs), isGood);
  judge('and where it was sent to', '-', seconds(arrivedMs), true);
}

await bundleOnce();
if (wanted('matrix')) await runMatrix();
if (wanted('real')) await runReal();
if (wanted('delay')) await runDelay();
if (wanted('squall')) await runSquall();
if (only.includes('all-clear')) await runAllClear();
tell(tableText({ title: 'Watching a place', columns: ['figure', 'goal', 'measured', 'kept'], rows }));
process.exit(failures === 0 ? 0 : 1);
