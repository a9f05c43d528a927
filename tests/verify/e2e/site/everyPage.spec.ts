import type { Page } from '@playwright/test';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { axeViolations, widenText } from '#tests/e2e/site/soundPage.ts';
import { PUBLIC_PAGES, type PublicPage, pathOf } from '#web/kit/routing/routes.ts';

/** The pages but the map, which has specs of its own, a few at a time. */
const SIZES = [
  [320, 640],
  [360, 740],
  [740, 360],
  [768, 1_024],
  [1_024, 768],
  [1_280, 800],
  // Of so many pixels each costs time, and what lies below the first thousand rows is no wider.
  [1_920, 800],
  [3_840, 800],
] as const;
/** The language that a page is looked at in on a desk, and the one of the longest words, on a phone and in all sizes. */
const ON_DESK = 'en';
const LONGEST = 'bg';
const ARRIVES = { [ON_DESK]: [1_280, 800], [LONGEST]: [412, 823] } as const;
/** What is there once a page's program has brought more than its HTML has. */
const ARRIVED: Partial<Record<PublicPage, string>> = {
  watch: 'main form',
  lookUp: 'main form',
  report: 'main form',
  analytics: 'main table',
  fires: '[data-fires="told"]',
  status: '[data-status="told"]',
};
const MOST_SHIFT = 0.05;

/** At 320 px nothing scrolls sideways, and no text ends outside its box or the page. The line of tools and rows of cards can be pushed. */
async function nothingTruncated(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const truncated = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, li, label, summary), header *, footer *')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none')
        .filter((element) => !element.closest('[data-tool-sheet] nav, [data-sideways]'))
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
  // A map beside the page takes its new size a moment later.
  await expect
    .poll(async () => (await truncated()).filter((html) => !html.includes('website') && !html.includes('aria-hidden')))
    .toEqual([]);
}

/** What axe says in one language it says in all. */
const AXE_LANGUAGE = 'en';
/** Of hundreds of links to places some tell as much as all. */
const ALIKE = 'main li:nth-child(n + 9)';

async function breaksNoRule(page: Page): Promise<void> {
  expect(await axeViolations(page, 'html', { without: ALIKE })).toEqual([]);
  // Only rules that look at styles can say more in another look. Forced colours are the reader's own: axe compares them with ours.
  await page.emulateMedia({ forcedColors: 'active' });
  expect(
    await axeViolations(page, 'html', {
      without: ALIKE,
      rules: ['link-in-text-block', 'scrollable-region-focusable'],
    }),
    'forced colours',
  ).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  expect(
    await axeViolations(page, 'html', { without: ALIKE, rules: ['color-contrast', 'link-in-text-block'] }),
    'more contrast',
  ).toEqual([]);
  await page.emulateMedia({ contrast: 'no-preference' });
}

const inSize = (page: Page, [width, height]: readonly [number, number]) => page.setViewportSize({ width, height });

/** Waits until nothing more arrives, and tells how far what is seen has moved meanwhile. */
async function shiftOf(page: Page, arrived: string): Promise<number> {
  await page.locator(arrived).first().waitFor({ state: 'attached' });
  await expect(page.locator('[data-opening]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate<number>('window.shifted');
}

/** Opens a page in a language, and looks at all that its words and its size may break. */
async function isSound(page: Page, name: PublicPage | undefined, language: keyof typeof ARRIVES): Promise<void> {
  await inSize(page, ARRIVES[language]);
  const response = await page.goto(name ? pathOf(name, language) : `/${language}/nowhere`);
  expect(response?.status()).toBe(name ? 200 : 404);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  expect(await shiftOf(page, (name && ARRIVED[name]) ?? 'h1'), language).toBeLessThanOrEqual(MOST_SHIFT);
  await expect(page.locator('h1')).toHaveCount(1);
  for (const size of language === LONGEST ? SIZES : []) {
    await inSize(page, size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${size}`).toBeLessThanOrEqual(size[0]);
  }
  await inSize(page, SIZES[0]);
  if (language === AXE_LANGUAGE) await breaksNoRule(page);
  await nothingTruncated(page);
  await widenText(page);
  await nothingTruncated(page);
}

const PAGES = [...PUBLIC_PAGES.filter((page) => page !== 'map'), undefined];
const TESTS = 6;

for (let nth = 0; nth < TESTS; nth += 1) {
  const few = PAGES.filter((_, index) => index % TESTS === nth);
  const names = few.map((name) => name ?? 'an unknown address');
  test(`each answers in each language and without one, comes alive without moving on a phone or a desk, breaks no rule of axe, in forced colours and with more contrast neither, and from 320 to 3,840 px nothing scrolls sideways or is cut, also with a font a tenth wider: ${names.join(', ')}`, async ({
    page,
    consoleErrors,
  }) => {
    await page.addInitScript(`window.shifted = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
    for (const name of few) {
      await test.step(name ?? 'an unknown address', async () => {
        await isSound(page, name, ON_DESK);
        await isSound(page, name, LONGEST);
        const { request } = page;
        const russian = await request.get(name ? pathOf(name, 'ru') : '/ru/nowhere');
        expect(russian.status()).toBe(name ? 200 : 404);
        expect(await russian.text()).toContain('<h1');
        if (name && name !== 'landing') expect(await (await request.get(pathOf(name))).text()).toContain('<h1');
        // The browser itself reports the 404s that it was given.
        if (!name)
          expect(consoleErrors.splice(0)).toEqual([ON_DESK, LONGEST].map(() => expect.stringContaining('404')));
      });
    }
  });
}

test('an open drawer, an open language menu, a refused form and an opened section below the wide header have nothing that axe objects to', async ({
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
  await page.setViewportSize({ width: 1_280, height: 800 });
  await open(page, '/en/terms#liability');
  await expect(page.getByText('100 dollars')).toBeVisible();
  await check();
});

test('the keyboard reaches every link and control of the landing page, each with a visible focus', async ({ page }) => {
  await open(page, '/en');
  // What the sky answers brings links of its own.
  await page.waitForLoadState('networkidle');
  const requested = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')].filter((element) =>
        element.checkVisibility(),
      ).length,
  );
  const reached = new Set<string>();
  for (let press = 0; press < requested + 10; press += 1) {
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
  expect(reached.size).toBe(requested);
});
