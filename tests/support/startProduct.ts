import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noAssets } from '#worker/dev/local/buildProduct.ts';
import { type Runtime, startRuntime } from '#worker/dev/local/startRuntime.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#worker/dev/simulator/startSimulator.ts';
import { FIRST_STATE } from './bundleOnce.ts';
import { projectRoot } from './projectRoot.ts';

export interface ProductOptions {
  readonly simulator?: SimulatorOptions;
  readonly vars?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** A file of the deployment's own base map; `BASEMAP` names it. */
  readonly basemapFile?: string;
  /** As a deployment runs it; see `startRuntime`. */
  readonly bare?: boolean;
  /** Where the built site lies; without one by default, because each of its files takes time at every start. */
  readonly siteDir?: string;
  /** Folder of the state while the product runs; the system's for what is temporary. */
  readonly stateRoot?: string;
}

/** The site that `npm run build` made. */
export const BUILT_SITE = { siteDir: join(projectRoot, 'dist') } as const;

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The bundled Worker on workerd with the simulator as its provider, and everything needed to disturb them. */
export interface Product {
  readonly simulator: Simulator;
  readonly url: string;
  readonly runtime: Runtime;
  readonly stateDir: string;
  /** What the Worker logged, as parsed lines; lines that are no JSON appear as `{event: 'not-json'}`. */
  readonly logs: LogLine[];
  /** Kills an object with `ctx.abort()`: its memory and its open streams are gone, its storage stays. */
  kill(binding: 'FEED' | 'RELAY' | 'WATCH' | 'NOWCAST', name: string): Promise<void>;
  /** Ends the runtime and starts it again on the same port and state, as after a power cut. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: 'error', event: 'not-json', line };
  }
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const simulator = await startSimulator(options.simulator);
  const stateDir = await mkdtemp(join(options.stateRoot ?? tmpdir(), 'lightning-state-'));
  await cp(FIRST_STATE, stateDir, { recursive: true });
  const logs: LogLine[] = [];
  const start = (port: number) =>
    startRuntime({
      root: projectRoot,
      script: join(projectRoot, '.wrangler/test-bundle/mortalWorker.js'),
      port,
      stateDir,
      isMigrated: true,
      ...(options.bare ? { bare: true, entrypoint: 'direct' } : {}),
      vars: {
        HISTORY_BACKFILL_DAYS: '0',
        PROVIDER_BASE_URL: simulator.url,
        ...(options.basemapFile === undefined ? {} : { BASEMAP: options.basemapFile }),
        ...options.vars,
      },
      basemapFile: options.basemapFile,
      siteDir: options.siteDir ?? noAssets(projectRoot),
      onLog: (line) => logs.push(parseLine(line)),
    });
  let runtime = await start(options.port ?? 0);
  const port = Number(new URL(runtime.url).port);
  return {
    simulator,
    logs,
    stateDir,
    url: runtime.url,
    get runtime() {
      return runtime;
    },
    kill: async (binding, name) => {
      const namespace = await runtime.miniflare.getDurableObjectNamespace(binding);
      const stub = namespace.getByName(name) as unknown as { kill(): Promise<void> };
      // The object dies before it can answer.
      await stub.kill().catch(() => {});
    },
    restart: async () => {
      await runtime.close();
      runtime = await start(port);
    },
    close: async () => {
      await runtime.close();
      await simulator.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
