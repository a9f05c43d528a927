import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

test('[CL7] a server without a place for a stream is called late, and its strikes come from slices', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const strike = { id: 's1', ordinal: 1, latitude: 42.7, longitude: 23.32, atMs: Date.now() - 60_000 };
  await scriptFeed(page, { feed: goodFeed(), strikes: [strike], slices: 'served' });
  let requestCount = 0;
  await page.route('**/api/v1/live?**', (route) => {
    requestCount += 1;
    return route.fulfill({ status: 503, headers: { 'retry-after': '90' }, body: '{}' });
  });
  await page.route('**/api/v1/status', (route) =>
    route.fulfill({ json: { source: 'live', build: 'scripted', serverTimeMs: Date.now(), feed: goodFeed() } }),
  );
  await screen.open('/map');
  await expect(screen.state).toContainText('Late');
  await expect(screen.details).toContainText(/feed checked.*server busy, updated every 30 seconds/);
  await expect.poll(() => screen.inView()).toBe(1);
  expect(requestCount).toBe(1);
});
