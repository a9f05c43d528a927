import type { Page } from '@playwright/test';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { PUBLIC_PAGES, pathOf } from '#web/kit/routing/routes.ts';
import { axeViolations } from './axeViolations.ts';
import { expect, open, test } from './site/siteTest.ts';
import { widenText } from './site/widenText.ts';

const pages = PUBLIC_PAGES.filter((page) => page !== 'map');
const paths = LOCALES.flatMap((locale) => pages.map((page) => pathOf(page, locale)));

/** At 320 px nothing scrolls sideways, and no text ends outside its box or the page. */
async function nothingCut(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, li, label, summary), header *, footer *')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none')
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return (
          box.width > 0 &&
          (box.right > 320.5 ||
            box.left < -0.5 ||
            (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible'))
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(cut.filter((html) => !html.includes('website') && !html.includes('aria-hidden'))).toEqual([]);
}

for (const path of paths) {
  test(`${path} answers, comes alive, has nothing that axe objects to, wide or narrow, and at 320 px nothing scrolls sideways or is cut, also with a font a tenth wider`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect((await page.goto(path))?.status()).toBe(200);
    await page.locator('html[data-alive]').waitFor({ state: 'attached' });
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await axeViolations(page)).toEqual([]);
    await nothingCut(page);
    await widenText(page);
    await nothingCut(page);
  });
}

test('an open drawer, an open language menu, a refused form and an opened section have nothing that axe objects to', async ({
  page,
}) => {
  const check = async () => expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/en/contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await check();
  await page.getByRole('button', { name: /Language/ }).click();
  await check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await check();
  await open(page, '/en/terms#liability');
  await expect(page.getByText('100 dollars')).toBeVisible();
  await check();
});

test('the keyboard reaches every link and control of the landing page, each with a visible focus', async ({ page }) => {
  await open(page, '/en');
  const wanted = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')].filter((element) =>
        element.checkVisibility(),
      ).length,
  );
  const reached = new Set<string>();
  for (let press = 0; press < wanted + 10; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const all = [...document.querySelectorAll('*')];
      return {
        key: String(all.indexOf(element)),
        tag: element.tagName,
        outline: getComputedStyle(element).outlineStyle,
      };
    });
    if (!focused) break;
    expect(focused.outline).not.toBe('none');
    if (focused.tag === 'A' || focused.tag === 'BUTTON') reached.add(focused.key);
  }
  expect(reached.size).toBe(wanted);
});
