import type { NumberedStrike } from '#shared/strike.ts';
import { changedShare } from '#tests/e2e/map/changedShare.ts';
import { letPass } from '#tests/e2e/map/letPass.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { DRAWN, expect, type Page, test } from '#tests/support/journey.ts';

/** A dead wall must never look quiet: at every age of the outage, in every language. */

const MINUTE = 60_000;
const LOOK = 'view=42.5,22,5z&wall=1';

/** So many strikes over Bulgaria in the minutes before `endMs`. */
const storm = (count: number, endMs: number): NumberedStrike[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index + 1}`,
    ordinal: index + 1,
    latitude: 42 + (index % 10) / 10,
    longitude: 23 + (index % 7) / 10,
    atMs: endMs - MINUTE - (index % 50) * MINUTE,
  }));

async function openDead(page: Page, agoMs: number, path: string): Promise<MapPage> {
  const sinceMs = Date.now() - agoMs;
  const feed = { ...goodFeed(), state: 'down', cause: 'provider', lastSuccessMs: sinceMs } as const;
  await scriptFeed(page, { feed, strikes: storm(40, sinceMs), slices: 'served' });
  const screen = new MapPage(page);
  await screen.request(path);
  return screen;
}

for (const [path, said] of [
  ['/ru/map', /^Нет данных с .*\d:\d\d$/],
  ['/bg/map', /^Няма данни от .*\d:\d\d$/],
] as const) {
  test(`a dead wall says so at ${path}, in its light colours too`, async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openDead(page, 72 * MINUTE, `${path}?${LOOK}&theme=light`);
    await expect(page.locator('[data-inverted] [data-line="answer"]')).toHaveText(said);
    await expect(page.locator('[data-inverted]')).toHaveCSS('background-color', 'rgb(43, 51, 61)');
  });
}

test('72 minutes after the cut at least 30 % of a wall’s pixels differ from a quiet one', DRAWN, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const screen = new MapPage(page);
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  await screen.open(`/map?${LOOK}`);
  await expect(screen.feed).toContainText('No lightning for');
  await expect(page.locator('#preview')).toHaveCount(0);
  const quiet = await page.screenshot();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await openDead(page, 72 * MINUTE, `/map?${LOOK}`);
  await expect(page.locator('[data-inverted]')).toBeVisible();
  await expect(page.locator('#preview')).toHaveCount(0);
  const share = await changedShare(page.context(), quiet, await page.screenshot());
  process.stdout.write(`pixels of a dead wall that differ from a quiet one: ${Math.round(100 * share)} %\n`);
  expect(share).toBeGreaterThanOrEqual(0.3);
});

test('a wall that is open while everything goes silent says so, and keeps what it knew for longer than its window', async ({
  page,
}) => {
  await page.clock.install();
  const screen = new MapPage(page);
  await scriptFeed(page, { feed: goodFeed(), strikes: storm(8, Date.now()), slices: 'served' });
  await screen.open(`/map?${LOOK}&minutes=10`);
  await expect.poll(() => screen.inView()).toBe(8);
  await page.route('**/api/v1/**', (route) => route.abort());
  await letPass(page, 12 * MINUTE);
  await expect(page.locator('[data-inverted]')).toContainText('No data since');
  expect(await screen.inView()).toBe(8);
});

test('minutes that a delayed feed has not answered for are hatched, from the first one', async ({ page }) => {
  const screen = new MapPage(page);
  const lastSuccessMs = Date.now() - 70_000;
  await scriptFeed(page, {
    feed: { ...goodFeed(), state: 'delayed', cause: 'provider', lastSuccessMs },
    strikes: storm(40, lastSuccessMs),
    slices: 'served',
  });
  await screen.open('/map?view=42.5,22,5z');
  await expect(screen.feed).toContainText('Late');
  await expect
    .poll(async () => Number(await page.locator('[data-unknown]').first().getAttribute('data-unknown')))
    .toBeGreaterThan(0);
});

test('where nothing was ever known, a page says no data and gives no number', async ({ page }) => {
  const screen = new MapPage(page);
  await scriptFeed(page, {
    feed: { ...goodFeed(), state: 'down', lastSuccessMs: null },
    strikes: [],
    slices: 'served',
  });
  await screen.open('/map');
  await expect(screen.state).toContainText('No data');
  await expect(screen.feed).not.toContainText(/last known|strikes? in view|since/);
});
