import { GROUND_COLOURS, MapPage } from '#tests/e2e/map/MapPage.ts';
import { zoneOfNoon } from '#tests/e2e/map/zoneOfNoon.ts';
import { DRAWN, expect, test } from '#tests/support/journey.ts';

// By day, whenever it runs: at night a wall display is darker.
test.use({ timezoneId: zoneOfNoon(new Date().getUTCHours()) });

test('a wall display that was given no view shows the whole of the Balkans', async ({ page }) => {
  const screen = new MapPage(page);
  await screen.open('/map?wall=1');
  await screen.whole();
  await expect.poll(() => screen.inView(), { timeout: 30_000 }).toBeGreaterThan(0);
});

test(
  'a wall display is dark, seven tenths of the screen the map, three tenths the column beside it',
  DRAWN,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const screen = new MapPage(page);
    await screen.open(`${MapPage.BALKANS}&wall=1`);
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const column = await page.locator('[data-wall-column]').boundingBox();
    expect([column?.x, column?.y, column?.width, column?.height].map((px = -9) => Math.round(px))).toEqual([
      1344, 0, 576, 1080,
    ]);
    const map = await page.locator('[data-map-frame]').boundingBox();
    expect([map?.x, map?.width].map((px = -9) => Math.round(px))).toEqual([0, 1344]);
    await expect.poll(() => screen.pixels([GROUND_COLOURS.dark.land])).toBeGreaterThan(200_000);
  },
);
