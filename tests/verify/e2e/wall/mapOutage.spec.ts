import type { NumberedStrike } from '#shared/strike.ts';
import { changedShare } from '#tests/e2e/map/changedShare.ts';
import { letPass } from '#tests/e2e/map/letPass.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, type ScriptedFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, RENDERED, test } from '#tests/support/journey.ts';

/** A dead wall must never look quiet, at every age of the outage. Its words in each language: wallLayout.spec.ts. */

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

/** The script of a feed that died so long ago. */
function deadSince(agoMs: number): ScriptedFeed {
  const sinceMs = Date.now() - agoMs;
  const feed = { ...goodFeed(), state: 'down', cause: 'provider', lastSuccessMs: sinceMs } as const;
  return { feed, strikes: storm(40, sinceMs), slices: 'served' };
}

test(
  '72 minutes after the cut at least 30 % of a wall’s pixels differ from a quiet one',
  RENDERED,
  async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const screen = new MapPage(page);
    const change = await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
    await screen.open(`/map?${LOOK}`);
    await expect(screen.feed).toContainText('No lightning for');
    await expect(page.locator('#preview')).toHaveCount(0);
    const quiet = await page.screenshot();
    await change(deadSince(72 * MINUTE));
    await expect(page.locator('[data-inverted]')).toBeVisible();
    await expect
      .poll(async () => changedShare(page.context(), quiet, await page.screenshot()))
      .toBeGreaterThanOrEqual(0.3);
  },
);

test('a wall that is open while everything goes silent says so, and keeps what it knew for longer than its window', async ({
  page,
}) => {
  await page.clock.install();
  const screen = new MapPage(page);
  await scriptFeed(page, { feed: goodFeed(), strikes: storm(8, Date.now()), slices: 'served' });
  await screen.open(`/map?${LOOK}&minutes=10`);
  await expect.poll(() => screen.inView()).toBe(8);
  // Slices may be drawn before the stream has greeted; a greeting on its way would arrive minutes late.
  await expect(screen.feed).toHaveAttribute('data-truth', 'live');
  await page.route('**/api/v1/**', (route) => route.abort());
  await letPass(page, 12 * MINUTE);
  await expect(page.locator('[data-inverted]')).toContainText('No data since');
  expect(await screen.inView()).toBe(8);
});

test('a map that never knew anything, then only old data, then late data', async ({ page }) => {
  const screen = new MapPage(page);
  const strikes: NumberedStrike[] = [];
  const neverKnown = { ...goodFeed(), state: 'down', lastSuccessMs: null } as const;
  const change = await scriptFeed(page, { feed: neverKnown, strikes, slices: 'served' });
  await screen.open('/map?view=42.5,22,5z');
  await test.step('where nothing was ever known, it says no data and gives no number', async () => {
    await expect(screen.state).toContainText('No data');
    await expect(screen.feed).not.toContainText(/last known|strikes? in view|since/);
  });
  await test.step('without data nothing is red, which means danger, and nothing is green', async () => {
    await change({ feed: { ...goodFeed(), state: 'down', lastSuccessMs: Date.now() - 20 * MINUTE }, strikes, slices: 'served' }); // biome-ignore format: one line
    await expect(screen.feed).toContainText('since');
    await expect(screen.state).toContainText('No data');
    const colours = await screen.feed.evaluate((row) =>
      [row, ...row.querySelectorAll('*:not([data-simulated])')].flatMap((element) => {
        const { color, backgroundColor, fill } = getComputedStyle(element);
        return [color, backgroundColor, fill];
      }),
    );
    for (const colour of colours) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      // The button is the action's blue.
      const isStrong = alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60;
      expect(isStrong && blue < Math.max(red, green), colour).toBe(false);
    }
  });
  await test.step('minutes that a delayed feed has not answered for are hatched, from the first one', async () => {
    const lastSuccessMs = Date.now() - 70_000;
    const feed = { ...goodFeed(), state: 'delayed', cause: 'provider', lastSuccessMs } as const;
    await change({ feed, strikes: storm(40, lastSuccessMs), slices: 'served' });
    await expect(screen.feed).toContainText('Late');
    await expect
      .poll(async () => Number(await page.locator('[data-unknown]').first().getAttribute('data-unknown')))
      .toBeGreaterThan(0);
  });
});
