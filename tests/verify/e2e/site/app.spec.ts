import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownLanguageTexts } from '#shared/i18n/ownLanguageTexts.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { expectBelowTitle } from '#tests/e2e/site/siteTest.ts';
import { chromiumArguments } from '#tests/support/findChromium.ts';
import { chromium, expect, test } from '#tests/support/journey.ts';

test.use({ serviceWorkers: 'allow' });

test('the browser finds nothing that keeps the site from being installed', async ({ baseURL }) => {
  // A profile on the disk: what Playwright opens otherwise counts as private, where nothing can be installed.
  const profile = mkdtempSync(join(tmpdir(), 'lightning-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROME_PATH ?? '',
    args: chromiumArguments,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${baseURL}/en`);
  const manifest = await session.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  expect(manifest.data).toContain('"share_target"');
  expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  await context.close();
  rmSync(profile, { recursive: true, force: true });
});

test('a page of an old build finds its files after a deployment, for as long as it is open', async ({ page }) => {
  const screen = new MapPage(page);
  await screen.open('/map?wall=1');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
  const [whileOpen, afterwards] = await page.evaluate(async () => {
    const path = '/assets/Timeline-of_an_old_build.js';
    const old = await caches.open('site-index-before');
    await old.put(path, new Response('export {};', { headers: { 'content-type': 'text/javascript' } }));
    const storeOnce = async () => {
      navigator.serviceWorker.controller?.postMessage({ type: 'keep' });
      // The worker runs one after the other: a second answer follows the first.
      const present = async () =>
        (await caches.keys()).find((name) => name !== 'site-index-before' && name !== 'ground');
      while (!(await (await caches.open((await present()) ?? 'site-none')).match('/.complete')))
        await new Promise((next) => setTimeout(next, 50));
    };
    const served = async () => (await fetch(path)).status;
    const during = await navigator.locks.request('site-index-before', { mode: 'shared' }, async () => {
      await storeOnce();
      return served();
    });
    navigator.serviceWorker.controller?.postMessage({ type: 'keep' });
    while (await caches.has('site-index-before')) await new Promise((next) => setTimeout(next, 50));
    return [during, await served()];
  });
  expect(whileOpen).toBe(200);
  expect(afterwards).toBe(404);
});

test('shared coordinates open the map there; a text without any is kept, with a word on it', async ({ page }) => {
  const screen = new MapPage(page);
  await screen.open('/en/map?shared-text=geo%3A43.2%2C27.9');
  await expect(page).toHaveURL(/\/en\/map\?view=43\.2,27\.9,9z&point=43\.2,27\.9/);
  await screen.open('/en/map?shared-text=Thunder+in+the+hills');
  const reported = page.getByText('No coordinates were found in what was shared: Thunder in the hills');
  await expect(reported).toBeVisible();
  await page.getByRole('status').filter({ has: reported }).or(reported.locator('..')).getByRole('button').click();
  await expect(reported).toBeHidden();
  await expect(page).not.toHaveURL(/shared/);
});

test('a page that was never open here says so without a network, and leads to the map', async ({ page, context }) => {
  await new MapPage(page).request('/bg/map');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
  await context.setOffline(true);
  await page.goto('/bg/privacy');
  await expect(page.getByRole('heading', { name: 'Няма връзка' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Отвори картата' })).toHaveAttribute('href', '/bg/map');
});

test.describe('a Bulgarian browser', () => {
  test.use({ locale: 'bg-BG' });

  test('is offered its language on the map too, on a phone and a tablet, where no title lies', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await new MapPage(page).request('/en/map');
    await page.locator('html[data-alive]').waitFor({ state: 'attached' });
    for (const [width, height] of [
      [360, 740],
      [768, 1_024],
    ] as const) {
      await page.setViewportSize({ width, height });
      const line = page.getByRole('link', { name: ownLanguageTexts.bg.offer });
      await expect(line).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectBelowTitle(page, line);
    }
  });
});
