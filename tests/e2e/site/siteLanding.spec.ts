import { LANGUAGES } from '#shared/languages.ts';
import { ownLanguageTexts as LINES } from '#texts/ownLanguageTexts.ts';
import { expect, open, test } from './siteTest.ts';

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
      const title = await page.getByRole('heading', { level: 1 }).first().boundingBox();
      const offer = await line.boundingBox();
      expect(offer?.y, path).toBeGreaterThan((title?.y ?? 0) + (title?.height ?? Number.NaN));
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
  await test.step('the hero shows the sky of now, drawn by the server in the page’s language', async () => {
    for (const language of LANGUAGES) {
      await open(page, `/${language}`);
      const picture = page.locator('main picture img');
      const drawn = () =>
        picture.evaluate((image: HTMLImageElement) => (image.naturalWidth > 0 ? image.currentSrc : ''));
      await expect.poll(drawn).toMatch(new RegExp(`/api/v1/picture.svg\\?.*lang=${language}`));
    }
  });
  await test.step('the landing page says how to install on each kind of phone, leads to the map, and its stores look as disabled as they are', async () => {
    await open(page, '/en');
    await expect(page.getByText('in Safari, Share, then “Add to Home Screen”')).toBeVisible();
    await expect(page.getByText('in Chrome, the menu ⋮')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the live map' }).first()).toHaveAttribute('href', '/en/map');
    for (const name of ['Download for iOS', 'Download for Android']) {
      const store = page.getByRole('button', { name });
      await expect(store).toBeDisabled();
      await expect(store).toHaveCSS('border-top-style', 'dashed');
    }
  });
  await test.step('a visitor who keeps the position is led to the list of towns, where each has its page', async () => {
    await open(page, '/bg');
    await page.getByRole('button', { name: 'Колко близо е до мен?' }).click();
    await page.getByRole('figure').getByRole('link', { name: 'Мълнии по градове и върхове' }).click();
    await expect(page).toHaveURL(/\/bg\/places$/);
    await expect(page.getByRole('main').getByRole('link', { name: 'Пловдив' })).toHaveAttribute(
      'href',
      '/bg/place/plovdiv',
    );
  });
  await test.step('at 390 px the landing page does not grow while it is read, and the hero’s button lands where it says', async () => {
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
});

test('without a picture of now the hero says that this is no quiet sky', async ({ page, complaints }) => {
  await page.route('**/api/v1/picture.svg*', (route) => route.fulfill({ status: 503 }));
  await open(page, '/en');
  await expect(page.getByText('That does not mean a quiet sky')).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('503')]);
});

test.describe('a visitor who lets the device be asked', () => {
  test.use({ geolocation: { latitude: 42.7, longitude: 23.3 }, permissions: ['geolocation'] });

  test('is told how near lightning is, only after a click, and the server learns whole degrees alone', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(page, '/en');
    await page.getByRole('button', { name: 'How near is it to me?' }).click();
    await expect(page.getByRole('figure').getByRole('status')).toContainText('Simulated data.');
    const [question = ''] = asked.filter((url) => url.includes('/api/v1/strikes'));
    expect(new URL(question).searchParams.get('bbox')).toBe('22,41,25,44');
  });
});
