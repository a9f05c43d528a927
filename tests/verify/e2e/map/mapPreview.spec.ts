import { TILE_ORIGIN } from '#shared/http.ts';
import { channels, type MapTheme, strikeLook } from '#shared/sky/colours.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { centreOfColour } from '#tests/e2e/map/strikeCentre.ts';
import { zoneOfNoon } from '#tests/e2e/map/zoneOfNoon.ts';
import { expect, type Page, RENDERED, test } from '#tests/support/journey.ts';
import { watchFrameShifts } from '#tests/support/watchFrameShifts.ts';

/** Young enough to be opaque, so that no ground shines through. */
const AGE_MS = 4 * 60_000;
/** Some seconds later, when one looks. */
const colourOf = (theme: MapTheme) => channels(strikeLook(theme, AGE_MS + 8_000).colour);
const SEEN = { light: colourOf('light'), dark: colourOf('dark') } as const;
const MAP_PROGRAM = '**/assets/StrikeMap-*.js';

const oneStrike = (latitude = 42.75, longitude = 23.4) => [
  { id: 's1', ordinal: 1, latitude, longitude, atMs: Date.now() - AGE_MS },
];

/** Keeps the map's program away until the returned function is called. */
async function holdMap(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(MAP_PROGRAM, async (route) => {
    await held;
    await route.continue();
  });
  return async () => release();
}

const firstStrikes = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-strikes').length === 1);

// By night a wall dims its map, and colours with it.
test.use({ timezoneId: zoneOfNoon(new Date().getUTCHours()) });

test.beforeEach(async ({ page }) => {
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
});

test('strikes are on the screen before the map’s program is; the preview says Connecting, never Live', async ({
  page,
}) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: oneStrike(), slices: 'served' });
  await page.route('**/assets/start-*.js', () => {});
  await page.goto('/map');
  await firstStrikes(page);
  const preview = page.locator('#preview');
  const decoder = await page.context().newPage();
  expect(await centreOfColour(page, decoder, SEEN.light)).toBeDefined();
  await expect(preview).toHaveAttribute('aria-hidden', 'true');
  await expect(preview).toHaveAttribute('inert', '');
  await expect(preview.getByText('Connecting')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeHidden();
  await expect(preview.getByText('Simulated')).toBeHidden();
});

test('the preview says Connecting in the page’s language, and that strikes are simulated', async ({ page }) => {
  await page.route('**/assets/start-*.js', () => {});
  await page.goto('/bg/map');
  await expect(page.locator('#preview').getByText('Свързване')).toBeVisible();
  await expect(page.locator('#preview [data-simulated]')).toBeVisible();
});

for (const { name, viewport, search, theme } of [
  { name: 'on a phone', viewport: { width: 360, height: 740 }, search: '', theme: 'light' },
  { name: 'on a desk', viewport: { width: 1280, height: 800 }, search: '', theme: 'light' },
  { name: 'on a wall', viewport: { width: 1280, height: 720 }, search: '&wall=1', theme: 'dark' },
] as const) {
  test(
    `when the map takes over ${name}, no strike moves by more than a pixel and nothing shifts`,
    RENDERED,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript(watchFrameShifts);
      await scriptFeed(page, { feed: goodFeed(), strikes: oneStrike(), slices: 'served' });
      const release = await holdMap(page);
      await page.goto(`/map?view=42.7,23.35,10z${search}`);
      await firstStrikes(page);
      await expect(page.locator('[data-map-frame="screen"]')).toBeVisible();
      await expect(page.locator('[data-complete="true"]')).toBeVisible();
      const decoder = await page.context().newPage();
      const before = await centreOfColour(page, decoder, SEEN[theme]);
      const shiftedBefore = await page.evaluate<number>('window.shifted');
      await release();
      await expect(page.locator('#preview')).toHaveCount(0);
      const after = await centreOfColour(page, decoder, SEEN[theme]);
      if (!before || !after) throw new Error(`no strike ${before ? 'after' : 'before'} the hand-over`);
      process.stdout.write(`${name}: a strike moved by ${after.x - before.x}, ${after.y - before.y} px\n`);
      expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(1);
      expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(1);
      expect(await page.evaluate<number>('window.shifted')).toBe(shiftedBefore);
    },
  );
}

test('if the map’s program fails, the preview stays and the error is said', async ({ page }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: oneStrike(), slices: 'served' });
  await page.route(MAP_PROGRAM, (route) => route.abort());
  await page.goto('/map');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('chunk load error');
  await expect(page.locator('[data-map-frame="missing"]')).toBeVisible();
  await expect(page.locator('#preview').getByText('Connecting')).toBeHidden();
  const decoder = await page.context().newPage();
  await page.locator('[data-map-frame="missing"]').scrollIntoViewIfNeeded();
  expect(await centreOfColour(page, decoder, SEEN.light)).toBeDefined();
});

test('who leaves the map meanwhile takes no preview along', async ({ page }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: oneStrike(), slices: 'served' });
  await holdMap(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/en/map');
  await expect(page.locator('[data-map-frame="screen"]')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await expect(page.locator('#preview')).toBeHidden();
});
