import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';
import { installPackages } from '#tests/support/installPackages.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import type { renewSubscription, subscribeToPush } from '#web/tools/watch/recipients/recipients.ts';

/**
 * A stock Firefox, driven over WebDriver BiDi, whose push service is the one at `socketUrl`. It may notify without
 * asking, and draws notifications itself.
 */
export function startFirefox(socketUrl: string): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: {
      'dom.push.enabled': true,
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': socketUrl,
      'dom.push.testing.allowInsecureServerURL': true,
      // How soon it looks again for a push service that went away.
      'dom.push.retryBaseInterval': 200,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    },
  });
}

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

/** The page's part of Web Push, as a script that sets `globalThis.pagePush`. */
export async function pagePushScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    // A library build leaves this to whoever bundles it; nobody does here.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: join(projectRoot, 'web/tools/watch/recipients/recipients.ts'),
        formats: ['iife'],
        name: 'pagePush',
      },
    },
  });
  const [output] = built as unknown as Rolldown.RolldownOutput[];
  const [{ code } = { code: '' }] = output?.output ?? [];
  return `${code}\nglobalThis.pagePush = pagePush;`;
}

export interface PagePush {
  readonly subscribeToPush: typeof subscribeToPush;
  readonly renewSubscription: typeof renewSubscription;
}
