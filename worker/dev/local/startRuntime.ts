import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from 'wrangler';
import { STATE_FOLDER } from './adoptState.ts';
import { migrateDatabases, migrateStoredDatabases } from './databases.ts';

export interface RuntimeOptions {
  readonly root: string;
  readonly script: string;
  /** 0 for any free port. */
  readonly port: number;
  /** For D1 and the Durable Objects; undefined: state in memory. */
  readonly stateDir: string | undefined;
  /** True if the databases in `stateDir` are known to be migrated; otherwise another runtime checks them. */
  readonly isMigrated?: boolean;
  /** Override wrangler.toml's variables. */
  readonly vars: Readonly<Record<string, string>>;
  readonly basemapFile?: string | undefined;
  /** The built site; dist/ by default. */
  readonly siteDir?: string;
  readonly onLog?: (line: string) => void;
  /** Called after workerd died and was started again. */
  readonly onRestart?: () => void;
  /** True if the Worker may cache responses (Cache API), as in a data centre; the default. */
  readonly storesResponses?: boolean;
  /** Without the Worker that Miniflare puts before ours and without flags for V8, as in a deployment. */
  readonly bare?: boolean;
  /** Opens V8's inspector of each isolate, on a free port: `miniflare.getInspectorURL()`. */
  readonly inspected?: boolean;
  /** If bare: the script's entry point behind `url`, past the two Workers that emulate the edge's assets. */
  readonly entrypoint?: string | undefined;
}

export interface Runtime {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly miniflare: Miniflare;
  /** Fires the cron trigger, as Cloudflare does each minute. `atMs` is its scheduled time, by default now. */
  cron(atMs?: number): Promise<void>;
  /** Runs the current `script`, on the same port and state. Does not migrate databases. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

const WORKER_NAME = 'balkan-lightning-local';

/**
 * Every collection is a full one, and runs after 2 MB: workerd does not report to V8 the size of the objects that each
 * outgoing call leaves behind, so by default V8 hardly ever collects them (docs/decisions/build-and-tests.md,
 * "V8 does a full collection each time").
 */
const V8_FLAGS = '--gc-global --max-semi-space-size=2';
const OWN_V8_FLAGS = process.env.MINIFLARE_WORKERD_V8_FLAGS;

/** workerd ended an idle connection just when Miniflare used it again, after this process had been busy for long. */
const isClosedWhileIdle = (error: unknown): boolean =>
  error instanceof TypeError &&
  ['ECONNRESET', 'UND_ERR_SOCKET'].includes((error.cause as { readonly code?: string } | undefined)?.code ?? '');

/**
 * Runs wrangler.toml's Worker on workerd, the runtime of a deployment, without wrangler's development proxy, which
 * needs twelve times the CPU per message. Databases are migrated before the port responds. Rejects if the port is in
 * use or a migration fails.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const {
    root,
    script,
    port,
    stateDir,
    isMigrated = false,
    vars,
    onLog,
    onRestart,
    bare = false,
    entrypoint,
    basemapFile,
    siteDir,
    storesResponses = true,
    inspected = false,
  } = options;
  process.env.MINIFLARE_WORKERD_V8_FLAGS = OWN_V8_FLAGS ?? (bare ? '' : V8_FLAGS);
  const { workerOptions } = workerOptionsOf(join(root, 'wrangler.toml'), undefined, {
    overrides: { assets: { directory: siteDir ?? join(root, 'dist') } },
  });
  const { modulesRules: _rules, ...worker } = workerOptions;
  const resourcePersistencePath = stateDir === undefined ? undefined : join(stateDir, STATE_FOLDER);
  if (resourcePersistencePath !== undefined && !isMigrated) await migrateStoredDatabases(resourcePersistencePath, root);
  const settings = async () =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      cf: false,
      ...(inspected ? { inspectorPort: 0 } : {}),
      ...(resourcePersistencePath === undefined ? {} : { resourcePersistencePath }),
      handleStructuredLogs: ({ message }) => onLog?.(message),
      unsafeHandleRuntimeRestart: async () => {
        onRestart?.();
        await cron();
      },
      workers: [
        {
          ...worker,
          name: WORKER_NAME,
          modules: [{ type: 'ESModule', path: script, contents: await readFile(script, 'utf8') }],
          modulesRoot: root,
          cacheAPI: storesResponses,
          ...(basemapFile === undefined
            ? {}
            : { serviceBindings: { BASEMAP_FILE: { disk: { path: dirname(basemapFile), writable: false } } } }),
          ...(bare
            ? {
                unsafeDirectSockets: [
                  { host: '127.0.0.1', port: 0, ...(entrypoint === undefined ? {} : { entrypoint }) },
                ],
              }
            : {}),
          bindings: { ...(worker.bindings as Record<string, string> | undefined), ...vars },
        },
      ],
    });
  const miniflare = new Miniflare(await settings());
  const cron = async (atMs?: number) => {
    const due = atMs === undefined ? {} : { scheduledTime: new Date(atMs) };
    const worker = await miniflare.getWorker();
    const tick = () => worker.scheduled({ cron: '* * * * *', ...due });
    // Crons bear being run twice.
    await tick().catch((error: unknown) => (isClosedWhileIdle(error) ? tick() : Promise.reject(error)));
  };
  const entry = await miniflare.ready;
  const url = (bare ? await miniflare.unsafeGetDirectURL(WORKER_NAME, entrypoint) : entry).origin;
  if (stateDir === undefined) await migrateDatabases(miniflare, root);
  const reload = async () => miniflare.setOptions(await settings());
  return { url, miniflare, cron, reload, close: () => miniflare.dispose() };
}
