import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runWrangler } from './wrangler.ts';

/**
 * Bundles the Worker exactly as a deployment does (`wrangler deploy --dry-run`) and returns the path of the module.
 * `entry` replaces wrangler.toml's `main`; the bundle goes to `.wrangler/{name}`. It leaves dist/ alone, which a build may be
 * emptying and filling meanwhile.
 * @throws Error with wrangler's output if bundling fails
 */
export async function bundleWorker(root: string, name = 'bundle', entry = 'worker/index.ts'): Promise<string> {
  const outDir = join(root, '.wrangler', name);
  const assets = join(root, '.wrangler/no-assets');
  await mkdir(assets, { recursive: true });
  const ran = await runWrangler(root, 'deploy', entry, '--dry-run', '--outdir', outDir, '--assets', assets);
  if (ran.code !== 0) throw new Error(`the Worker did not bundle:\n${ran.output}${ran.faults}`);
  return join(outDir, `${basename(entry, '.ts')}.js`);
}
