import { readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unstable_readConfig as readConfig } from 'wrangler';
import { DAY_MS } from '#shared/time.ts';
import type { BackfillStatus, Status } from '#shared/wire/Status.ts';
import { SimulatedFires, startFirms } from '#worker/dev/fakes/startFirms.ts';
import { freePort, portError } from '#worker/dev/loopback.ts';
import type { SimulatedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { startSimulatorFromEnvironment } from '#worker/dev/simulator/startSimulator.ts';
import { vapidKeysError } from '#worker/http/outbound/push.ts';
import { namesProvider } from '#worker/sources/chosenSources.ts';
import { adoptState, skyAnchorMs } from './adoptState.ts';
import { buildSite, bundleWorker } from './buildProduct.ts';
import { knownMigrations } from './databases.ts';
import { basemapFileError, siteTilesError } from './deployment.ts';
import { DEV_BUNDLE, type DevSite, followSaves, startDevSite } from './develop.ts';
import { localSettings, requestedFakes, workerVariables } from './localSettings.ts';
import { startLocalFakes } from './startLocalFakes.ts';
import { type Runtime, startRuntime } from './startRuntime.ts';

const LOOK_EVERY_MS = 2_000;
/** The jobs compete with the backfill whose strikes they count, so they do not run at every check. */
const LOOKS_A_RUN = 3;
/** Each run of the cron counts 120 hours; a fortnight has 336. */
const LAST_RUNS = 3;
/** The day that regular polls cover. */
const LIVE_DAYS = 1;

function backfillLine({ days, leftMs }: BackfillStatus): string | undefined {
  if (days <= LIVE_DAYS) return undefined;
  if (leftMs === 0) return `History: ${days} days are there.`;
  const left = leftMs / DAY_MS;
  return `History: ${(days - left).toFixed(0)} of ${days} days are there.`;
}

interface BackfillFollower {
  /** Status of the running product; may reject. */
  readonly status: () => Promise<BackfillStatus | null | undefined>;
  /** Runs the jobs of a minute, which count strikes. May reject. */
  readonly cron: () => Promise<void>;
  readonly print: (line: string) => void;
  readonly sleep: (delayMs: number) => Promise<unknown>;
  readonly isOver: () => boolean;
}

/**
 * Prints the backfill's progress, and runs the minute's jobs meanwhile, so that counts need not wait for them. Resolves
 * when everything is read and counted, or when `isOver`. Never rejects.
 */
async function followBackfill({ status, cron, print, sleep, isOver }: BackfillFollower): Promise<void> {
  let reported = '';
  let [ended, looks] = [0, 0];
  while (!isOver() && ended < LAST_RUNS) {
    const state = await status().catch(() => undefined);
    if (state === null) return;
    const line = state && backfillLine(state);
    if (state?.leftMs === 0) ended += 1;
    looks += 1;
    if (ended > 0 || looks % LOOKS_A_RUN === 0) await cron().catch(() => {});
    if (line !== undefined && line !== reported && (reported !== '' || state?.leftMs !== 0)) print(line);
    reported = line ?? reported;
    if (ended === 0) await sleep(LOOK_EVERY_MS);
  }
}

/**
 * `npm start`: runs the whole product locally until it is stopped. `--no-build` uses the site already in dist/;
 * `--move-corrupt-state` moves unreadable databases, or another release's state, aside. `--dev` (`npm run dev`): Vite
 * serves the site's sources on PORT, the Worker listens on a free port behind it, and both follow each save.
 */

type Input = Readonly<Record<string, string>>;

const CRON_EVERY_MS = 60_000;
/** The simulator has no limit, and a fortnight of its history must be read within a minute. */
const SIMULATOR_RPS = '200';
/** The past fires are generated in the background. */
const FIRES_PAUSE_MS = 50;
const FIRES_EVERY_MS = 10 * 60_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const closers: (() => Promise<void> | void)[] = [];
const isDev = process.argv.includes('--dev');
const isBuilt = process.argv.includes('--no-build');
let stopping = false;

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

/** The site for `npm run dev`. It exits together with Vite. */
async function startSite(port: number, apiPort: number, basemap: string): Promise<DevSite> {
  const site = await startDevSite({ root, port, apiOrigin: `http://127.0.0.1:${apiPort}`, basemap });
  closers.push(() => site.close());
  void site.ended.then(() => (stopping ? undefined : stop(1)));
  return site;
}

/** Runs the new bundle; the cron trigger wakes its Feed. */
async function renew(runtime: Runtime): Promise<void> {
  await runtime.reload();
  await runtime.cron();
}

/** @throws Error with the variable's name, if the port is not available */
async function checkPort(variable: string, port: number): Promise<void> {
  const fault = await portError(variable, port);
  if (fault !== undefined) throw new Error(fault);
}

/** @throws Error if push messages cannot be signed with these keys */
async function checkKeys({ VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey }: Input): Promise<void> {
  const fault = privateKey === undefined ? undefined : await vapidKeysError({ publicKey, privateKey });
  if (fault !== undefined) throw new Error(`${fault}: \`npm run admin -- vapid\` makes a pair`);
}

/** @throws Error with the reason if the file is no base map */
async function basemapPath(input: string | undefined): Promise<string | undefined> {
  if (input === undefined) return undefined;
  const path = await realpath(input).catch(() => resolve(input));
  const fault = await basemapFileError(path);
  if (fault !== undefined) throw new Error(`BASEMAP: ${path} ${fault}`);
  return path;
}

/** @throws Error if dist/ contains no site, or one for other tiles than configured now */
async function checkSite(basemapFile: string | undefined): Promise<void> {
  const headers = await readFile(join(root, 'dist/_headers'), 'utf8').catch(() => '');
  if (headers === '') throw new Error('dist/ holds no site: run npm start without --no-build');
  const fault = siteTilesError(headers, basemapFile !== undefined);
  if (fault !== undefined) throw new Error(fault);
}

/** Hotspots for the simulator's strikes, served like FIRMS. */
async function startFires(sky: SimulatedSource): Promise<Record<string, string>> {
  const fires = new SimulatedFires(sky, Date.now);
  const firms = await startFirms({ now: Date.now, hotspots: () => fires.hotspots() });
  const catchUp = () => void fires.catchUp(() => sleep(FIRES_PAUSE_MS, undefined, { ref: false }));
  const timer = setInterval(catchUp, FIRES_EVERY_MS);
  closers.push(
    () => clearInterval(timer),
    () => firms.close(),
  );
  catchUp();
  return { FIRMS_BASE_URL: firms.url };
}

async function startSource(input: Input, port: number, stateDir: string): Promise<Record<string, string>> {
  if (input.PROVIDER_BASE_URL) return { FEED_SOURCE: 'live' };
  const elsewhere = !namesProvider(input.SOURCES);
  await checkPort('SIMULATOR_PORT', port);
  const { SIMULATOR_RECORDING, SIMULATOR_START } = process.env;
  const isDemo = !SIMULATOR_RECORDING && !SIMULATOR_START;
  const start = isDemo ? { SIMULATOR_START: new Date(await skyAnchorMs(stateDir, Date.now())).toISOString() } : {};
  const simulator = await startSimulatorFromEnvironment({ ...process.env, ...start, PORT: String(port) }, print);
  closers.push(() => simulator.close());
  // The sky is real, but something must receive the contact messages.
  if (elsewhere) return { FEED_SOURCE: 'live', CONTACT_BASE_URL: simulator.url };
  const provider = { PROVIDER_BASE_URL: simulator.url, FEED_SOURCE: 'simulated', PROVIDER_MAX_RPS: SIMULATOR_RPS };
  return input.FIRMS_BASE_URL ? provider : { ...provider, ...(await startFires(simulator.sky)) };
}

try {
  const { port, simulatorPort, stateDir } = localSettings(process.env, root);
  const input = workerVariables(
    process.env,
    readConfig({ config: `${root}/wrangler.toml` }).vars as Record<string, string>,
  );
  await checkKeys(input);
  const basemapFile = await basemapPath(input.BASEMAP);
  const moveCorrupt = process.argv.includes('--move-corrupt-state');
  closers.push(
    await adoptState({
      stateDir,
      port,
      migrations: await knownMigrations(root),
      moveCorrupt,
      nowMs: Date.now(),
      print,
    }),
  );
  await checkPort('PORT', port);
  const workerPort = isDev ? await freePort() : port;
  const [script, site] = await Promise.all([
    bundleWorker(root, isDev ? DEV_BUNDLE : 'bundle'),
    isDev ? startSite(port || (await freePort()), workerPort, basemapFile ?? '') : undefined,
    isDev || (isBuilt ? checkSite(basemapFile) : buildSite(root, basemapFile ?? '', port)),
  ]);
  let url = '';
  const fakes = requestedFakes(input.PROVIDER_BASE_URL, process.env)
    ? await startLocalFakes(port === 0 ? 0 : port + 1, stateDir, () => url, input)
    : undefined;
  closers.push(() => fakes?.fakes.close());
  const vars: Record<string, string> = {
    ...fakes?.vars,
    ...(await startSource(input, simulatorPort, stateDir)),
    ...input,
    ...(basemapFile === undefined ? {} : { BASEMAP: basemapFile }),
  };
  const runtime = await startRuntime({
    root,
    script,
    port: workerPort,
    stateDir,
    vars,
    basemapFile,
    // In development, a change must be visible at once.
    ...(site ? { siteDir: site.siteDir, storesResponses: false } : {}),
    onLog: process.env.SHOW_LOG === '1' ? (line) => process.stderr.write(`${line}\n`) : () => {},
    onRestart: () => print('workerd died and was started again.'),
  });
  closers.push(() => runtime.close());
  url = runtime.url;
  const cron = setInterval(() => void runtime.cron().catch(() => {}), CRON_EVERY_MS);
  closers.push(() => clearInterval(cron));
  await runtime.cron();
  if (site) closers.push(followSaves({ root, script, reload: () => renew(runtime), print }));
  const simulated = vars.FEED_SOURCE === 'simulated' ? 'simulated ' : '';
  if (fakes) print(`What watching sends arrives at ${fakes.fakes.url}`);
  if (vars.FIRMS_BASE_URL?.startsWith('http') && simulated) print(`Simulated fires are told at ${vars.FIRMS_BASE_URL}`);
  print(`Ready: ${site?.url ?? runtime.url} (${simulated}strikes of ${vars.PROVIDER_BASE_URL ?? vars.SOURCES})`);
  void followBackfill({
    status: async () => ((await (await fetch(`${runtime.url}/api/v1/status`)).json()) as Status).backfill,
    cron: () => runtime.cron(),
    print,
    sleep: (delayMs) => sleep(delayMs, undefined, { ref: false }),
    isOver: () => stopping,
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  await stop(1);
}
