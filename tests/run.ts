import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Check, chosenTier, type Stage } from './checks.ts';
import { projectRoot } from './support/projectRoot.ts';

/**
 * `npm test`: every promise once. `npm run verify`: that and the dear rest. `npm test -- unit e2e`: the named checks.
 * Prints each check's output whole when it ends, then what each failed check said last, the seconds of all, and the
 * number of checks passed and failed.
 */

/** Of a failed check's output, said again at the very end. */
const ENDING_CHARS = 6_000;

const ENVIRONMENT = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_LOG_PATH: join(projectRoot, '.wrangler/logs'),
  XDG_CONFIG_HOME: join(projectRoot, '.wrangler/config'),
  PATH: `${join(projectRoot, 'node_modules/.bin')}:${process.env.PATH}`,
};

interface Outcome {
  readonly check: Check;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const running = new Set<ChildProcess>();
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping = true;
    for (const child of running) child.kill(signal);
  });

/** Runs the check in a separate process, and buffers its output until it ends. */
async function run(check: Check): Promise<Outcome> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [join(projectRoot, check.tool), ...check.args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT },
  });
  running.add(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A signal that ended it leaves no code.
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  running.delete(child);
  const seconds = (performance.now() - startMs) / 1000;
  return { check, passed: code === 0, seconds, output: Buffer.concat(chunks).toString() };
}

/** `unit: passed in 31.2 s of 45 s`, with a warning if it took longer. */
function inShort({ check, passed, seconds }: Outcome): string {
  const over = seconds > check.budgetS ? ', OVER ITS BUDGET' : '';
  return `${check.name}: ${passed ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s of ${check.budgetS} s${over}`;
}

async function runStage(stage: Stage, report: (outcome: Outcome) => void): Promise<void> {
  const lanes = stage.map(async (lane) => {
    for (const check of lane) if (!stopping) report(await run(check));
  });
  await Promise.all(lanes);
}

const startMs = performance.now();
const tier = chosenTier(process.argv.slice(2));
const outcomes: Outcome[] = [];
for (const stage of tier.stages) {
  const names = stage.flat().map(({ name }) => name);
  if (names.length > 0 && !stopping) print(`\nRunning ${names.join(', ')} …`);
  await runStage(stage, (outcome) => {
    outcomes.push(outcome);
    print(`\n── ${outcome.check.name} ──\n${outcome.output.trimEnd()}\n── ${inShort(outcome)} ──`);
  });
}

const failed = outcomes.filter(({ passed }) => !passed);
for (const { check, output } of failed) print(`\n── how ${check.name} failed ──\n${output.slice(-ENDING_CHARS)}`);
const totalS = (performance.now() - startMs) / 1000;
print(`\n${outcomes.map(inShort).join('\n')}`);
print(`All in ${totalS.toFixed(1)} s of ${tier.budgetS} s${totalS > tier.budgetS ? ', OVER BUDGET' : ''}`);
if (stopping) print('Stopped by a signal: not every check was run.');
if (failed.length > 0) print(`Failed: ${failed.map(({ check }) => check.name).join(', ')}`);
print(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && !stopping ? 0 : 1;
