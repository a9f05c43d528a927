import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

/** What a display on a wall promises above all. */
const MINUTE = 60_000;

test('72 minutes after the feed died a wall says since when, inverted over 15 % of its height, and not to rely on it', async ({
  page,
}) => {
  const sinceMs = Date.now() - 72 * MINUTE;
  const feed = { ...goodFeed(), state: 'down', cause: 'provider', lastSuccessMs: sinceMs } as const;
  const strikes = Array.from({ length: 40 }, (_, index) => ({
    id: `s${index + 1}`,
    ordinal: index + 1,
    latitude: 42 + (index % 10) / 10,
    longitude: 23 + (index % 7) / 10,
    atMs: sinceMs - MINUTE - index * MINUTE,
  }));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await scriptFeed(page, { feed, strikes, slices: 'served' });
  const screen = new MapPage(page);
  await screen.request('/map?view=42.5,22,5z&wall=1');
  await expect(screen.feed).toHaveAttribute('data-tone', 'dead');
  await expect(page.locator('[data-line="answer"]')).toHaveText(/^No data since .*\d:\d\d/);
  await expect(page.locator('[data-line="rest"]')).toHaveText('There may be lightning. Do not rely on this screen.');
  const inverted = page.locator('[data-inverted]');
  await expect(inverted).toHaveCSS('background-color', 'rgb(244, 246, 248)');
  expect((await inverted.boundingBox())?.height).toBeGreaterThanOrEqual(0.15 * 1080);
  await expect(page.locator('[data-unknown="all"]')).toBeVisible();
  await expect(page.locator('[data-chip="live"]')).toHaveCount(0);
});

test('a newcomer sets up a district with two views from the wall button and opens it, in three steps', async ({
  page,
}) => {
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'served' });
  const screen = new MapPage(page);
  await screen.open();
  await openTools(page);
  await screen.choice('Wall display').click();
  const dialog = page.getByRole('dialog', { name: 'Set up this wall' });
  await dialog.getByLabel('Outline').selectOption({ label: 'Plovdiv' });
  await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Link for the television' })).toHaveValue(/area=BG\.plovdiv/);
  await dialog.getByRole('button', { name: 'Open on this screen' }).click();
  const third = page.locator('[data-wall-third][data-level]');
  await expect(third.getByRole('heading', { name: 'Plovdiv', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/views=24\.[^;]*;13,34,31,48/);
});
