import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { StrikeBody } from '#shared/wire/StrikeBody.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { expectSound } from '#tests/e2e/site/soundPage.ts';

const STRIKES = '**/api/v1/strikes*';
const stroke = (id: string, north: number, timestamp: string) =>
  v.parse(StrikeBody, { id, latitude: 42.7 + north, longitude: 23.32, timestamp });
const FIRST = stroke('a', 0.005, '2026-07-01T11:00:00.123Z');
const SECOND = stroke('b', 0.05, '2026-07-01T20:59:59.999Z');
const THIRD = stroke('c', 0.06, '2026-07-01T21:00:00.000Z');

/** Answers with these strokes, in two pages; returns the addresses that were asked. */
async function respondWith(page: Page, strokes: readonly StrikeBody[]): Promise<string[]> {
  const requests: string[] = [];
  await page.route(STRIKES, (route) => {
    const url = new URL(route.request().url());
    requests.push(url.pathname + url.search);
    const isNext = url.searchParams.has('cursor');
    const strikes = isNext ? strokes.slice(1) : strokes.slice(0, 1);
    const gaps = [{ from: '2026-06-30T01:00:00.000Z', to: '2026-06-30T04:00:00.000Z' }];
    const next = isNext ? {} : { next: `${url.pathname}?cursor=x` };
    return route.fulfill({ json: { strikes, completeTo: '2026-07-05T00:00:00.000Z', gaps, ...next } });
  });
  return requests;
}

test('a report is made by keyboard; its file has the rows that are printed, and the sum that it tells', async ({
  page,
}) => {
  const requests = await respondWith(page, [THIRD, FIRST, SECOND]);
  await open(page, '/en/report');
  await page.getByRole('button', { name: 'Make the report' }).press('Enter');
  await expect(page.getByLabel('Place or coordinates')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Place or coordinates').fill('42.70, 23.32');
  await page.getByLabel('Day of the damage').fill('2026-07-01');
  await page.getByLabel('Time zone').selectOption('Europe/Sofia');
  await page.getByLabel('Reference number').fill('17/2026');
  await page.getByRole('button', { name: 'Make the report' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Lightning report', level: 2 })).toBeFocused();
  await expect(
    page.getByText(/^2 strokes were located within 10\skm on 1 July 2026\. The nearest: 0\.56\skm, at 14:00:00\.$/),
  ).toBeVisible();
  expect(requests[0]).toBe(
    '/api/v1/strikes?near=42.7,23.32&radiusKm=10&from=2026-06-29T21:00:00.000Z&to=2026-07-02T21:00:00.000Z&limit=10000',
  );
  expect(requests.join()).not.toContain('17');
  await expect(page.locator('[data-missing]')).toContainText('No data for 3 hr of 3 days.');
  await expect(page.getByRole('row', { name: /30 June 2026/ })).toContainText('21 of 24 h');
  const printed = await page.locator('[data-strokes] tbody tr').allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).press('Enter'),
  ]);
  const file = await readFile(await download.path());
  const rows = file.toString().trim().split('\r\n').slice(1);
  const cells = (row: string) => row.split(',');
  expect(rows.map((row) => [cells(row)[0], cells(row)[1]])).toEqual([
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'c'],
  ]);
  expect(printed.map((row) => [row.split('\t')[0], row.split('\t').at(-1)])).toEqual(
    rows.map((row) => [cells(row)[0], cells(row)[1]]),
  );
  await expect(page.locator('[data-hash]')).toHaveText(createHash('sha256').update(file).digest('hex'));
  const hash = createHash('sha256').update(file).digest('hex');
  const feet = await page.evaluate(() =>
    document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)),
  );
  expect(feet.join()).toMatch(new RegExp(`@bottom-left.*${hash}`));
  await page.locator('svg[data-ready]').first().waitFor({ state: 'attached' });
  await expectSound(page);
});

test('the link of a report makes it again and says that it is the same, or that its rows have changed', async ({
  page,
  consoleErrors,
}) => {
  await respondWith(page, [FIRST, SECOND]);
  await open(page, '/en/report#at=42.7,23.32&day=2026-07-01&around=0&zone=Europe/Sofia&km=10&note=Roof');
  const link = (await page.locator('a[href*="sha256="]').getAttribute('href')) ?? '';
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('[data-verdict="same"]')).toBeVisible();
  await expect(page.getByLabel('Remark')).toHaveValue('Roof');
  await page.unroute(STRIKES);
  await respondWith(page, [FIRST]);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('[data-verdict="different"]')).toContainText('the rows have changed');
  await page.unroute(STRIKES);
  await page.route(STRIKES, (route) => route.fulfill({ status: 503, headers: { 'retry-after': '7' }, body: '' }));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Try again in 7 s.');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('503')]);
});
