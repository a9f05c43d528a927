import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';

test('the reference is drawn and calls the real API, under the site’s own policy', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/en/api');
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Show the reference' }).click();
  await expect(page.getByText('List strikes in a box or around a point, newest first')).toBeVisible();
  await page
    .getByRole('button', { name: /get \/api\/v1\/status|GET.*\/status/i })
    .first()
    .click();
  // By keyboard: the page still grows above, and a click needs its button to stay where it is.
  await page.getByRole('button', { name: 'Try it out' }).press('Enter');
  await page.getByRole('button', { name: 'Execute' }).press('Enter');
  const result = page.locator('#reference .live-responses-table');
  await expect(result.locator('.response-col_status').last()).toContainText('200');
  await expect(result).toContainText('"source": "simulated"');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the file of each recipe can be opened on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, '/bg/api');
  for (const [section, files] of [
    [
      '#open',
      [
        ['strikes.sql', 'read_parquet'],
        ['strikes.py', 'GeoDataFrame'],
      ],
    ],
    [
      '#webhooks',
      [
        ['webhook-receiver.ts', 'standardwebhooks'],
        ['webhook-receiver.py', 'compare_digest'],
        ['webhook-receiver.php', 'hash_equals'],
      ],
    ],
    [
      '#recipes',
      [
        ['home-assistant.yaml', 'resource_template'],
        ['mqtt-bridge.ts', 'connectAsync'],
        ['node-red.flow.json', 'http request'],
        ['grafana-dashboard.json', 'root_selector'],
      ],
    ],
  ] as const) {
    const all = page.locator(section);
    for (const [file, snippets] of files) {
      await all.locator('details:not([open]) summary').first().click();
      await expect(all.getByRole('region', { name: file })).toContainText(snippets);
      await expect(all.getByRole('button', { name: file })).toBeVisible();
    }
    expect(await axeViolations(page, section)).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
