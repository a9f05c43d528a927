import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { publishStrikes } from '#tests/e2e/map/publishStrikes.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, RENDERED, test } from '#tests/support/journey.ts';

/** The map's journeys. What is decided by pixels, sizes and long waits is in tests/verify/e2e. */

test(
  'the state of the feed is said in words, with an icon, and that strikes are simulated; those that the provider reports appear on the map without a reload; without a connection it says so at once, with one toast, and catches up',
  RENDERED,
  async ({ page, context, request }) => {
    const screen = new MapPage(page);
    await screen.open();
    await screen.whole();
    await expect(screen.state).toContainText(/Live · updated \d+\ss ago/);
    await expect(screen.feed).toContainText('Simulated');
    await expect(screen.feed.locator('[data-state] svg')).toBeVisible();
    const before = await screen.uploads();
    await publishStrikes(request, 3, { latitude: 43, longitude: 22.5 });
    await expect.poll(async () => (await screen.uploads()).rows, { timeout: 60_000 }).toBeGreaterThan(before.rows);
    await expect.poll(() => screen.strikePixels()).toBeGreaterThan(10);
    await context.setOffline(true);
    await expect(screen.feed).toContainText(/No data.*since \d/);
    await expect(page.locator('[data-topic="slices"]')).toContainText('Error loading data. Please try again.');
    await context.setOffline(false);
    await expect(screen.state).toContainText('Live');
  },
);

test(
  'a feed that is down is said to have no data since when, and its strikes are drawn without colour',
  RENDERED,
  async ({ page }) => {
    const screen = new MapPage(page);
    const strike = { id: 's1', ordinal: 1, latitude: 42.7, longitude: 23.32, atMs: Date.now() - 60_000 };
    const feed = { ...goodFeed(), state: 'down', lastSuccessMs: Date.now() - 300_000 } as const;
    await scriptFeed(page, { feed, strikes: [strike], slices: 'served' });
    await screen.open('/map');
    await expect(screen.feed).toContainText(/No data since \d.*There may be lightning nearby\./);
    await expect(screen.details).toContainText('grey strikes are the last known');
    await expect.poll(() => screen.strikePixels()).toBe(0);
  },
);
