import { existsSync } from 'node:fs';
import { installPackages } from '#tests/support/installPackages.ts';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/opt/firefox/firefox', '/snap/bin/firefox'];

function installed(): string | undefined {
  const { FIREFOX_PATH } = process.env;
  return [...(FIREFOX_PATH ? [FIREFOX_PATH] : []), ...PLACES].find((place) => existsSync(place));
}

/**
 * The path of a Firefox: one that is there (`FIREFOX_PATH` first), else the system's package.
 * @throws Error that says what to do where none can be had
 */
export function findFirefox(): string {
  const found = installed();
  if (found) return found;
  process.stdout.write('No Firefox here: trying the system’s package…\n');
  installPackages('firefox-esr');
  const path = installed();
  if (!path) throw new Error('No Firefox was found or could be installed: install one and set FIREFOX_PATH to it.');
  return path;
}
