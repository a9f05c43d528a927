import { pageHeaders } from '#shared/securityHeaders.ts';
import { expect, open, test } from './siteTest.ts';

test('every answer carries the same security headers, and sets no cookie', async ({ request }) => {
  for (const path of ['/', '/en', '/ru/contact', '/nope', '/map/42', '/sitemap.xml', '/icons/icon.svg']) {
    const headers = (await request.get(path)).headers();
    for (const [name, value] of Object.entries(pageHeaders()))
      expect(`${path} ${headers[name.toLowerCase()]}`).toBe(`${path} ${value}`);
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('an address without a language leads to the stored one, at first to English', async ({ page }) => {
  await test.step('/ leads to English and stores it; the theme is light', async () => {
    await page.goto('/');
    await page.waitForURL('**/en');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ language: 'en', theme: 'light' });
  });
  await test.step('/ leads to the stored language', async () => {
    await page.evaluate(() => localStorage.setItem('language', 'bg'));
    await page.goto('/');
    await page.waitForURL('**/bg');
    await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
  });
  await test.step('an address without a language is shown in the stored one, with its title', async () => {
    await page.evaluate(() => localStorage.setItem('language', 'ru'));
    await open(page, '/contact');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Свяжитесь с нами');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page).toHaveTitle('Контакты · Balkan Lightning');
    expect(new URL(page.url()).pathname).toBe('/contact');
  });
});

for (const [path, title] of [
  ['/de', 'No page at this address'],
  ['/bg/map/1/2', 'На този адрес няма страница'],
] as const) {
  test(`${path} is a helpful 404 with status 404`, async ({ page, consoleErrors }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.locator('html[data-alive]').waitFor({ state: 'attached' });
    await page.locator('main').getByRole('link').first().click();
    await expect(page.locator('h1')).not.toHaveText(title);
    // The browser itself reports the 404 it was given.
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('404')]);
  });
}

test('without JavaScript every page is readable and the languages are links', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Български' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вижте бурята, преди да я чуете');
  await page.goto('/en/privacy');
  await expect(page.getByText('We do not sell personal data.')).toBeVisible();
  await page.goto('/en/terms');
  await page.getByText('8. Limitation of liability').click();
  await expect(page.getByText('100 dollars')).toBeVisible();
  await context.close();
});

test('a part of the program that fails to load is reported as a chunk load error, with a retry', async ({
  page,
  consoleErrors,
}) => {
  await open(page, '/en');
  await page.route('**/assets/AboutPage-*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading')).toHaveText('Unexpected Application Error!');
  await expect(alert).toContainText('chunk load error');
  await page.unroute('**/assets/AboutPage-*.js');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About the project');
  expect(consoleErrors.splice(0).every((text) => text.includes('ERR_FAILED'))).toBe(true);
});
