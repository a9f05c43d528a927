import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, GROUND, type Page, test } from '#tests/support/journey.ts';

/** A wall is read from across a room, whatever its screen: nothing is cut, and twice the pixels are twice as large. */

const PARTS = {
  third: '[data-wall-third]',
  clock: '[data-wall-third] time strong',
  chip: '[data-chip]',
  sentence: '[data-line="answer"]',
  bars: '[data-age-bars]',
  map: '[data-map-frame]',
  attribution: '.maplibregl-ctrl-attrib',
} as const;

const strikes = Array.from({ length: 40 }, (_, index) => ({
  id: `s${index + 1}`,
  ordinal: index + 1,
  latitude: 42 + (index % 10) / 10,
  longitude: 23 + (index % 7) / 10,
  atMs: Date.now() - 60_000 * (index + 1),
}));

const instant = (hoursAgo: number) => new Date(Date.now() - 3_600_000 * hoursAgo).toISOString();
/** Of which a wall says the most: some are likely lightning, some static, and a satellite is late. */
const FIRES = {
  fires: Array.from({ length: 24 }, (_, index) => ({
    id: `f${index}`,
    latitude: 42,
    longitude: 24,
    firstSeen: instant(2),
    lastSeen: instant(1),
    frpMw: 5,
    static: index % 2 === 0,
    state: 'likely',
    chance: 0.6,
    candidates: [],
  })),
  sources: [2, 8].map((hoursAgo) => ({ satellite: 'noaa-20', newest: instant(hoursAgo), state: 'fresh' })),
};

/** The height of each part. */
async function heights(page: Page): Promise<Record<string, number | undefined>> {
  const boxes = Object.entries(PARTS).map(
    async ([name, selector]) => [name, (await page.locator(selector).first().boundingBox())?.height] as const,
  );
  return Object.fromEntries(await Promise.all(boxes));
}

for (const { path, theme, dead } of [
  { path: '/map', theme: 'dark', dead: /^No data since .*\d:\d\d$/ },
  { path: '/ru/map', theme: 'light', dead: /^Нет данных с .*\d:\d\d$/ },
  { path: '/bg/map', theme: 'light', dead: /^Няма данни от .*\d:\d\d$/ },
] as const) {
  test(
    `nothing on a wall is cut, nothing but the credit is smaller than 30 of its 1,080 parts, and a dead one says so, in its light colours too (${path}, ${theme})`,
    GROUND,
    async ({ page }) => {
      await page.setViewportSize({ width: 1_920, height: 1_080 });
      await page.route('**/api/v1/fires', (route) => route.fulfill({ json: FIRES }));
      const change = await scriptFeed(page, { feed: goodFeed(), strikes, slices: 'served' });
      const screen = new MapPage(page);
      await screen.request(`${path}?wall=1&theme=${theme}&title=Областна дирекция „Пожарна безопасност“`);
      await expect.poll(() => screen.inView()).toBe(40);
      await expect(page.locator('[data-chip="live"]')).toBeVisible();
      const beyond = () =>
        page.locator('[data-wall-third] *').evaluateAll((all) =>
          all
            .filter((one) => one.textContent !== '' && one.checkVisibility({ visibilityProperty: true }))
            .filter((one) => {
              const { left, right, bottom } = one.getBoundingClientRect();
              return left < 0 || right > 1_920 || bottom > 1_081;
            })
            .map((one) => `${one.className}: ${one.textContent}`),
        );
      expect(await beyond()).toEqual([]);
      // The longest that takes its turn.
      await expect(page.locator('[data-fires="part"]')).toContainText(/12.*12.*12/);
      expect(await beyond()).toEqual([]);
      const small = await page.locator('section *').evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.maplibregl-ctrl-attrib'))
          .filter((one) => !one.closest('[data-live-summary], [data-map-controls]'))
          .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
          .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 29.9)
          .map((one) => one.textContent),
      );
      expect(small).toEqual([]);
      await expect.poll(() => page.locator('[data-names] > span').count()).toBeGreaterThan(10);
      expect(await page.locator('[data-names] > span').count()).toBeLessThanOrEqual(30);
      if (path === '/map')
        await test.step('at 3840 × 2160 every part is twice as large as at 1920 × 1080, within 2 %', async () => {
          const small = await heights(page);
          await page.setViewportSize({ width: 3_840, height: 2_160 });
          for (const name of Object.keys(PARTS)) {
            const ratio = async () => ((await heights(page))[name] ?? 0) / (small[name] ?? 1);
            await expect.poll(ratio, `height of ${name}`).toBeGreaterThan(1.96);
            expect(await ratio(), `height of ${name}`).toBeLessThan(2.04);
          }
        });
      await test.step('dead for 72 minutes', async () => {
        const lastSuccessMs = Date.now() - 72 * 60_000;
        const feed = { ...goodFeed(), state: 'down', cause: 'provider', lastSuccessMs } as const;
        await change({ feed, strikes: [], slices: 'served' });
        await expect(page.locator('[data-inverted] [data-line="answer"]')).toHaveText(dead);
        if (theme === 'light')
          await expect(page.locator('[data-inverted]')).toHaveCSS('background-color', 'rgb(43, 51, 61)');
      });
    },
  );
}
