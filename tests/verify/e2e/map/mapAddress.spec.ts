import { MapPage, openTools } from '#tests/e2e/map/MapPage.ts';
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

test('an id that nobody knows gives a clear notice, and the map still works; with percent signs in it, it is asked for as it is and stays in the address as it was', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(...(/\/api\/v1\/strikes\/[^?]*/.exec(request.url()) ?? [])));
  const id = '100%, a%2Fb';
  // Both at once: the notice does not wait for the map.
  const reported = expect(page.getByRole('alert').filter({ hasText: 'Strike not found' })).toBeVisible();
  await Promise.all([screen.open(`/map/${encodeURIComponent(id)}`), reported]);
  await screen.control('Zoom out').click();
  await expect(page).toHaveURL(/\/map\/100%25%2C%20a%252Fb\?view=/);
  await expect(page.getByRole('heading', { name: /404|not found/i })).toHaveCount(0);
  expect([...new Set(requests)]).toEqual([`/api/v1/strikes/${encodeURIComponent(id)}`]);
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('link', { name: 'Български' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
  expect([...new Set(requests)]).toEqual([`/api/v1/strikes/${encodeURIComponent(id)}`]);
});
