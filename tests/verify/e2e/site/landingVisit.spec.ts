import { ownLanguageTexts as LINES } from '#shared/i18n/ownLanguageTexts.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { expect, expectBelowTitle, open, test } from '#tests/e2e/site/siteTest.ts';

test.describe('a browser set to bg-BG', () => {
  test.use({ locale: 'bg-BG', viewport: { width: 360, height: 740 } });

  test('is offered each page in its own language in one line, until it has answered, and nothing moves for it', async ({
    page,
  }) => {
    await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
    await page.goto('/');
    await expect(page).toHaveURL(/\/en$/);
    const line = page.getByRole('link', { name: LINES.bg.offer });
    await expect(line).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('window.shifted')).toBe(0);
    for (const path of ['/en/contact', '/en/look-up#at=42.7,23.3']) {
      await open(page, path);
      await expect(line, path).toBeInViewport({ ratio: 1 });
      await expectBelowTitle(page, line, path);
    }
    await line.click();
    await expect(page).toHaveURL(/\/bg\/look-up#at=42.7,23.3$/);
    await expect(line).toBeHidden();
    await open(page, '/en/contact');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(line).toBeHidden();
  });
});

test.describe('a browser set to ru', () => {
  test.use({ locale: 'ru' });

  test('can decline, and is not asked again', async ({ page }) => {
    await open(page, '/en/contact');
    await page.getByRole('button', { name: LINES.ru.decline }).click();
    await open(page, '/en/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: LINES.ru.offer })).toBeHidden();
  });
});

test('the landing page on a desk, in one visit', async ({ page }) => {
  await test.step('a browser set to English is told of no other language, on pages in another one neither', async () => {
    for (const path of ['/en', '/bg']) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/на български →|на русском →|in English/)).toBeHidden();
    }
  });
  await test.step('the hero says in each language how old its data is and what fell in the last hour, without the map’s program', async () => {
    const programs: string[] = [];
    page.on('request', (request) => programs.push(request.url()));
    for (const [language, hour, simulated] of [
      ['en', 'in the last hour', 'Simulated'],
      ['bg', 'за последния час', 'Симулация'],
      ['ru', 'за последний час', 'Симуляция'],
    ]) {
      await open(page, `/${language}`);
      const facts = page.locator('[data-sky="live"] [data-kind="live"]');
      await expect(facts).toContainText(hour as string);
      await expect(facts).toContainText(simulated as string);
    }
    expect(programs.filter((url) => /maplibre|deck|luma|StrikeMap|MapPage/i.test(url))).toEqual([]);
  });
  await test.step('the landing page says how to install on each kind of phone, leads to the map, and its stores look as disabled as they are', async () => {
    await open(page, '/en');
    await page.getByText('How to install it').click();
    await expect(page.getByText('in Safari, Share, then “Add to Home Screen”')).toBeVisible();
    await expect(page.getByText('in Chrome, the menu ⋮')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the live map' }).first()).toHaveAttribute('href', '/en/map');
    for (const name of ['Download for iOS', 'Download for Android']) {
      const store = page.getByRole('button', { name });
      await expect(store).toBeDisabled();
      await expect(store).toHaveCSS('border-top-style', 'dashed');
    }
  });
  await test.step('a visitor whose position is not told can still type a town', async () => {
    await open(page, '/bg');
    await page.getByRole('button', { name: 'Моето място' }).click();
    await expect(page.getByText('Местоположението ви не беше открито.')).toBeVisible();
    await page.getByRole('combobox').fill('Пловдив');
    await page.getByRole('option', { name: 'Пловдив' }).first().click();
    await expect(page.locator('main').getByRole('status').filter({ hasText: 'Симулирани данни.' })).toBeVisible();
  });
  await test.step('at 390 px the landing page does not grow while it is read, and the hero’s button lands where it says', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/en');
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const atFirst = await height();
    await page.getByRole('link', { name: 'Get the app' }).click();
    const top = () => page.locator('#mobile-app').evaluate((section) => section.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(90);
    const landed = await top();
    await page.evaluate(async () => {
      for (const picture of document.querySelectorAll('img')) {
        // A drawing that a phone does not show never loads.
        if (!picture.checkVisibility()) continue;
        picture.scrollIntoView({ behavior: 'instant' });
        await picture.decode();
      }
    });
    expect(await height()).toBe(atFirst);
    await page.evaluate(() => document.querySelector('#mobile-app')?.scrollIntoView({ behavior: 'instant' }));
    expect(Math.abs((await top()) - landed)).toBeLessThanOrEqual(1);
  });
});

test('the landing page is at most seven screens of a phone in each language, and from 320 to 1,280 px nothing scrolls sideways', async ({
  page,
}) => {
  const measured = () =>
    page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth] as const);
  for (const language of LANGUAGES) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `/${language}`);
    await expect(page.locator('[data-sky="live"]')).toBeVisible();
    const [high] = await measured();
    process.stdout.write(`landing, ${language}: ${high} px, ${(high / 844).toFixed(2)} screens\n`);
    expect(high, language).toBeLessThanOrEqual(7 * 844);
    for (const width of [320, 390, 820, 1_280]) {
      await page.setViewportSize({ width, height: 844 });
      const [, wide] = await measured();
      expect(wide, `${language} at ${width}`).toBe(width);
    }
  }
});
