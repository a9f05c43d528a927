import { test } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { expect } from '#tests/e2e/map/expect.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { serveTiles } from '#tests/support/tileHost.ts';

const LAND = [0xf2, 0xf3, 0xf0] as const;
const SIMPLIFIED = 'Simplified map: the detailed map cannot be loaded';
const TOWN = [0xe9, 0xe7, 0xe3] as const;
/** The shadow of a card on the land is nearly as dark as a town. */
const A_HAIR = 1;
const SEA = [0xd3, 0xdf, 0xe9] as const;

test('tiles take the place of the shipped land once they come, and their makers are named', async ({ page }) => {
  const screen = new MapPage(page);
  await serveTiles(page);
  await page.goto('/map');
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  await expect.poll(() => screen.pixels([TOWN], A_HAIR)).toBeGreaterThan(10_000);
});

test('a tile host that goes away leaves the shipped land, and comes back when it does', async ({ page }) => {
  const screen = new MapPage(page);
  let down = true;
  await page.clock.install();
  await serveTiles(page);
  await page.route(`${TILE_ORIGIN}/**`, (route) => (down ? route.fulfill({ status: 204 }) : route.fallback()));
  await page.goto('/map');
  await expect(screen.map).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(page.getByText(SIMPLIFIED)).toBeVisible();
  await expect.poll(() => screen.pixels([LAND])).toBeGreaterThan(10_000);
  down = false;
  await page.clock.fastForward(5 * 60_000 + 10_000);
  // Five minutes without a word from the feed, too: the map is hatched until the stream has come back.
  await expect(screen.feed).toContainText('Live', { timeout: 45_000 });
  await expect.poll(() => screen.pixels([TOWN], A_HAIR)).toBeGreaterThan(10_000);
  await expect(page.getByText(SIMPLIFIED)).toBeHidden();
});

test('the shipped land stays while the view lacks a tile, so the sea never flashes as land', async ({ page }) => {
  const screen = new MapPage(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Strikes would lie over the towns.
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await serveTiles(page);
  const withTown = /\/planet\/7\/72\/4\d\.pbf$/;
  await page.route(`${TILE_ORIGIN}/planet/**`, async (route) => {
    if (!withTown.test(route.request().url())) await released;
    await route.fallback();
  });
  await page.goto('/map?view=43,26,7z');
  await expect.poll(() => screen.pixels([TOWN], A_HAIR)).toBeGreaterThan(150);
  expect(await screen.pixels([SEA])).toBeGreaterThan(30_000);
  release();
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  await expect.poll(() => screen.pixels([SEA])).toBeGreaterThan(30_000);
});
