import { TILE_ORIGIN } from '#shared/http.ts';
import { GROUND_COLOURS, MapPage } from '#tests/e2e/map/MapPage.ts';
import { expect, RENDERED, test } from '#tests/support/journey.ts';
import { serveTiles } from '#tests/support/tileHost.ts';

const { land: LAND, town: TOWN, water: SEA } = GROUND_COLOURS.light;
const SIMPLIFIED = 'Simplified map: the detailed map cannot be loaded';
/** The shadow of a card on the land is nearly as dark as a town. */
const A_HAIR = 1;

test(
  'a tile host that goes away leaves the shipped land; once tiles come they take its place, and their makers are named',
  RENDERED,
  async ({ page }) => {
    const screen = new MapPage(page);
    let down = true;
    await page.clock.install();
    await serveTiles(page);
    await page.route(`${TILE_ORIGIN}/**`, (route) => (down ? route.fulfill({ status: 204 }) : route.fallback()));
    await page.goto('/map?view=42.6977,23.3219,11z');
    await expect(screen.map).toBeVisible();
    await page.clock.fastForward(30_000);
    await expect(page.getByText(SIMPLIFIED)).toBeVisible();
    // Most of the land has the colours of its relief.
    await expect.poll(() => screen.pixels([LAND])).toBeGreaterThan(4_000);
    down = false;
    await page.clock.fastForward(5 * 60_000 + 10_000);
    // Five minutes without a word from the feed, too: the map is hatched until the stream has come back.
    await expect(screen.state).toContainText('Live', { timeout: 45_000 });
    await expect.poll(() => screen.pixels([TOWN], A_HAIR)).toBeGreaterThan(10_000);
    await expect(page.getByText(SIMPLIFIED)).toBeHidden();
    await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  },
);

test(
  'the shipped land stays while the view lacks a tile, so the sea never flashes as land',
  RENDERED,
  async ({ page }) => {
    const screen = new MapPage(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await serveTiles(page);
    await page.route(`${TILE_ORIGIN}/planet/**`, async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto('/map?view=43.1,28.1,9z');
    await expect.poll(() => screen.pixels([SEA])).toBeGreaterThan(30_000);
    release();
    await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
    await expect.poll(() => screen.pixels([SEA])).toBeGreaterThan(30_000);
  },
);
