import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from 'wrangler';
import { applyMigrations } from './applyMigrations.ts';

export interface RuntimeOptions {
  /** The project's folder. */
  readonly root: string;
  /** The bundled Worker, as `bundleWorker` returns it. */
  readonly script: string;
  /** 0 is any free port. */
  readonly port: number;
  /** Where D1 and the objects keep their state; undefined: in memory, gone at the end. */
  readonly stateDir: string | undefined;
  /** Variables in place of, or beside, those of wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
  /** Told every line that the Worker logs. */
  readonly onLog?: (line: string) => void;
  /** Leaves out the Worker that Miniflare puts before ours, which a deployment has not: for what is measured. */
  readonly bare?: boolean;
}

export interface Runtime {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly miniflare: Miniflare;
  /** Fires the cron trigger, as Cloudflare does each minute; `atMs` is the time it was due, now where absent. */
  cron(atMs?: number): Promise<void>;
  close(): Promise<void>;
}

const WORKER_NAME = 'balkan-lightning-local';

/**
 * The Worker of wrangler.toml on workerd, without wrangler's development proxy: a twelfth of its CPU per message, and
 * the runtime that a deployment gets.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { root, script, port, stateDir, vars, onLog, bare = false } = options;
  const { workerOptions } = workerOptionsOf(join(root, 'wrangler.toml'), undefined, {
    overrides: { assets: { directory: join(root, 'dist') } },
  });
  const { modulesRules: _rules, ...worker } = workerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      cf: false,
      ...(stateDir === undefined ? {} : { resourcePersistencePath: join(stateDir, 'v3') }),
      handleStructuredLogs: ({ message }) => onLog?.(message),
      workers: [
        {
          ...worker,
          name: WORKER_NAME,
          modules: [{ type: 'ESModule', path: script, contents: await readFile(script, 'utf8') }],
          modulesRoot: root,
          ...(bare ? { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] } : {}),
          bindings: { ...(worker.bindings as Record<string, string> | undefined), ...vars },
        },
      ],
    }),
  );
  const entry = await miniflare.ready;
  const url = (bare ? await miniflare.unsafeGetDirectURL(WORKER_NAME) : entry).origin;
  await applyMigrations(await miniflare.getD1Database('DB'), join(root, 'worker/migrations'));
  return {
    url,
    miniflare,
    cron: async (atMs) => {
      const due = atMs === undefined ? {} : { scheduledTime: new Date(atMs) };
      await (await miniflare.getWorker()).scheduled({ cron: '* * * * *', ...due });
    },
    close: () => miniflare.dispose(),
  };
}
