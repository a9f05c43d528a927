import { expect, open, test } from './siteTest.ts';
import { expectSound } from './soundPage.ts';

const PATH = '/bg/place/plovdiv';
const TEXTS = 'Мълния на 3 км на юг в 12:00.';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the page of a town says what is now, as of when, what was, and leads to the tools and to the next town', async ({
    page,
  }) => {
    await page.goto(PATH);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мълнии над Пловдив');
    await expect(page.locator('[data-part="verdict"]')).toHaveText(/./);
    await expect(page.getByText(/^Към .* местно време/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Последн/ })).toHaveCount(3);
    await expect(page.getByRole('link', { name: 'Известявайте ме за мълнии тук' })).toHaveAttribute(
      'href',
      /map\?watch=1/,
    );
    await page.getByRole('link', { name: /^Асеновград/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мълнии над Асеновград');
  });
});

test('the page of a town keeps what the Worker wrote, renews it while it is seen, and says so when it cannot', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, PATH);
  await expect(page).toHaveTitle('Мълнии над Пловдив: карта на живо и известия');
  await expect(page.getByRole('img', { name: /^Последн/ })).toHaveCount(3);
  await page.route(`**${PATH}`, async (route) => {
    const result = await route.fetch();
    const body = (await result.text()).replace(/(data-part="verdict"[^>]*>)[^<]*/, `$1${TEXTS}`);
    await route.fulfill({ response: result, body });
  });
  await page.clock.runFor(21_000);
  await expect(page.locator('[data-part="verdict"]')).toHaveText(TEXTS);
  await expect(page.getByRole('status').filter({ hasText: TEXTS })).toHaveCount(1);
  await page.route(`**${PATH}`, (route) => route.fulfill({ status: 204 }));
  await expect(page.getByRole('alert')).toBeHidden();
  await page.clock.runFor(150_000);
  await expect(page.getByRole('alert')).toHaveText(/Не можа да се обнови/);
});

test('from the map back to a town’s page, and in another language, it is that page', async ({ page }) => {
  await open(page, PATH);
  await page.getByRole('button', { name: /Език/ }).click();
  await page.getByRole('link', { name: 'Русский' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Молнии около Пловдива');
  await expect(page).toHaveTitle('Молнии около Пловдива: карта онлайн и оповещения');
  await page.getByRole('contentinfo').getByRole('link', { name: 'О проекте' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Молнии около Пловдива');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Молнии около Пловдива');
});

test('a town’s page breaks no rule of axe and is as wide as its window, in three languages', async ({ page }) => {
  for (const language of ['en', 'ru']) {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, `/${language}/place/thessaloniki`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  await open(page, '/bg/place/thessaloniki');
  await expectSound(page);
});
