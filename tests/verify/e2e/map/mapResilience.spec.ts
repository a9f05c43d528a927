import { TILE_ORIGIN } from '#shared/http.ts';
import { GROUND_COLOURS, MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, RENDERED, test } from '#tests/support/journey.ts';

const someStrikes = () =>
  Array.from({ length: 400 }, (_, index) => ({
    id: `s${index}`,
    ordinal: index + 1,
    latitude: 42.55 + (index % 20) * 0.012,
    longitude: 23.1 + Math.floor(index / 20) * 0.022,
    atMs: Date.now() - (index % 50) * 60_000,
  }));

const loseContext = (selector: string) => `(() => {
  for (const canvas of document.querySelectorAll('${selector}')) {
    const extension = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    extension?.loseContext();
    setTimeout(() => { try { extension?.restoreContext(); } catch {} }, 500);
  }
})()`;

test.beforeEach(async ({ page }) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: someStrikes(), slices: 'served' });
});

test(
  'neither time nor a filter that shows less writes a single row to the GPU, and strikes come back after the WebGL context is lost',
  RENDERED,
  async ({ page }) => {
    const screen = new MapPage(page);
    await screen.open('/map');
    await screen.whole();
    await expect.poll(() => screen.strikePixels()).toBeGreaterThan(1_000);
    await test.step('neither time nor a filter writes a row', async () => {
      const before = await screen.uploads();
      const allInView = await screen.inView();
      const age = await screen.feed.textContent();
      await page.getByRole('radio', { name: 'Last 10 minutes' }).check();
      await expect.poll(() => screen.inView()).toBeLessThan(allInView / 2);
      await page.getByRole('radio', { name: 'Last hour' }).check();
      await expect.poll(() => screen.inView()).toBe(allInView);
      await expect.poll(() => screen.feed.textContent(), { timeout: 15_000 }).not.toBe(age);
      expect(await screen.uploads()).toEqual(before);
      expect(before.rows).toBeGreaterThan(0);
    });
    for (const [index, { what, selector }] of [
      { what: 'of the strikes', selector: '#deckgl-overlay' },
      { what: 'of both canvases', selector: '.maplibregl-map canvas' },
    ].entries()) {
      await test.step(`strikes come back after the WebGL context ${what} is lost`, async () => {
        const before = await screen.strikePixels();
        await page.evaluate(loseContext(selector));
        const overlays = String(2 + index);
        await expect(page.locator('.maplibregl-map')).toHaveAttribute('data-overlays', overlays, { timeout: 15_000 });
        await expect.poll(() => screen.strikePixels(), { timeout: 15_000 }).toBeGreaterThan(before * 0.9);
        // Most of the land has the colours of its relief.
        await expect.poll(() => screen.pixels([GROUND_COLOURS.light.land]), { timeout: 15_000 }).toBeGreaterThan(4_000);
      });
    }
  },
);

test('a map that stands still is covered, and shown again when it draws', async ({ page }) => {
  const screen = new MapPage(page);
  await page.clock.install();
  await screen.open('/map');
  await screen.whole();
  await page.clock.runFor(1_000);
  await expect(screen.state).toContainText('Live');
  const context = await page.evaluateHandle(() =>
    document
      .querySelector<HTMLCanvasElement>('.maplibregl-canvas')
      ?.getContext('webgl2')
      ?.getExtension('WEBGL_lose_context'),
  );
  await context.evaluate((held) => held?.loseContext());
  await page.clock.runFor(21_000);
  await expect(page.getByRole('alert')).toContainText('The map has stopped');
  await expect(screen.state).not.toContainText('Live');
  await context.evaluate((held) => held?.restoreContext());
  await page.clock.runFor(11_000);
  await expect(page.locator('[data-not-drawn]')).toHaveCount(0);
});

test('strikes are drawn while tiles hang, and after 20 s the visitor is told', RENDERED, async ({ page }) => {
  const screen = new MapPage(page);
  const reported = page.getByText('Simplified map: the detailed map cannot be loaded');
  await page.clock.install();
  await page.route(`${TILE_ORIGIN}/**`, () => {});
  await page.goto('/map');
  await expect.poll(() => screen.strikePixels()).toBeGreaterThan(1_000);
  await expect(reported).toBeHidden();
  await page.clock.fastForward(25_000);
  await expect(reported).toBeVisible();
});
