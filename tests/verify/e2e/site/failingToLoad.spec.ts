import type { Page } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http.ts';
import { expect, test } from '#tests/e2e/site/siteTest.ts';

/** The screen that says what failed: never an empty box or a blank button. */
async function expectFallback(page: Page, retry: string): Promise<void> {
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading')).not.toBeEmpty();
  await expect(alert).toContainText('chunk load error');
  await expect(alert.getByRole('button', { name: retry })).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
});

test.afterEach(({ consoleErrors }) => {
  expect(consoleErrors.splice(0).filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
});

for (const path of ['/en/contact', '/map']) {
  test(`${path} says what failed if the language’s texts do not load on a first visit`, async ({ page }) => {
    await page.route('**/assets/en-*.js', (route) => route.abort());
    await page.goto(path);
    await expectFallback(page, 'Try again');
  });
}

test('a page whose own program fails before its texts have come says so in words', async ({ page }) => {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/AboutPage-'));
  await page.route('**/assets/en-*.js', async (route) => {
    await failed;
    await route.continue();
  });
  await page.route('**/assets/AboutPage-*.js', (route) => route.abort());
  await page.goto('/en/about');
  await expectFallback(page, 'Try again');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

for (const [path, retry] of [
  ['/bg/map', 'Опитайте отново'],
  ['/ru/contact', 'Попробовать ещё раз'],
] as const) {
  test(`${path} says so if the application itself does not load`, async ({ page }) => {
    await page.route('**/assets/start-*.js', (route) => route.abort());
    await page.goto(path);
    await expectFallback(page, retry);
    await expect(page.locator('.spinner')).toHaveCount(0);
    await expect(page.locator('main h1')).toBeVisible();
  });
}

test('the map says so at once if its first program does not load, and loads no longer', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/ru/map');
  await expectFallback(page, 'Попробовать ещё раз');
  await expect(page.getByRole('alert').getByRole('button')).toHaveCSS('min-height', '48px');
  await expect(page.locator('.spinner')).toHaveCount(0);
});

test('after 15 s of loading the map offers help, and goes on loading', async ({ page }) => {
  await page.route('**/assets/start-*.js', () => {});
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/bg/map');
  const help = page.locator('[data-loading-help]');
  const at = (ms: number) =>
    help.evaluate((element, atMs) => {
      for (const animation of element.getAnimations()) animation.currentTime = atMs;
    }, ms);
  await at(14_000);
  await expect(help).toBeHidden();
  await at(15_001);
  await expect(help).toBeVisible();
  await expect(help.getByRole('link')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.spinner')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

for (const chunk of ['ContactForm', 'ContactPage'])
  test(`without ${chunk} the page stays, says where to write, and its form is still there`, async ({ page }) => {
    await page.route(`**/assets/${chunk}-*.js`, (route) => route.abort());
    await page.goto('/en/contact');
    await expectFallback(page, 'Try again');
    await expect(page.getByRole('alert').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main form')).toHaveAttribute('method', 'post');
    await expect(page.locator('main form').getByRole('textbox', { name: 'Message' })).toBeEditable();
  });

test('a part of the API page that does not load costs the page nothing else', async ({ page, consoleErrors }) => {
  await page.route('**/assets/EmbedMaker-*.js', (route) => route.abort());
  await page.goto('/en/api');
  await expect(page.locator('#embed').getByRole('alert')).toContainText('Reload the page');
  await expect(page.getByRole('button', { name: 'Show the reference' })).toBeVisible();
  // What React caught it reports.
  expect(consoleErrors.splice(0).filter((text) => !text.includes('ChunkLoadError'))).toEqual([
    expect.stringContaining('ERR_FAILED'),
  ]);
});

test('a map’s program that hangs is reported after two minutes', async ({ page, consoleErrors }) => {
  await page.clock.install();
  await page.route('**/assets/StrikeMap-*.js', () => {});
  await page.goto('/en/map');
  await expect(page.locator('[data-map-frame="screen"]')).toBeVisible();
  await page.clock.fastForward(121_000);
  await expectFallback(page, 'Try again');
  consoleErrors.splice(0);
});
