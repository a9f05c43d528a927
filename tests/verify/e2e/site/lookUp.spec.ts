import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { LookUpBody, LookUpView } from '#shared/fires/lookUpBodies.ts';
import { HOUR_MS, isoMillis } from '#shared/time.ts';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { expectSound } from '#tests/e2e/site/soundPage.ts';

const LOOK_UP = '**/api/v1/look-up*';
const REPORTED = Date.parse('2026-07-01T12:00:00Z');
const LINK = '/en/look-up#at=42.7,23.32&name=Sofia&km=10&t=2026-07-01T12:00Z&days=1';

/** An answer in the shape that the server's own has. */
function result(changes: Partial<LookUpView> = {}): LookUpView {
  const stroke = (id: string, agoH: number, north: number) => ({
    id,
    latitude: 42.7 + north,
    longitude: 23.32,
    timestamp: isoMillis(REPORTED - agoH * HOUR_MS),
  });
  return v.parse(v.strictObject(LookUpView.entries), {
    candidates: [
      {
        strikes: [stroke('a', 2, 0.01), stroke('b', 2, 0.011)],
        best: 'a',
        score: 0.03,
        distanceKm: 1.112,
        ageH: 2,
        likelihood: 0.0353,
      },
      { strikes: [stroke('c', 20, -0.04)], best: 'c', score: 0.004, distanceKm: 4.448, ageH: 20, likelihood: 0.0007 },
    ],
    found: 2,
    accuracy: { assumed: true, radius50Km: 2, radius90Km: 3.65 },
    searched: { from: isoMillis(REPORTED - 24 * HOUR_MS), to: isoMillis(REPORTED), cut: false },
    completeTo: isoMillis(REPORTED + HOUR_MS),
    gaps: [{ from: isoMillis(REPORTED - 10 * HOUR_MS), to: isoMillis(REPORTED - 7 * HOUR_MS) }],
    ...changes,
  });
}

/** Answers every look-up with `view`; returns what was asked. */
async function respondWith(page: Page, view: LookUpView): Promise<LookUpBody[]> {
  const requested: LookUpBody[] = [];
  await page.route(LOOK_UP, (route) => {
    requested.push(v.parse(LookUpBody, route.request().postDataJSON()));
    const isFile = route.request().url().includes('format=csv');
    return route.fulfill(isFile ? { contentType: 'text/csv', body: 'rank\r\n1\r\n' } : { json: view });
  });
  return requested;
}

test('a fire is looked up by keyboard: candidates in words, what was not read said loudly, nothing axe objects to', async ({
  page,
}) => {
  const requested = await respondWith(page, result());
  await open(page, '/en/look-up');
  await page.getByRole('button', { name: 'Look for candidates' }).press('Enter');
  await expect(page.getByLabel('Place or coordinates')).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Enter a place');
  await page.keyboard.type('42.70, 23.32');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chosen]')).toHaveText('Chosen: 42.7000; 23.3200');
  await page.getByLabel('When was it reported?').fill('2026-07-01T15:00');
  await page.getByLabel('6 km').press('Space');
  await page.getByRole('button', { name: 'Look for candidates' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'Candidates' })).toBeFocused();
  await expect(page.getByText('2 candidates, the most likely first')).toBeVisible();
  // The answer stands in the form's place.
  await expect(page.locator('[data-asked]')).toHaveText('42.7000; 23.3200, 1 Jul 2026, 15:00 · Edit');
  await expect(page.getByRole('button', { name: 'Look for candidates' })).toBeHidden();
  expect(requested).toMatchObject([{ shape: { type: 'Point', coordinates: [23.32, 42.7] }, radiusKm: 6 }]);
  expect(new URL(page.url()).hash).toMatch(/^#at=42\.7,23\.32&km=6&t=2026-07-01T\d\d:00Z&days=14$/);
  const [first, second] = await page.locator('[data-candidate]').allInnerTexts();
  expect(first).toMatch(/^1\.1 km north of the place, 2\shr before the report\n[^%]*flash of 2 strokes\n+3\.5% likely/);
  expect(second).toContain('less than 0.1% likely to have struck within 500 m');
  const link = page.getByRole('link', { name: 'Candidate 1 on the map of that moment' });
  await expect(link).toHaveAttribute('href', /^\/en\/map\/a\?view=42\.71,23\.32,11z&at=2026-07-01T10:00:00\.000Z/);
  await expect(page.locator('[data-complete="part"]')).toContainText('Candidates may be missing');
  await expect(page.getByText('Simulated data: these strikes never happened.')).toBeVisible();
  await page.locator('svg[data-ready]').waitFor({ state: 'attached' });
  await expectSound(page);
});

