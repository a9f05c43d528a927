import { expect, open, test } from '#tests/e2e/site/siteTest.ts';

test('getting about the site on a desk, in one visit', async ({ page }) => {
  await test.step('the header leads to the four pages, and marks where one is; the logo leads home', async () => {
    await open(page, '/ru/about');
    const logo = page.getByRole('banner').getByRole('link', { name: /Balkan Lightning/ });
    await expect(logo).toHaveAttribute('href', '/');
    await logo.click();
    await page.waitForURL('**/ru');
    await open(page, '/en');
    const header = page.getByRole('banner').getByRole('navigation');
    for (const [name, path] of [
      ['Sensor infrastructure', '/en/sensor-infrastructure'],
      ['Contact', '/en/contact'],
      ['Home', '/en'],
    ] as const) {
      await header.getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
      await expect(header.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    await expect(header.getByRole('link', { name: 'Live map' })).toHaveAttribute('href', '/en/map');
  });
  await test.step('a new page starts at its top, with the focus on its content and its own title; Back returns to the page before', async () => {
    await open(page, '/en/contact');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveTitle('About the project · Balkan Lightning');
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  });
  await test.step('the skip link leads past the header', async () => {
    await open(page, '/en/about');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('the sensor page’s hero scrolls to its contact form', async () => {
    await open(page, '/en/sensor-infrastructure');
    await page.getByRole('link', { name: 'Talk to us about your site' }).click();
    await expect(page.getByRole('heading', { name: 'Tell us about your site' })).toBeInViewport();
  });
  await test.step('the header’s menus open and close from the keyboard; a tool is two clicks away, and its menu closes behind it', async () => {
    await open(page, '/en/contact');
    const banner = page.getByRole('banner');
    for (const [menu, inside] of [
      ['Language', 'Русский'],
      ['Tools', 'Lightning before a fire'],
    ] as const) {
      const button = banner.getByRole('button', { name: menu });
      const link = banner.getByRole('link', { name: inside });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(link).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(link).toBeHidden();
      await expect(button).toBeFocused();
    }
    await banner.getByRole('button', { name: 'Tools' }).click();
    const report = banner.getByRole('link', { name: 'Report' });
    await report.click();
    await page.waitForURL('**/en/report');
    await expect(report).toBeHidden();
  });
  await test.step('on an address without a language the page changes in place', async () => {
    await open(page, '/contact');
    await page.getByRole('button', { name: /Language: English/ }).click();
    await page.getByRole('link', { name: 'Български' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Свържете се с нас');
    expect(new URL(page.url()).pathname).toBe('/contact');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Свържете се с нас');
  });
  await test.step('choosing a language stores it, changes the page at once and goes to its address', async () => {
    await open(page, '/en');
    await page.getByRole('button', { name: /Language: English/ }).click();
    await page.getByRole('link', { name: 'Русский' }).click();
    await page.waitForURL('**/ru');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Увидеть грозу раньше, чем услышать гром');
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ru');
  });
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the links are in a drawer on the right, 70 % wide and at most 300 px, that the keyboard opens, keeps and leaves, and a click beside it closes', async ({
    page,
  }) => {
    await open(page, '/en');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Contact' })).toBeHidden();
    const menu = page.getByRole('button', { name: 'Open menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await expect(drawer).toBeVisible();
    await expect.poll(async () => drawer.boundingBox()).toMatchObject({ x: 108, width: 252 });
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await expect(drawer).toBeVisible();
    await page.mouse.click(30, 400);
    await expect(drawer).toBeHidden();
    await menu.click();
    await drawer.getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
    await expect(drawer).toBeHidden();
  });
});

test('what moves, and for whom it does not', async ({ page }) => {
  await test.step('cards come in over 1000 ms, one after the other, when they scroll into view', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open(page, '/en');
    const card = page.getByRole('heading', { name: 'Your location' }).locator('..');
    expect(await card.evaluate((element) => element.getAnimations().length)).toBe(0);
    await page.getByRole('heading', { name: 'One map, nothing in its way' }).scrollIntoViewIfNeeded();
    const timing = () => card.evaluate((element) => element.getAnimations()[0]?.effect?.getTiming());
    await expect.poll(timing).toMatchObject({ duration: 1_000, delay: 300 });
  });
  await test.step('nothing moves for those who asked for less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/en');
    await page.getByRole('heading', { name: 'One map, nothing in its way' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: 'Your location' })).toBeInViewport();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});
