import { test } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { serveTiles } from '#tests/support/tileHost.ts';
import { expect } from './map/expect.ts';
import { MapPage } from './map/MapPage.ts';

const LAND = [0xf2, 0xf3, 0xf0] as const;
const TOWN = [0xe9, 0xe7, 0xe3] as const;

test('tiles take the place of the shipped land once they come, and their makers are named', async ({ page }) => {
  const screen = new MapPage(page);
  await serveTiles(page);
  await page.goto('/map');
  await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
  await expect.poll(() => screen.pixels([TOWN])).toBeGreaterThan(10_000);
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
  await expect(page.getByText('Base map unavailable, strikes are live.')).toBeVisible();
  await expect.poll(() => screen.pixels([LAND])).toBeGreaterThan(10_000);
  down = false;
  await page.clock.fastForward(5 * 60_000 + 10_000);
  await expect.poll(() => screen.pixels([TOWN])).toBeGreaterThan(10_000);
  await expect(page.getByText('Base map unavailable, strikes are live.')).toBeHidden();
});
