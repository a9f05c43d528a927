import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

test('[CL7] a server without a place for a stream is called late, and its strikes come from slices', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const strike = { id: 's1', ordinal: 1, latitude: 42.7, longitude: 23.32, atMs: Date.now() - 60_000 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  let asked = 0;
  await page.route('**/api/v1/live?**', (route) => {
    asked += 1;
    return route.fulfill({ status: 503, headers: { 'retry-after': '90' }, body: '{}' });
  });
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({ json: { source: 'live', build: 'scripted', serverTimeMs: Date.now(), feed: goodFeed() } }),
  );
  await screen.open('/map');
  await expect(screen.state).toContainText('Late');
  await expect(screen.details).toContainText(/feed checked.*server busy, updated every 30 seconds/);
  await expect.poll(() => screen.inView()).toBe(1);
  expect(asked).toBe(1);
});

test('an id with percent signs in it is asked for as it is, and stays in the address as it was', async ({ page }) => {
  const screen = new MapPage(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...(/\/api\/v1\/strikes\/[^?]*/.exec(request.url()) ?? [])));
  const id = '100%, a%2Fb';
  const told = expect(page.getByRole('alert')).toContainText('Strike not found');
  await Promise.all([screen.open(`/map/${encodeURIComponent(id)}`), told]);
  await screen.control('Zoom out').click();
  await expect(page).toHaveURL(/\/map\/100%25%2C%20a%252Fb\?view=/);
  await expect(page.getByRole('heading', { name: /404|not found/i })).toHaveCount(0);
  expect([...new Set(asked)]).toEqual([`/api/v1/strikes/${encodeURIComponent(id)}`]);
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('link', { name: 'Български' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
  expect([...new Set(asked)]).toEqual([`/api/v1/strikes/${encodeURIComponent(id)}`]);
});
