import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/findChromium.ts';

import { projectRoot } from './support/projectRoot.ts';

const PORT = Number(process.env.E2E_PORT ?? 8898);
/** The state of one run, shared with the worker processes that load this file again. */
process.env.E2E_STATE_DIR ??= mkdtempSync(join(tmpdir(), 'lightning-e2e-'));
process.env.CHROME_PATH ??= findChromium();
process.env.SIMULATOR_URL ??= `http://127.0.0.1:${PORT - 1}`;

/**
 * Browser journeys against the whole product as `npm start` runs it, simulator included. e2e: what `npm test` runs.
 * verify-e2e: what `npm run verify` adds.
 */
export default defineConfig({
  projects: [
    { name: 'e2e', testDir: './e2e' },
    { name: 'verify-e2e', testDir: './verify/e2e' },
  ],
  outputDir: join(projectRoot, '.cache/e2e'),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // A machine of a third of the speed breaks no promise.
  timeout: 180_000,
  // Maps are drawn by a software GPU here, on cores that other tests share: what is slow is not what is wrong.
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    // Recording every action of every test takes a tenth of the time; `E2E_TRACE=1` when one is to be watched.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1024, height: 640 },
    // A worker's own requests pass by `page.route`: only what is about the worker lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: chromiumArguments,
    },
  },
  webServer: {
    command: `"${process.execPath}" worker/dev/local/start.ts --no-build`,
    cwd: projectRoot,
    url: `http://127.0.0.1:${PORT}/api/v1/status`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: {
      PORT: String(PORT),
      SIMULATOR_PORT: String(PORT - 1),
      SIMULATOR_SCENE: 'storms',
      // A fortnight read back would keep one of two cores busy under the first tests.
      HISTORY_BACKFILL_DAYS: '0',
      STATE_DIR: process.env.E2E_STATE_DIR,
    },
  },
});
