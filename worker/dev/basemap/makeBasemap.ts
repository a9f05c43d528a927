/**
 * Creates a self-hosted base map from an OpenStreetMap extract: `npm run admin -- basemap FILE.osm.pbf [OUT.pmtiles]`
 *
 * Uses `tilemaker` (packaged in Debian), else its container with `docker`. layers.lua defines the contents.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packPmtiles } from './packPmtiles.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CONTAINER = 'ghcr.io/systemed/tilemaker:v3.0.0';

const [input, out = 'own.pmtiles'] = process.argv.slice(2);
const fault =
  input === undefined ? 'Usage: npm run admin -- basemap FILE.osm.pbf [OUT.pmtiles]' : await makeBasemap(input, out);
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${out} is made. Try it: BASEMAP=${out} npm start\n`);
}

/** Returns an error message, or undefined. */
async function makeBasemap(file: string, pmtiles: string): Promise<string | undefined> {
  const source = resolve(file);
  if (!existsSync(source)) return `${file} is not there`;
  const dir = mkdtempSync(join(tmpdir(), 'basemap-'));
  try {
    const tool = toolFor(source, dir);
    if (!tool) return 'Neither tilemaker nor docker is there. On Debian: apt install tilemaker';
    const { status, error } = spawnSync(tool.command, tool.args, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) return `${tool.command} failed: ${error?.message ?? `exit code ${status}`}`;
    await packPmtiles(join(dir, 'own.mbtiles'), pmtiles);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function toolFor(source: string, dir: string): { command: string; args: string[] } | undefined {
  const options = (from: string, to: string, layers: string) => [
    ...['--input', from, '--output', join(to, 'own.mbtiles')],
    ...['--config', join(layers, 'layers.json'), '--process', join(layers, 'layers.lua')],
  ];
  if (isThere('tilemaker', '--help')) return { command: 'tilemaker', args: options(source, dir, HERE) };
  if (!isThere('docker', 'version')) return undefined;
  const volumes = [`${dirname(source)}:/from:ro`, `${dir}:/to`, `${HERE}:/layers:ro`].flatMap((each) => ['-v', each]);
  const args = ['run', '--rm', ...volumes, CONTAINER, ...options(`/from/${basename(source)}`, '/to', '/layers')];
  return { command: 'docker', args };
}

/** True if a program can be started, whatever its exit code. */
function isThere(command: string, option: string): boolean {
  return spawnSync(command, [option], { stdio: 'ignore' }).error === undefined;
}
