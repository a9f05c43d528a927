import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { dayAfter } from '#shared/utcDay.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { archive, dayGrids, FIRST, LAST, VARNA } from '#tests/verify/e2e/site/analyticsResponses.ts';
import { CountsBody } from '#worker/archive/countRoutes.ts';

test('days, hours and a comparison of a place, chosen by keyboard, stand in the address; what was not read is no zero', async ({
  page,
}) => {
  const requests = await archive(page);
  await open(page, `/en/analytics?from=${FIRST}&to=${LAST}`);
  const summary = page.locator('[data-summary]');
  await expect(summary).toContainText('6.5 of 7 days observed');
  await expect(page.getByText('Simulated data')).toBeVisible();
  expect(requests).toEqual(['13,34,31,48']);

  await page.getByLabel('Where').focus();
  await page.keyboard.type('Around');
  await page.getByLabel('Place or coordinates').fill('42.15, 24.75');
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await expect(page).toHaveURL(/at=42\.15,24\.75&r=25&/);
  await expect(summary.getByRole('heading')).toHaveText('42.1500; 24.7500, 25 km around');
  expect(requests.at(-1)).toBe('24.44,41.92,25.06,42.38');

  const days = page.getByRole('figure', { name: 'Strokes a day' });
  await expect(days.locator(`[data-bar="${dayAfter(FIRST, 2)}"]`)).toHaveAttribute('data-gap', '0.50');
  await expect(days.locator('[data-gap]')).toHaveCount(1);
  await days.getByText('As a table').press('Enter');
  await expect(days.locator('tbody tr')).toHaveCount(7);
  await expect(days.locator('tbody tr').nth(2)).toContainText('12');
  const saved = page.waitForEvent('download');
  await days.getByRole('button', { name: 'Download CSV' }).press('Enter');
  expect((await saved).suggestedFilename()).toBe(`lightning-days-${FIRST}-${LAST}.csv`);
  for (const [kind, begin] of [
    ['SVG', '<svg xmlns'],
    ['PNG', '\x89PNG'],
  ] as const) {
    const published = page.waitForEvent('download');
    await days.getByRole('button', { name: `Picture to publish (${kind})` }).press('Enter');
    const file = await readFile(await (await published).path());
    expect(file.subarray(0, begin.length).toString('latin1')).toBe(begin);
    if (kind === 'SVG')
      for (const text of ['25 km around', 'Simulated data', 'OpenStreetMap']) expect(file.toString()).toContain(text);
  }

  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`with=${dayAfter(FIRST, -7)},${dayAfter(FIRST, -1)}`));
  await expect(page.locator('[data-comparison="chance"]')).toContainText('The difference is within chance');
  expect(await axeViolations(page, 'main')).toEqual([]);
});

test('regions and density are counted day by day, few strikes are hatched, and the link opens them again', async ({
  page,
}) => {
  await archive(page);
  const days = await dayGrids(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/bg/analytics?from=${FIRST}&to=${LAST}&cells=12`);
  await page.getByRole('button', { name: 'Преброй области и плътност' }).click();
  await expect(page).toHaveURL(/grid=1/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: /разряди: 224/ })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  expect(days).toHaveLength(7);
  await page.reload();
  const density = page.getByRole('figure', { name: 'Плътност', exact: true });
  const { x, y } = VARNA;
  const corners = [`${x + 1} ${y + 1}`, `${x + 1} ${y}`, `${x} ${y}`, `${x} ${y + 1}`];
  await expect(density.locator('[data-few]')).toHaveAttribute('d', `M${corners.join('L')}z`);
  await page.getByLabel('области', { exact: true }).check();
  await expect(page).toHaveURL(/cells=regions/);
  await expect(page.locator('[data-row]').first()).toContainText('София (столица), България');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await axeViolations(page, 'main')).toEqual([]);
});

test('a refusal is said in words, keeps what was chosen and can be tried again; of a time that was not read nothing is said', async ({
  page,
  consoleErrors,
}) => {
  await archive(page);
  await page.route(
    '**/api/v1/counts?**',
    (route) => route.fulfill({ status: 429, contentType: 'application/problem+json', body: '{}' }),
    { times: 1 },
  );
  await open(page, `/ru/analytics?region=BG.varna&from=${FIRST}&to=${LAST}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Слишком много запросов' })).toBeVisible();
  await expect(page.getByLabel('Область')).toHaveValue('BG.varna');
  await expect(page.getByLabel('Первый день')).toHaveValue(FIRST);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.locator('[data-summary]').getByRole('heading')).toHaveText('Варна');
  await page.route('**/api/v1/counts?**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const body = { by: 'hour', from, to, counts: [], completeTo: null, gaps: [{ from, to }] };
    return route.fulfill({ json: v.parse(CountsBody, body) });
  });
  await page.getByLabel('Период', { exact: true }).selectOption('7');
  await page.getByRole('button', { name: 'Показать', exact: true }).click();
  await expect(page.locator('[data-summary]')).toContainText('За этот период данных нет');
  await expect(page.locator('[data-summary]')).not.toContainText('0 разрядов');
  expect(consoleErrors.splice(0)).toHaveLength(1);
});
