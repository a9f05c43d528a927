import { GROUND_COLOURS, MapPage } from '#tests/e2e/map/MapPage.ts';
import { zoneOfNoon } from '#tests/e2e/map/zoneOfNoon.ts';
import { expect, RENDERED, test } from '#tests/support/journey.ts';

// By day, whenever it runs: at night a wall display is darker.
test.use({ timezoneId: zoneOfNoon(new Date().getUTCHours()) });

test('a wall display that was given no view shows the whole of the Balkans', async ({ page }) => {
  const screen = new MapPage(page);
  await screen.open('/map?wall=1');
  await screen.whole();
  await expect.poll(() => screen.inView(), { timeout: 30_000 }).toBeGreaterThan(0);
});

test(
  'a wall display is dark, 71 % of its height the map, the rest the third that rises from it',
  RENDERED,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const screen = new MapPage(page);
    await screen.open(`${MapPage.BALKANS}&wall=1`);
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const boxOf = async (selector: string) => {
      const { x = -9, y = -9, width = -9, height = -9 } = (await page.locator(selector).boundingBox()) ?? {};
      return [x, y, width, height].map(Math.round);
    };
    expect(await boxOf('[data-map-frame]')).toEqual([0, 0, 1920, 767]);
    expect(await boxOf('[data-wall-third]')).toEqual([0, 767, 1920, 313]);
    await expect.poll(() => screen.pixels([GROUND_COLOURS.dark.land])).toBeGreaterThan(200_000);
  },
);
