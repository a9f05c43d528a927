import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';
import { SATELLITE } from '#tests/support/satelliteSource.ts';

const MINUTE_MS = 60_000;
const NOTE = 'Satellite flashes, ground and cloud, up to 15\u00a0min old. No warnings.';

/** As the Feed tells of files that came 14 minutes ago. */
function lateFeed() {
  const { completeToMs: _, ...feed } = goodFeed();
  return { ...feed, state: 'delayed', cause: 'late', lastSuccessMs: Date.now() - 14 * MINUTE_MS } as const;
}

test('[FD20] a map filled by a satellite says what it is and whose; it has no calm, no level and no storm cell; beside another source it is drawn when its switch is on', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const change = await scriptFeed(page, { feed: lateFeed(), strikes: [], slices: 'served', primary: SATELLITE });
  await screen.open('/map?view=42.5,22.5,8z&point=42.7,23.3');
  await screen.whole();
  await expect(screen.feed.locator('[data-source="mtg-li"]')).toContainText(NOTE);
  await expect(screen.feed.locator('[data-source="mtg-li"]')).toContainText(SATELLITE.attribution);
  await expect(screen.feed).toHaveAttribute('data-truth', 'delayed');
  const main = page.getByRole('main');
  await expect(main).toContainText('This source misses some lightning.');
  await expect(main).not.toContainText(
    /No lightning (events|in|within)|Data is complete|Live\b(?! lightning)|All.clear/,
  );
  await expect(main.locator('[data-level]')).toHaveCount(0);
  await expect(main).not.toContainText('Storm cells:');
  await test.step('what a satellite sees beside the source is drawn when its switch in the legend is on, and only then', async () => {
    const crossCheck = { name: 'mtg-li', attribution: SATELLITE.attribution };
    let requestCount = 0;
    await page.route('**/api/v1/cross-check/flashes', (route) => {
      requestCount += 1;
      const newestMs = Date.now() - 5 * MINUTE_MS;
      return route.fulfill({ json: { ...crossCheck, newestMs, flashes: [[42.5, 22.5, newestMs]] } });
    });
    await change({ feed: goodFeed(), strikes: [], slices: 'served', crossCheck });
    await screen.control('Legend and help').click();
    const satellite = page.getByRole('checkbox', { name: 'Show what the satellite sees' });
    await expect(satellite).not.toBeChecked();
    await expect(page.getByText('Satellite, 5–15 min old, ±8\u00a0km')).toBeVisible();
    expect(requestCount).toBe(0);
    await satellite.check();
    await expect(page).toHaveURL(/satellite=on/);
    await expect.poll(() => requestCount).toBeGreaterThan(0);
    await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText(SATELLITE.attribution);
    await satellite.uncheck();
    await expect(page).not.toHaveURL(/satellite=on/);
    await expect(page.locator('.maplibregl-ctrl-attrib')).not.toContainText(SATELLITE.attribution);
  });
});

test('[FD20] the tools name a satellite wherever they show its flashes, and watch nothing by it', async ({ page }) => {
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({ json: { source: 'live', primary: SATELLITE, feed: lateFeed() } }),
  );
  const note = page.locator('[data-source="mtg-li"]');
  const day = new Date().toISOString().slice(0, 10);
  for (const path of [
    '/en/watch',
    '/en/analytics',
    `/en/report#at=42.70000,23.32000&day=${day}&around=0&zone=UTC&km=10`,
    `/en/look-up#at=42.70000,23.32000&km=10&t=${day}T00:00Z&days=1`,
  ]) {
    await page.goto('about:blank');
    await page.goto(path);
    await expect(note).toContainText(NOTE);
    await expect(note).toContainText(SATELLITE.attribution);
    if (path === '/en/watch') await expect(page.getByRole('button', { name: 'Start' })).toHaveCount(0);
  }
});

test('[FD20] a wall over a late satellite says so and names whose data they are; no level, no calm and no NO DATA', async ({
  page,
}) => {
  const nowMs = Date.now();
  const over = { id: 's1', ordinal: 1, latitude: 42.14, longitude: 24.75, atMs: nowMs - 15 * MINUTE_MS };
  await page.setViewportSize({ width: 1920, height: 1080 });
  await scriptFeed(page, { feed: lateFeed(), strikes: [over], slices: 'served', primary: SATELLITE });
  await new MapPage(page).request('/map?view=42.1,24.7,8z&wall=1&area=BG.plovdiv');
  const third = page.locator('[data-wall-third]');
  // Five lines take turns, ten seconds each.
  await expect(third).toContainText(NOTE, { timeout: 60_000 });
  await expect(third).toContainText(SATELLITE.attribution);
  await expect(third.locator('[data-chip="late"]')).toBeVisible();
  await expect(third).toHaveAttribute('data-level', 'unknown');
  await expect(third).not.toHaveAttribute('data-tone', 'dead');
  await expect(third).not.toContainText(/No lightning|Live/);
});