test('a link asks at once; it is saved as a file, and printed without the form', async ({ page }) => {
  const requested = await respondWith(page, result());
  await open(page, LINK);
  await expect(page.locator('[data-candidate]')).toHaveCount(2);
  expect(requested).toMatchObject([{ reportedAt: REPORTED, from: REPORTED - 24 * HOUR_MS, radiusKm: 10 }]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('candidates-2026-07-01.csv');
  expect(readFileSync(await file.path(), 'utf8')).toBe('rank\r\n1\r\n');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Candidates only. Not an expert opinion.')).toBeVisible();
  await expect(page.getByText('Sofia · 42.7000; 23.3200').last()).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
  await expect(page.locator('[data-chrome]:visible')).toHaveCount(0);
});

test('no candidate in what was not read is no quiet sky, and what goes wrong is said in words, with all that was typed', async ({
  page,
  consoleErrors,
}) => {
  await respondWith(page, result({ candidates: [], found: 0 }));
  await open(page, LINK);
  await expect(page.getByText('No strike found, but data is incomplete.')).toBeVisible();
  await page.unroute(LOOK_UP);
  await page.route(LOOK_UP, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '7' },
      json: { type: 'about:blank', title: 'Too many requests', status: 429, code: 'rate-limited', detail: '' },
    }),
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Place or coordinates')).toBeFocused();
  await page.getByRole('button', { name: 'Look for candidates' }).click();
  await expect(page.getByRole('alert')).toContainText('Service busy. Try again in 7 s.');
  consoleErrors.length = 0;
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Draw or paste an outline' }).click();
  const outline = page.getByLabel('Corners, GeoJSON, KML or GPX');
  await outline.fill('42 23\n42 23.1\nthe old mill');
  await page.getByRole('button', { name: 'Look for candidates' }).click();
  await expect(page.getByText('Line 3 is not a position. Write it as 42.70, 23.32.')).toBeVisible();
  await expect(outline).toBeFocused();
  await expect(outline).toHaveValue('42 23\n42 23.1\nthe old mill');
});

test.describe('by the clocks of Sofia', () => {
  test.use({ timezoneId: 'Europe/Sofia' });

  test('an hour that came twice is offered twice, and one that never was is refused', async ({ page }) => {
    const requested = await respondWith(page, result());
    await open(page, '/en/look-up#at=42.7,23.32&km=10&t=2025-10-26T00:30Z&days=1');
    await expect(page.locator('[data-candidate]')).toHaveCount(2);
    await expect(page.getByLabel('When was it reported?')).toHaveValue('2025-10-26T03:30');
    await expect(page.getByLabel('03:30 (UTC+3, summer time)')).toBeChecked();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('03:30 (UTC+2, winter time)').check();
    await page.getByRole('button', { name: 'Look for candidates' }).click();
    await expect.poll(() => requested.at(-1)?.reportedAt).toBe(Date.parse('2025-10-26T01:30:00Z'));
    const reported = page.getByLabel('When was it reported?');
    // The form is made anew for what was asked.
    await expect(reported).toHaveCount(1);
    await page.getByRole('button', { name: 'Edit' }).click();
    await reported.fill('2026-03-29T03:30');
    await expect(page.getByText('The clocks went back')).toBeHidden();
    await page.getByRole('button', { name: 'Look for candidates' }).click();
    await expect(page.getByText('This time did not exist')).toBeVisible();
  });
});

test('before anybody begins, a tool asks for nothing of the map; its words and its form are there', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await open(page, '/en/look-up');
  await expect(page.getByRole('button', { name: 'Look for candidates' })).toBeVisible();
  expect(requests.filter((url) => /StrikeMap|maplibre|\/live\?/.test(url))).toEqual([]);
  await page.getByLabel('Place or coordinates').focus();
  await expect(page.locator('.maplibregl-canvas')).toBeVisible();
});
