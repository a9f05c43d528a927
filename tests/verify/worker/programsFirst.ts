import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '#tests/support/installPackages.ts';
import { findFirefox } from '#tests/support/push/startFirefox.ts';

/** A program of other people that tests run. */
interface Program {
  readonly name: string;
  /** Of Debian. */
  readonly packageName: string;
  /** The variable that says where it is. */
  readonly variable: string;
  /** Where it may be, if the variable does not say. */
  readonly places: readonly string[];
  /** Whether it is at a place. */
  readonly isAt: (place: string) => boolean;
}

/**
 * The place of a program: one where it is (that of its variable first), else that of the system's package.
 * @throws Error that says what to do where none can be had
 */
function find({ name, packageName, variable, places, isAt }: Program): string {
  const input = process.env[variable];
  const installed = () => [...(input ? [input] : []), ...places].find(isAt);
  const found = installed();
  if (found) return found;
  process.stdout.write(`No ${name} here: trying the system’s package…\n`);
  installPackages(packageName);
  const place = installed();
  if (!place) throw new Error(`No ${name} was found or could be installed: install one, and say in ${variable} where.`);
  return place;
}

/** The folder of GDAL's programs. */
export const findGdal = () =>
  find({
    name: 'GDAL',
    packageName: 'gdal-bin',
    variable: 'GDAL_BIN',
    places: ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'],
    isAt: (folder) => existsSync(join(folder, 'ogrinfo')),
  });

/** A Python that has QGIS: the system's own, since the package's module belongs to it, and not to one that is first in the path. */
export const findQgisPython = () =>
  find({
    name: 'QGIS',
    packageName: 'python3-qgis',
    variable: 'QGIS_PYTHON',
    places: ['/usr/bin/python3'],
    isAt: (python) => spawnSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' }).status === 0,
  });

export const findNginx = () =>
  find({
    name: 'nginx',
    packageName: 'nginx-light',
    variable: 'NGINX_PATH',
    places: ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'],
    isAt: existsSync,
  });

/** Before any test, none of which has the time to install a program. */
export default function programsFirst(): void {
  findFirefox();
  for (const program of [findGdal, findQgisPython, findNginx]) program();
}
