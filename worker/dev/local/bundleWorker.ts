import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { wranglerEnvironment } from './databases/wranglerEnvironment.ts';

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
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
  const args = [wrangler, 'deploy', entry, '--dry-run', '--outdir', outDir, '--assets', assets];
  const child = spawn(process.execPath, args, { cwd: root, env: wranglerEnvironment(root) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the Worker did not bundle:\n${output}`);
  return join(outDir, `${basename(entry, '.ts')}.js`);
}
