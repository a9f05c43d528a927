import { TILE_ORIGIN } from '#shared/http.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

/** The map at the sizes it is used at, in long words: no rule of axe broken, nothing sideways, nothing in the console. */
const SIZES = [
  [320, 640],
  [360, 740],
  [740, 360],
  [768, 1_024],
  [1_280, 800],
] as const;
const WALLS = [
  [1_280, 800],
  [1_920, 1_080],
  [3_840, 2_160],
] as const;
/** Where axe looks at the map: there are two layouts. */
const AXE_AT: readonly number[] = [360, 1_280];

async function atSizes(page: Page, sizes: readonly (readonly [number, number])[], what: string): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const size = `${what} at ${width} × ${height}`;
    expect(await page.evaluate('document.documentElement.scrollWidth'), size).toBeLessThanOrEqual(width);
    if (AXE_AT.includes(width)) expect(await axeViolations(page, 'main'), size).toEqual([]);
  }
}

/** Opens the page with its map, and collects what it complains of. */
async function openMap(page: Page, path: string): Promise<string[]> {
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // One state has slices that fail.
    const expected = /\/tiles\//.test(message.location().url);
    if (message.type() === 'error' && !expected) consoleErrors.push(message.text());
  });
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`/bg${path}`);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  // Where a tool stands beside the map, the map comes when somebody begins.
  await page.locator('h1').dispatchEvent('pointerdown');
  await expect(page.locator('.maplibregl-canvas').first()).toBeVisible();
  await expect(page.locator('[data-truth]')).not.toHaveAttribute('data-truth', 'connecting');
  return consoleErrors;
}

const strike = () => ({ id: 's1', ordinal: 1, latitude: 42.6977, longitude: 23.3219, atMs: Date.now() - 90_000 });

test('the map of each state is never wider than its window, breaks no rule of axe and does not complain; its legend neither', async ({
  page,
}) => {
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: [strike()], slices: 'served' });
  const consoleErrors = await openMap(page, '/map?table=newest');
  await test.step('every control on it measures 44 px at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const targets = page.locator('main section button:visible, main section summary:visible');
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await target.innerHTML()).toBeGreaterThanOrEqual(43.5);
    }
  });
  await test.step('with its table open', () => atSizes(page, SIZES, 'with its table open'));
  for (const { name, viewStatus, state = 'live', slices = 'served' } of [
    { name: 'without strikes', viewStatus: 'live' },
    { name: 'of a delayed feed', viewStatus: 'delayed', state: 'delayed' },
    { name: 'of a dead feed', viewStatus: 'down', state: 'down' },
    { name: 'whose strikes do not load', viewStatus: 'live', slices: 'failing' },
  ] as const) {
    await test.step(name, async () => {
      const strikes = state === 'live' ? [] : [strike()];
      await change({ feed: { ...goodFeed(), state }, strikes, slices });
      await expect(page.locator('[data-truth]')).toHaveAttribute('data-truth', viewStatus);
      if (slices === 'failing') await expect(page.locator('[data-load-failed]')).toBeVisible();
      await atSizes(page, SIZES, name);
    });
  }
  await test.step('its legend', async () => {
    await page.getByRole('button', { name: 'Легенда и помощ' }).click();
    expect(await axeViolations(page, 'main')).toEqual([]);
  });
  expect(consoleErrors).toEqual([]);
});

test('the dark map, delayed, and a wall are never wider than their windows, break no rule of axe and do not complain; their legends neither', async ({
  page,
}) => {
  await scriptFeed(page, { feed: { ...goodFeed(), state: 'delayed' }, strikes: [strike()], slices: 'served' });
  for (const { name, path, sizes } of [
    { name: 'dark', path: '/map?theme=dark', sizes: SIZES },
    { name: 'on a wall', path: '/map?wall=1', sizes: WALLS },
  ] as const) {
    await test.step(name, async () => {
      const consoleErrors = await openMap(page, path);
      await atSizes(page, sizes, name);
      // A wall display that nobody touches hides its controls after five seconds.
      await page.mouse.move(400, 300);
      await page.getByRole('button', { name: 'Легенда и помощ' }).click();
      expect(await axeViolations(page, 'main')).toEqual([]);
      expect(consoleErrors).toEqual([]);
    });
  }
});

test('the map beside each tool is never wider than its window, breaks no rule of axe and does not complain', async ({
  page,
}) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike()], slices: 'served' });
  const consoleErrors = await openMap(page, '/watch');
  for (const tool of ['watch', 'fires', 'look-up', 'report', 'analytics']) {
    await page.getByRole('button', { name: 'Към всички инструменти' }).click();
    await page.locator(`[data-tool-list] a[href^="/bg/${tool}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/bg/${tool}`));
    await atSizes(page, SIZES, `beside ${tool}`);
  }
  expect(consoleErrors).toEqual([]);
});
