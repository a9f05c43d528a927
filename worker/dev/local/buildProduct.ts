import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runWrangler } from './databases.ts';
import { siteSources } from './deployment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Environment of the site's build. `PUBLIC_ORIGIN` defaults to the address served on `port`. For port 0 that is
 * unknown, so the pages keep their own default.
 */
export function siteEnvironment(environment: Environment, basemap: string, port: number): Environment {
  const served = port === 0 ? '' : `http://127.0.0.1:${port}`;
  return {
    ...environment,
    ...siteSources(environment, Date.now()),
    BASEMAP: basemap,
    PUBLIC_API_ACCESS: environment.API_ACCESS || 'open',
    PUBLIC_ORIGIN: environment.PUBLIC_ORIGIN || served,
  };
}

/**
 * Builds the site served on `port` into `outDir`, dist/ by default; `basemap` is the setting `BASEMAP`.
 * @throws Error with Vite's output if the build fails
 */
export async function buildSite(
  root: string,
  basemap: string,
  port: number,
  outDir = join(root, 'dist'),
): Promise<void> {
  const args = [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    'web/vite.config.ts',
    '--outDir',
    outDir,
  ];
  // Source maps are not needed for a site that is built again at each start.
  const env = { ...siteEnvironment(process.env, basemap, port), SITE_MAPS: '0' };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the site did not build:\n${output}`);
}

/** An empty folder in place of a site; `bundleWorker` creates it. */
export const noAssets = (root: string): string => join(root, '.wrangler/no-assets');

/**
 * Bundles the Worker exactly as a deployment does (`wrangler deploy --dry-run`) into `.wrangler/{name}`; returns the
 * module's path. `entry` replaces wrangler.toml's `main`. Does not touch dist/, which a build may be writing.
 * @throws Error with wrangler's output if bundling fails
 */
export async function bundleWorker(root: string, name = 'bundle', entry = 'worker/index.ts'): Promise<string> {
  const outDir = join(root, '.wrangler', name);
  const assets = noAssets(root);
  await mkdir(assets, { recursive: true });
  const ran = await runWrangler(root, 'deploy', entry, '--dry-run', '--outdir', outDir, '--assets', assets);
  if (ran.code !== 0) throw new Error(`the Worker did not bundle:\n${ran.output}${ran.faults}`);
  return join(outDir, `${basename(entry, '.ts')}.js`);
}
