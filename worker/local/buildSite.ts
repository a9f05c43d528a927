import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Builds the site into `outDir`, dist/ by default; `basemap` is the setting `BASEMAP`.
 * @throws Error with Vite's output if the build fails
 */
export async function buildSite(root: string, basemap: string, outDir = join(root, 'dist')): Promise<void> {
  const args = [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    'web/vite.config.ts',
    '--outDir',
    outDir,
  ];
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, BASEMAP: basemap } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the site did not build:\n${output}`);
}
