import { expect, test } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';

for (const [what, path] of [
  ['light', MapPage.BALKANS],
  ['dark', `${MapPage.BALKANS}&theme=dark`],
  ['on a wall', `${MapPage.BALKANS}&wall=1`],
] as const) {
  test(`axe finds nothing on the map, ${what}`, async ({ page }) => {
    const screen = new MapPage(page);
    await screen.open(path);
    await screen.whole();
    // A wall display that nobody touches hides its controls after five seconds.
    await page.mouse.move(400, 300);
    await screen.control('Legend and help').click();
    expect(await axeViolations(page, 'main')).toEqual([]);
  });
}

for (const language of ['en', 'bg']) {
  test(`at 320 px nothing scrolls sideways and every control measures 44 px (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
    await page.goto(MapPage.BALKANS);
    await expect(page.locator('.maplibregl-canvas').first()).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    const targets = page.locator('main section button:visible, main section summary:visible');
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await target.innerHTML()).toBeGreaterThanOrEqual(43.5);
    }
  });
}
