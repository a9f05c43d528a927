import { LANGUAGES } from '#shared/languages.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { PUBLIC_PAGES, type PublicPage, pathOf } from '#web/kit/routing/routes.ts';

/** What is there once a page's program has brought more than its HTML has. */
const ARRIVED: Partial<Record<PublicPage, string>> = {
  watch: 'main form',
  lookUp: 'main form',
  report: 'main form',
  analytics: 'main table',
  fires: '[data-fires="told"]',
};
/** The map says by itself what moves when it takes over from its picture: `mapPreview.spec.ts`. */
const PAGES = PUBLIC_PAGES.filter((page) => page !== 'map');
const SIZES = [
  { width: 412, height: 823 },
  { width: 1_280, height: 800 },
] as const;
const MOST_SHIFT = 0.05;

for (const language of LANGUAGES)
  test(`nothing that is seen moves while a page arrives, on a phone or a desk (${language})`, async ({ page }) => {
    await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const name of PAGES) {
        const path = pathOf(name, language);
        await open(page, path);
        await page
          .locator(ARRIVED[name] ?? 'h1')
          .first()
          .waitFor({ state: 'attached' });
        await expect(page.locator('[data-opening]')).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const shifted = await page.evaluate<number>('window.shifted');
        expect.soft(shifted, `${path} at ${size.width} px`).toBeLessThanOrEqual(MOST_SHIFT);
      }
    }
  });
