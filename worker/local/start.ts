import { fileURLToPath } from 'node:url';
import { startSimulatorFromEnvironment } from '../simulator/startSimulatorFromEnvironment.ts';
import { buildSite } from './buildSite.ts';
import { bundleWorker } from './bundleWorker.ts';
import { localSettings } from './localSettings.ts';
import { startRuntime } from './startRuntime.ts';

/**
 * `npm start`: runs the whole product locally until it is stopped. `npm start -- --no-build` uses the site already in
 * dist/.
 */

const CRON_EVERY_MS = 60_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const root = fileURLToPath(new URL('../..', import.meta.url));
const closers: (() => Promise<void> | void)[] = [];
let stopping = false;
let data = '';

async function stop(code: number): Promise<void> {
  if (stopping) process.exit(code);
  stopping = true;
  for (const close of closers.reverse()) await close();
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

/** Stops when the parent process has died without stopping us. */
const startedBy = process.ppid;
setInterval(() => process.ppid !== startedBy && void stop(0), 2_000).unref();

try {
  const { port, providerBaseUrl, stateDir } = localSettings(process.env, root);
  const [script] = await Promise.all([
    bundleWorker(root),
    process.argv.includes('--no-build') ? undefined : buildSite(root),
  ]);
  data = `strikes of ${providerBaseUrl}`;
  const vars: Record<string, string> = { PROVIDER_BASE_URL: providerBaseUrl ?? '', FEED_SOURCE: 'live' };
  if (providerBaseUrl === undefined) {
    const simulator = await startSimulatorFromEnvironment(
      { ...process.env, PORT: process.env.SIMULATOR_PORT ?? '0' },
      print,
    );
    closers.push(() => simulator.close());
    vars.PROVIDER_BASE_URL = simulator.url;
    vars.FEED_SOURCE = 'simulated';
    data = `simulated strikes of ${simulator.url}`;
  }
  if (process.env.FEED_SOURCE) vars.FEED_SOURCE = process.env.FEED_SOURCE;
  const onLog = process.env.SHOW_LOG === '1' ? (line: string) => process.stderr.write(`${line}\n`) : () => {};
  const runtime = await startRuntime({ root, script, port, stateDir, vars, onLog });
  closers.push(() => runtime.close());
  const cron = setInterval(() => void runtime.cron().catch(() => {}), CRON_EVERY_MS);
  closers.push(() => clearInterval(cron));
  await runtime.cron();
  print(`Ready: ${runtime.url} (${data})`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  await stop(1);
}
