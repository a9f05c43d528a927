import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from './support/findChromium.ts';
import { projectRoot } from './support/projectRoot.ts';
import { findFirefox } from './support/push/findFirefox.ts';

/**
 * `npm test`: every check, in the order in which they fail soonest. `npm test -- unit e2e` runs the named ones only.
 * Ends with what each failed check said last, and with the number of checks passed and failed.
 */
interface Check {
  readonly name: string;
  /** Path below node_modules, then arguments; all run on this Node. */
  readonly tool: string;
  readonly args: readonly string[];
}

const vitest = (name: string): Check => ({
  name,
  tool: 'vitest/vitest.mjs',
  args: ['run', '--config', 'tests/vitest.config.ts', '--project', name],
});

const dryRun = (environment: string): Check => ({
  name: `deploy-${environment}`,
  tool: 'wrangler/bin/wrangler.js',
  args: ['deploy', '--dry-run', '--env', environment, '--outdir', `.wrangler/dry-run-${environment}`],
});

/** Of a failed check's output, said again at the very end. */
const ENDING_CHARS = 6_000;

const CHECKS: readonly Check[] = [
  { name: 'format', tool: '@biomejs/biome/bin/biome', args: ['ci', '.'] },
  { name: 'types', tool: '@typescript/native/bin/tsc', args: ['-b'] },
  { name: 'dead-code', tool: 'knip/bin/knip.js', args: ['--config', 'tests/architecture/knip.json'] },
  { name: 'build', tool: 'vite/bin/vite.js', args: ['build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'] },
  dryRun('staging'),
  dryRun('production'),
  vitest('architecture'),
  vitest('unit'),
  vitest('site'),
  vitest('isolate'),
  vitest('worker'),
  vitest('proof'),
  { name: 'e2e', tool: '@playwright/test/cli.js', args: ['test', '--config', 'tests/playwright.config.ts'] },
];

const ENVIRONMENT = {
  CI: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_LOG_PATH: join(projectRoot, '.wrangler/logs'),
  XDG_CONFIG_HOME: join(projectRoot, '.wrangler/config'),
};

interface Outcome {
  /** 1 if a signal ended it. */
  readonly code: number;
  /** What it printed last, where its tools sum up what failed. */
  readonly ending: string;
}

function run({ tool, args }: Check): Promise<Outcome> {
  const child = spawn(process.execPath, [join(projectRoot, 'node_modules', tool), ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ENVIRONMENT, PATH: `${join(projectRoot, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  let ending = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', (chunk: Buffer) => {
      to.write(chunk);
      ending = (ending + chunk).slice(-ENDING_CHARS);
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, ending })));
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !CHECKS.some((check) => check.name === name));
if (unknown.length > 0) throw new Error(`no check is called ${unknown}: there are ${CHECKS.map(({ name }) => name)}`);
const checks = CHECKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (checks.some(({ name }) => name === 'e2e' || name === 'site')) process.env.CHROME_PATH = findChromium();
if (checks.some(({ name }) => name === 'worker')) process.env.FIREFOX_PATH = findFirefox();

const failed: { readonly name: string; readonly ending: string }[] = [];
for (const check of checks) {
  const startMs = performance.now();
  process.stdout.write(`\n── ${check.name} ──\n`);
  const { code, ending } = await run(check);
  if (code !== 0) failed.push({ name: check.name, ending });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  process.stdout.write(`── ${check.name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s ──\n`);
}
for (const { name, ending } of failed) process.stdout.write(`\n── how ${name} failed ──\n${ending}\n`);
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.map(({ name }) => name).join(', ')}\n`);
process.stdout.write(`\n${checks.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
