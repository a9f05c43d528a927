import { formatBBox } from '#shared/geo/BBox.ts';
import { isoMillis } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { StrikesResponse } from '#shared/wire/StrikeBody.ts';
import { MapPage } from '#tests/e2e/map/MapPage.ts';
import { goodFeed, scriptFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { expect, test } from '#tests/support/journey.ts';

const EMPTY_TEXT = 'No lightning events found in this area for the selected time range.';
const EVERYWHERE = { west: -20, south: 20, east: 60, north: 60 };

test('the map counts what the server’s archive holds for the same window; a strike is found, opened and shared by keyboard alone, and its link leads back to it', async ({
  page,
  request,
}) => {
  const screen = new MapPage(page);
  await screen.open('/map?view=42,20,3z');
  await screen.whole();
  const serverCount = async () => {
    const nowMs = Date.now();
    const query = `bbox=${formatBBox(EVERYWHERE)}&from=${isoMillis(nowMs - 3_600_000)}&to=${isoMillis(nowMs)}&limit=10000`;
    let count = 0;
    for (let path: string | undefined = `${apiPaths.strikes}?${query}`; path; ) {
      const page: StrikesResponse = await (await request.get(path)).json();
      count += page.strikes.length;
      path = page.next;
    }
    return count;
  };
  const difference = async () => Math.abs((await serverCount()) - (await screen.inView()));
  // Between the two looks a strike may arrive or grow too old.
  await expect.poll(difference, { timeout: 60_000 }).toBeLessThanOrEqual(3);
  expect(await screen.inView()).toBeGreaterThan(0);
  await page.locator('[data-line="answer"]').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Recent strikes in view as a table').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Show on the map' }).focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('article', { name: 'Lightning' });
  const time = await popup.getByRole('time').textContent();
  expect(time).toMatch(/^\d{1,2} \w+ \d{4}, \d{2}:\d{2}:\d{2}$/);
  const link = popup.getByRole('link', { name: 'Link to this strike' });
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(popup.getByRole('time')).toHaveText(time ?? '');
});

test('a view is said to have no strikes only once all of its window has been read, and it is no all-clear', async ({
  page,
}) => {
  const screen = new MapPage(page);
  const change = await scriptFeed(page, { feed: goodFeed(), strikes: [], slices: 'hang' });
  await screen.open('/map');
  await expect(screen.feed).toContainText('No data yet.');
  await expect(screen.feed).not.toContainText(/No lightning/);
  await change({ feed: goodFeed(), strikes: [], slices: 'served' });
  await expect(screen.feed).toContainText(/No lightning in view in the last hour\./);
  await expect(screen.verdict).toContainText('Data is complete.');
  await expect(page.locator('[data-topic="empty"]')).toHaveText(EMPTY_TEXT);
  await page.locator('[data-line="answer"]').click();
  await expect(page.locator('[data-line="empty"]')).toBeVisible();
  await expect(page.locator('[data-line="empty"]')).toHaveText(EMPTY_TEXT);
});
