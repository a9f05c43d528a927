import { TILE_ORIGIN } from '#shared/http.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

/** One beyond each side of the view. */
const BEYOND = [
  [43.2, 23.32],
  [42.2, 23.32],
  [42.7, 24.2],
  [42.7, 22.5],
] as const;

test('the chip at the map’s edge lies under nothing, whichever side the nearest strike out of view is on', async ({
  page,
}) => {
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.setViewportSize({ width: 1_280, height: 800 });
  const strikes = BEYOND.map(([latitude, longitude]) => ({
    id: 's1',
    ordinal: 1,
    latitude,
    longitude,
    atMs: Date.now() - 90_000,
  }));
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await page.goto('/bg/map?view=42.7,23.32,11z&point=42.7,23.32');
  const chip = page.locator('[data-beyond]:visible');
  await expect(page.locator('[data-complete="true"]')).toBeVisible();
  for (const strike of strikes) {
    await change({ feed: goodFeed(), strikes: [], slices: 'served' });
    await expect(chip).toHaveCount(0);
    await change({ feed: goodFeed(), strikes: [strike], slices: 'served' });
    await expect(chip).toHaveCount(1);
    const under = await chip.evaluate((element) => {
      const own = element.getBoundingClientRect();
      const others = element.closest('[data-map-frame]')?.querySelectorAll('button, fieldset, ul') ?? [];
      return [...others]
        .filter((other) => {
          const box = other.getBoundingClientRect();
          const apart =
            box.left >= own.right || own.left >= box.right || box.top >= own.bottom || own.top >= box.bottom;
          return other !== element && !apart && getComputedStyle(other).visibility !== 'hidden';
        })
        .map((other) => other.outerHTML.slice(0, 90));
    });
    expect(under).toEqual([]);
  }
});
