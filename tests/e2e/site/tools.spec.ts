import { expect, open, test } from './siteTest.ts';

test('before anybody begins, a tool asks for nothing of the map; its words and its form are there', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, '/en/look-up');
  await expect(page.getByRole('button', { name: 'Look for candidates' })).toBeVisible();
  expect(asked.filter((url) => /StrikeMap|maplibre|\/live\?/.test(url))).toEqual([]);
  await page.getByLabel('Place or coordinates').focus();
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
});
