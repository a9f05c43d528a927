import { LANGUAGES } from '#shared/languages.ts';
import { expect, open, test } from './siteTest.ts';

/** Each page whose program brings more than its HTML has, with what is there once it has come. */
const PAGES = [
  ['/watch', 'main form'],
  ['/look-up', 'main form'],
] as const;
const MOST_SHIFT = 0.05;

for (const language of LANGUAGES)
  test(`on a phone nothing that is seen moves while a page arrives (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 });
    await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
    for (const [path, arrived] of PAGES) {
      await open(page, `/${language}${path}`);
      await page.locator(arrived).first().waitFor();
      await expect(page.locator('[data-opening]')).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect.soft(await page.evaluate<number>('window.shifted'), path).toBeLessThanOrEqual(MOST_SHIFT);
    }
  });
