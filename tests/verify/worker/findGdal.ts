import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '#tests/support/installPackages.ts';

const PLACES = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

function installed(): string | undefined {
  const { GDAL_BIN } = process.env;
  return [...(GDAL_BIN ? [GDAL_BIN] : []), ...PLACES].find((place) => existsSync(join(place, 'ogrinfo')));
}

/**
 * The folder of GDAL's programs: one that is there (`GDAL_BIN` first), else that of the system's package.
 * @throws Error that says what to do where none can be had
 */
export function findGdal(): string {
  const found = installed();
  if (found) return found;
  process.stdout.write('No GDAL here: trying the system’s package…\n');
  installPackages('gdal-bin');
  const folder = installed();
  if (!folder) throw new Error('No GDAL was found or could be installed: install one and set GDAL_BIN to its folder.');
  return folder;
}
