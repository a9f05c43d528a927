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
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // One state has slices that fail.
    const expected = /\/tiles\//.test(message.location().url);
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(`/bg${path}`);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  // Where a tool stands beside the map, the map comes when somebody begins.
  await page.locator('h1').dispatchEvent('pointerdown');
  await expect(page.locator('.maplibregl-canvas').first()).toBeVisible();
  await expect(page.locator('[data-truth]')).not.toHaveAttribute('data-truth', 'connecting');
  return complaints;
}

const strike = () => ({ id: 's1', ordinal: 1, latitude: 42.6977, longitude: 23.3219, atMs: Date.now() - 90_000 });

for (const { name, path, state = 'live', strikes = [strike()], slices = 'served' } of [
  { name: 'with its table open', path: '/map?table=newest' },
  { name: 'without strikes', path: '/map', strikes: [] },
  { name: 'of a delayed feed, dark,', path: '/map?theme=dark', state: 'delayed' },
  { name: 'of a dead feed', path: '/map', state: 'down' },
  { name: 'whose strikes do not load', path: '/map', strikes: [], slices: 'failing' },
  { name: 'on a wall', path: '/map?wall=1' },
] as const) {
  test(`the map ${name} is never wider than its window, breaks no rule of axe and does not complain; its legend neither`, async ({
    page,
  }) => {
    await scriptFeed(page, { feed: { ...goodFeed(), state }, strikes, slices });
    const isWall = path.includes('wall');
    const complaints = await openMap(page, path);
    await atSizes(page, isWall ? WALLS : SIZES, name);
    // A wall display that nobody touches hides its controls after five seconds.
    await page.mouse.move(400, 300);
    await page.getByRole('button', { name: 'Легенда и помощ' }).click();
    expect(await axeViolations(page, 'main')).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('every control on the map measures 44 px at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openMap(page, '/map?view=42.5,22,5z');
  const targets = page.locator('main section button:visible, main section summary:visible');
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await target.innerHTML()).toBeGreaterThanOrEqual(43.5);
  }
});

test('the map beside each tool is never wider than its window, breaks no rule of axe and does not complain', async ({
  page,
}) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike()], slices: 'served' });
  const complaints = await openMap(page, '/watch');
  for (const tool of ['watch', 'fires', 'look-up', 'report', 'analytics']) {
    await page.getByRole('button', { name: 'Към всички инструменти' }).click();
    await page.locator(`[data-tool-list] a[href^="/bg/${tool}"]`).click();
    await expect(page).toHaveURL(new RegExp(`/bg/${tool}`));
    await atSizes(page, SIZES, `beside ${tool}`);
  }
  expect(complaints).toEqual([]);
});
