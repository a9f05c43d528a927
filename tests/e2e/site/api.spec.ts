import { axeViolations } from '#tests/e2e/axeViolations.ts';
import { expect, open, test } from './siteTest.ts';

test('the console of the API page calls the real API, and the reference is drawn, both under the site’s own policy', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/en/api');
  const radius = page.getByLabel('Radius, km');
  await radius.fill('200');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('More than 0 and up to 100.')).toBeVisible();
  await radius.fill('50');
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('GET /api/v1/strikes?near=42.6977,23.3219');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('content-type: application/json');
  await expect(answer).toContainText('"completeTo"');

  await page.getByRole('button', { name: 'Show the reference' }).click();
  await expect(page.getByText('Strikes in a box or around a place, in a time span, newest first')).toBeVisible();
  await page
    .getByRole('button', { name: /get \/api\/v1\/status|GET.*\/status/i })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeViolations(page, '#console')).toEqual([]);
});

test('the file of each recipe can be opened on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await open(page, '/bg/api');
  const recipes = page.locator('#recipes');
  for (const [file, words] of [
    ['home-assistant.yaml', 'resource_template'],
    ['node-red.flow.json', 'http request'],
    ['grafana-dashboard.json', 'root_selector'],
  ] as const) {
    await recipes.locator('details:not([open]) summary').first().click();
    await expect(recipes.getByRole('region', { name: file })).toContainText(words);
    await expect(recipes.getByRole('button', { name: file })).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await axeViolations(page, '#recipes')).toEqual([]);
});
