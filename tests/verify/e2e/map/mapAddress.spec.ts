import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

/** What the map's address says, and what follows from it. */

test('window and theme stand in the address, a copy of it shows the same, and Back undoes them', async ({
  page,
  context,
}) => {
  const screen = new MapPage(page);
  await screen.open('/map?view=42.6977,23.3219,10z');
  await page.getByRole('radio', { name: 'Last 6 hours' }).check();
  await expect(page).toHaveURL(/minutes=360/);
  await openTools(page);
  await screen.choice('Night map').click();
  await expect(page).toHaveURL(/theme=dark/);
  await page.keyboard.press('Escape');
  await screen.control('Zoom out').click();
  await expect(page).toHaveURL(/view=[\d.]+,[\d.]+,9z/);
  const copy = await context.newPage();
  await copy.goto(page.url());
  await expect(copy.getByRole('radio', { name: 'Last 6 hours' })).toBeChecked();
  await expect(copy.locator('[data-theme="dark"]').first()).toBeVisible();
  await page.goBack();
  await expect(page.locator('section[data-theme="light"]')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Last hour' })).toBeChecked();
});

test('the nearest strike is told from a chosen point, with distance and direction', async ({ page }) => {
  const screen = new MapPage(page);
  const strike = { id: 's1', ordinal: 1, latitude: 42.7877, longitude: 23.3219, atMs: Date.now() - 90_000 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  await screen.open('/map');
  await screen.openNow();
  await page.getByRole('button', { name: 'Measure from the map’s centre' }).click();
  await expect(page).toHaveURL(/point=42.6977,23.3219/);
  await expect(screen.verdict).toContainText(/Lightning 10\skm north of the point, 1\smin ago/);
  await expect(page.getByRole('img', { name: 'Measuring point' })).toBeVisible();
});

test('an id that nobody knows gives a clear notice, and the map still works', async ({ page }) => {
  const screen = new MapPage(page);
  // Both at once: the notice does not wait for the map.
  const told = expect(page.getByRole('alert')).toContainText('Strike not found');
  await Promise.all([screen.open('/map/no-such-strike'), told]);
  await screen.control('Zoom out').click();
  await expect(page).toHaveURL(/\/map\/no-such-strike\?view=.*9z/);
});
