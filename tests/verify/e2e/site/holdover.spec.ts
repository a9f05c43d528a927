import { holdoverBody } from '#shared/fires/bodies.ts';
import { holdoverList } from '#shared/fires/holdover.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { expectSound } from '#tests/e2e/site/soundPage.ts';
import { inChunks } from '#worker/http/responses.ts';

test('the second view of Fires lists the squares of what the map shows, the most expected first, and gives them as files', async ({
  page,
}) => {
  const requests: URLSearchParams[] = [];
  await page.route('**/api/v1/holdover?**', async (route) => {
    requests.push(new URL(route.request().url()).searchParams);
    await route.fulfill({ json: await listOfSixty(Date.now()) });
  });
  await open(page, '/en/fires?view=42.4,24.6,9z');
  await page.getByRole('link', { name: 'May still smoulder' }).click();
  const cells = page.locator('li[data-cell]');
  await expect(page.locator('p[data-expected]')).toContainText('Estimated unseen ignitions: ');
  await expect(cells).toHaveCount(50);
  await expect(cells.first()).toContainText('10 flashes, the newest 2 hr ago');
  await expect(page.getByText('Not for the protection of life or property.').first()).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(cells).toHaveCount(60);
  await page.getByLabel('7 days').check();
  await expect.poll(() => requests.map((query) => query.get('days'))).toEqual(['3', '7']);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'GeoJSON' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^holdover-.*\.geojson$/);
});

/** Sixty cells, the first struck ten times. */
async function listOfSixty(nowMs: number) {
  const at = { latitude: 42.001, longitude: 24.001 };
  const strikes = Array.from({ length: 69 }, (_, index): Strike => {
    const place =
      index < 10 ? at : { latitude: 42.2 + Math.floor(index / 10) * 0.1, longitude: 24.3 + (index % 10) * 0.1 };
    return { id: String(index), ...place, atMs: nowMs - (2 + index / 10) * HOUR_MS };
  });
  const extent = { completeToMs: nowMs, gaps: [] };
  const list = await inChunks(holdoverList(strikes, nowMs));
  return holdoverBody(list, { nowMs, days: 3, edgeMs: nowMs - 72 * HOUR_MS, extent, radius50Km: 2 });
}
