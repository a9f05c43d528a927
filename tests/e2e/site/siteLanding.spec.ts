import { LANGUAGES } from '#shared/languages.ts';
import { expect, open, test } from './siteTest.ts';

const LINES = { bg: 'Тази страница я има и на български →', ru: 'Эта страница есть и на русском →' };

for (const [language, region] of [
  ['bg', 'bg-BG'],
  ['ru', 'ru'],
] as const) {
  test.describe(`a browser set to ${region}`, () => {
    test.use({ locale: region });

    test(`gets the English page with one line in its own language, and nothing moves for it (${region})`, async ({
      page,
    }) => {
      await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
      await page.goto('/');
      await expect(page).toHaveURL(/\/en$/);
      const line = page.getByRole('link', { name: LINES[language] });
      await expect(line).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate('window.shifted')).toBe(0);
      await line.click();
      await expect(page).toHaveURL(new RegExp(`/${language}$`));
      await expect(line).toBeHidden();
    });
  });
}

test('a browser set to English is told of no other language', async ({ page }) => {
  await open(page, '/en');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(LINES.bg)).toBeHidden();
});

test('at 390 px the landing page does not grow while it is read, and the hero’s button lands where it says', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/en');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const atFirst = await height();
  await page.getByRole('link', { name: 'Install as an app' }).click();
  const top = () => page.locator('#mobile-app').evaluate((section) => section.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(90);
  const landed = await top();
  await page.evaluate(async () => {
    for (const picture of document.querySelectorAll('img')) {
      picture.scrollIntoView({ behavior: 'instant' });
      await picture.decode();
    }
  });
  expect(await height()).toBe(atFirst);
  await page.evaluate(() => document.querySelector('#mobile-app')?.scrollIntoView({ behavior: 'instant' }));
  expect(Math.abs((await top()) - landed)).toBeLessThanOrEqual(1);
});

test('the buttons of the stores, which do not exist yet, look as disabled as they are', async ({ page }) => {
  await open(page, '/en');
  const look = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).borderTopStyle);
  expect(await look('Download for iOS')).toBe('dashed');
  expect(await look('Download for Android')).toBe('dashed');
});

for (const language of LANGUAGES) {
  test(`the hero shows the map as it is in the page’s language (${language})`, async ({ page }) => {
    await open(page, `/${language}`);
    const picture = page.locator('main picture img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain(`hero-${language}`);
  });
}
