import { test } from '@playwright/test';
import { expect } from './map/expect.ts';
import { MapPage } from './map/MapPage.ts';

/** Figures that do not depend on how busy the machine is; those that do are in tests/bench/browser. */
const print = (line: string) => process.stdout.write(`${line}\n`);

test('a day of strikes around Sofia is at most 300 kB over the wire', async ({ page, context }) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const slices = new Set<string>();
  let bytes = 0;
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/api/v1/tiles/')) slices.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (slices.has(requestId)) bytes += encodedDataLength;
  });
  const screen = new MapPage(page);
  await screen.open('/map?minutes=1440');
  await expect(page.locator('[data-complete="true"]')).toBeVisible({ timeout: 30_000 });
  print(`24 h around Sofia: ${slices.size} slices, ${(bytes / 1_000).toFixed(1)} kB`);
  expect(slices.size).toBeGreaterThan(20);
  expect(bytes).toBeLessThanOrEqual(300_000);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`nothing moves while the map starts, at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
    const screen = new MapPage(page);
    await screen.open('/map');
    await screen.whole();
    const shifted = await page.evaluate<number>('window.shifted');
    print(`layout shift at ${viewport.width} px: ${shifted.toFixed(4)}`);
    expect(shifted).toBeLessThan(0.02);
  });
}

test('title and map begin where the logo does', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await new MapPage(page).open('/en/map');
  const left = async (name: string) => (await page.locator(name).first().boundingBox())?.x;
  expect(await left('h1')).toBe(await left('header a'));
});
