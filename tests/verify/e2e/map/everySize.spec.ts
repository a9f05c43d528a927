import { expect, type Page, test } from '@playwright/test';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';

/** The map at the sizes it is used at: no rule of axe broken, nothing sideways, nothing in the console. */
const SIZES = [
  [320, 640],
  [360, 740],
  [740, 360],
  [768, 1_024],
  [1_280, 800],
  [1_920, 1_080],
  [3_840, 2_160],
] as const;
/** The map is drawn by a processor here: the largest sizes are left to the states that are shown on them. */
const SMALLER = SIZES.slice(0, 5);
/** Where axe looks at the map: there are two layouts. */
const AXE_AT: readonly number[] = [360, 1_280];

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // One state has slices that fail.
    const expected = /\/tiles\//.test(message.location().url);
    if (message.type() === 'error' && !expected) complaints.push(message.text());
  });
  return complaints;
}

async function atSizes(
  page: Page,
  sizes: readonly (readonly [number, number])[],
  what: string,
  axe: boolean,
): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const size = `${what} at ${width} × ${height}`;
    expect(await page.evaluate('document.documentElement.scrollWidth'), size).toBeLessThanOrEqual(width);
    if (axe && AXE_AT.includes(width)) expect(await axeViolations(page, 'main'), size).toEqual([]);
  }
}

const strike = () => ({ id: 's1', ordinal: 1, latitude: 42.6977, longitude: 23.3219, atMs: Date.now() - 90_000 });
const serve =
  (
    state: 'live' | 'delayed' | 'down',
    strikes: readonly ReturnType<typeof strike>[],
    slices: 'served' | 'failing' = 'served',
  ) =>
  (page: Page) =>
    scriptFeed(page, { feed: { ...goodFeed(), state }, strikes, slices });

const STATES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  ['with its table open', '/map?table=newest', serve('live', [strike()])],
  ['without strikes', '/map', serve('live', [])],
  ['of a delayed feed, dark,', '/map?theme=dark', serve('delayed', [strike()])],
  ['of a dead feed', '/map', serve('down', [strike()])],
  ['whose strikes do not load', '/map', serve('live', [], 'failing')],
  ['on a wall', '/map?wall=1', serve('live', [strike()])],
  ['beside a place to watch', '/watch', serve('live', [strike()])],
  ['beside the fires', '/fires', serve('live', [strike()])],
  ['beside the look-up', '/look-up', serve('live', [strike()])],
  ['beside the report', '/report', serve('live', [strike()])],
  ['beside the statistics', '/analytics', serve('live', [strike()])],
];

for (const language of ['en', 'bg']) {
  for (const [state, path, set] of STATES) {
    test(`the map ${state} is never wider than its window, breaks no rule of axe and does not complain (${language})`, async ({
      page,
    }) => {
      const complaints = complaintsOf(page);
      await page.route(`${TILE_ORIGIN}/**`, (route) => route.fulfill({ status: 204 }));
      await set(page);
      await page.goto(`/${language}${path}`);
      await page.locator('html[data-alive]').waitFor({ state: 'attached' });
      // Where a tool stands beside the map, the map comes when somebody begins.
      await page.locator('h1').dispatchEvent('pointerdown');
      await expect(page.locator('.maplibregl-canvas').first()).toBeVisible();
      await expect(page.locator('[data-truth]')).not.toHaveAttribute('data-truth', 'connecting');
      await atSizes(page, path.includes('wall') ? SIZES.slice(4) : SMALLER, state, language === 'en');
      expect(complaints).toEqual([]);
    });
  }
}
