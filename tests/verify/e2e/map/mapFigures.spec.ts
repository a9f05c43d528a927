import { decodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { expect, test } from '#tests/support/journey.ts';

/** Figures that do not depend on how busy the machine is; those that do are in tests/bench/browser. */
const print = (line: string) => process.stdout.write(`${line}\n`);

test('a day of strikes around Sofia costs at most 10 bytes a strike over the wire, and 1.2 kB a slice', async ({
  page,
  context,
}) => {
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
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/tiles/')) bodies.push(response.body());
  });
  const screen = new MapPage(page);
  await screen.open('/map?minutes=1440');
  await expect(page.locator('[data-complete="true"]')).toBeVisible({ timeout: 30_000 });
  // The weather of the day is the simulator's: how many strikes there are depends on the date.
  let strikes = 0;
  for (const body of await Promise.all(bodies)) {
    const decoded = decodeStrikeSlice(new Uint8Array(body));
    if (decoded.ok) strikes += decoded.slice.columns.ordinals.length;
  }
  print(`24 h around Sofia: ${slices.size} slices, ${strikes} strikes, ${(bytes / 1_000).toFixed(1)} kB`);
  expect(slices.size).toBeGreaterThan(20);
  expect(bodies.length).toBe(slices.size);
  expect(bytes).toBeLessThanOrEqual(10 * strikes + 1_200 * slices.size);
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

test('what is read first begins where the logo does', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await new MapPage(page).open('/en/map');
  const left = async (name: string) => (await page.locator(name).first().boundingBox())?.x;
  expect(await left('[data-state]')).toBe(await left('header a'));
});
