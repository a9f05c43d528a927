import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Builds the site into `outDir`, dist/ by default; `basemap` is the setting `BASEMAP`, `origin` what its pages call
 * themselves unless `PUBLIC_ORIGIN` says so.
 * @throws Error with Vite's output if the build fails
 */
export async function buildSite(
  root: string,
  basemap: string,
  origin: string,
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
  const env = { ...process.env, BASEMAP: basemap, PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || origin };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the site did not build:\n${output}`);
}
