import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

const EMPTY_TEXT = 'No lightning events found in this area for the selected time range.';

test('slices that cannot be loaded are reported for six seconds, and never read as an empty sky', async ({ page }) => {
  const screen = new MapPage(page);
  // Seen and timed in the page: a busy machine looks late, but the toast hides by the page's own clock.
  await page.addInitScript(`window.toast = {}; new MutationObserver(() => {
    const shown = document.querySelector('[role="alert"]');
    if (shown) {
      window.toast.text = shown.textContent;
      window.toast.shownMs ??= performance.now();
    } else if (window.toast.shownMs !== undefined) window.toast.hiddenMs ??= performance.now();
  }).observe(document, { subtree: true, childList: true });`);
  await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'failing' });
  await screen.open('/map');
  await expect.poll(() => page.evaluate('window.toast.hiddenMs ?? 0')).toBeGreaterThan(0);
  expect(await page.evaluate('window.toast.text')).toBe('Error loading data. Please try again.');
  const shownForMs = await page.evaluate<number>('window.toast.hiddenMs - window.toast.shownMs');
  expect(shownForMs).toBeGreaterThan(5_800);
  expect(shownForMs).toBeLessThan(12_000);
  await expect(page.getByText(EMPTY_TEXT)).toBeHidden();
});

test('[CL7] a server without a place for a stream is called delayed, and its strikes come from slices', async ({
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
  await expect(screen.feed).toContainText(/Delayed.*feed checked.*server busy, updated every half a minute/);
  await expect.poll(() => screen.inView()).toBe(1);
  expect(asked).toBe(1);
});

test('an id with percent signs in it is asked for as it is, and stays in the address as it was', async ({ page }) => {
  const screen = new MapPage(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...(/\/api\/v1\/strikes\/[^?]*/.exec(request.url()) ?? [])));
  const id = '100%, a%2Fb';
  const told = expect(page.getByRole('alert')).toContainText('This strike is not known');
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
