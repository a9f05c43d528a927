import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages, succeeds } from './installPackages.ts';
import { projectRoot } from './projectRoot.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

function installed(): string | undefined {
  const { CHROME_PATH } = process.env;
  const places = [...(CHROME_PATH ? [CHROME_PATH] : []), ...PLACES, chromium.executablePath()];
  return places.find((place) => existsSync(place));
}

/**
 * The path of a Chromium: one that is there (`CHROME_PATH` first), else Playwright's, else the system's package.
 * @throws Error that says what to do where none can be had
 */
export function findChromium(): string {
  const found = installed();
  if (found) return found;
  process.stdout.write('No Chromium here: trying Playwright’s, then the system’s package…\n');
  succeeds(process.execPath, [join(projectRoot, 'node_modules/playwright/cli.js'), 'install', 'chromium']);
  if (!installed()) installPackages('chromium', 'fonts-liberation');
  const path = installed();
  if (!path) throw new Error('No Chromium was found or could be installed: install one and set CHROME_PATH to it.');
  return path;
}

if (import.meta.main) process.stdout.write(`${findChromium()}\n`);

/** How every check starts Chromium: without a sandbox (CI is root), without calls home, drawing in software. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Without a graphics card the pages themselves are put together sooner by the processor than by an emulated card.
  '--disable-gpu-compositing',
  // In place of Playwright's own list, of which these matter here. The last three load two hidden pages of the address
  // bar for every window: 1.3 s of the processor a test.
  `--disable-features=${[
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'Translate',
    'PreloadTopChromeWebUI',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxPopup',
  ].join()}`,
];
