import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The ground's sources are fetched into .cache/basemap/ once: with npm, and on Debian with apt. */
export const CACHE = fileURLToPath(new URL('../../../../.cache/basemap', import.meta.url));
/** Run with npx instead of installed with the project, because the ground is made once in years. */
const MAPSHAPER = 'mapshaper@0.6.113';
/** The region with a margin around the tiles' edges. */
export const REGION = { west: 10.9, south: 31.6, east: 34.1, north: 49.2 };
const CLIP = `bbox=${REGION.west},${REGION.south},${REGION.east},${REGION.north}`;

/** Returns the folder of an npm package, `name@version`. */
export function npmFiles(name: string): string {
  const folder = name.replace(/^@/, '').replaceAll('/', '-');
  return fetched(folder, () => {
    run('npm', 'pack', name);
    run('tar', 'xzf', `${folder.replace(/@(?=[\d.]+$)/, '-')}.tgz`, '-C', folder, '--strip-components=1');
  });
}

/** Returns the folder of a Debian package, unpacked without installation. */
export function debianFiles(name: string): string {
  return fetched(name, () => {
    run('apt-get', 'download', name);
    run('dpkg', '-x', readdirSync(CACHE).find((file) => file.startsWith(`${name}_`)) ?? '', name);
  });
}

function fetched(folder: string, fetch: () => void): string {
  const path = join(CACHE, folder);
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true });
    fetch();
  }
  return path;
}

/** The output of a GMT program. Debian's `gmt` must be installed. */
export function gmt(program: string, ...args: readonly string[]): Buffer {
  return execFileSync('gmt', [program, ...args], {
    cwd: CACHE,
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Clips a map file to the region and returns the result's path; an existing result is reused. */
export function clipFile(source: string): string {
  const out = join(CACHE, `clipped-${basename(source).split('.')[0]}.json`);
  if (!existsSync(out)) mapshaper(source, ['-clip', CLIP], out);
  return out;
}

export function simplify(source: string, commands: readonly string[]): GeoJSON.Feature[] {
  const out = join(CACHE, 'simplified.json');
  mapshaper(source, commands, out);
  return (JSON.parse(readFileSync(out, 'utf8')) as GeoJSON.FeatureCollection).features;
}

function mapshaper(source: string, commands: readonly string[], out: string): void {
  const output = ['-o', out, 'force', 'format=geojson', 'geojson-type=FeatureCollection'];
  execFileSync('npx', ['--yes', MAPSHAPER, source, ...commands, ...output], { stdio: 'inherit' });
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: CACHE, stdio: 'inherit' });
}
