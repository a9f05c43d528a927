import type { Page } from '@playwright/test';
import { axeViolations } from './axeViolations.ts';
import { expect, open, test } from './siteTest.ts';

interface Form {
  readonly path: string;
  readonly typed: keyof typeof TYPED;
  readonly button: string;
  readonly address: RegExp;
}

/** Latitude and longitude of what is typed. */
const TYPED = { 'N42 49 01.2 E23 13 01.2': [42.817, 23.217], Plovdiv: [42.15, 24.75] } as const;
const [COORDINATES, TOWN] = ['N42 49 01.2 E23 13 01.2', 'Plovdiv'] as const;

const FORMS: Readonly<Record<string, Form>> = {
  'look-up': {
    path: '/en/look-up',
    typed: COORDINATES,
    button: 'Look for candidates',
    address: /#at=([\d.]+),([\d.]+)/,
  },
  report: { path: '/en/report', typed: TOWN, button: 'Make the report', address: /#at=([\d.]+)%2C([\d.]+)/ },
  statistics: {
    path: '/en/analytics?at=41,25&r=25',
    typed: COORDINATES,
    button: 'Show',
    address: /\?at=(?!41,)([\d.]+),([\d.]+)/,
  },
  watch: { path: '/en/watch', typed: TOWN, button: 'Start', address: /#at=([\d.]+),([\d.]+)/ },
};

/** Nothing is answered: only what is asked counts. */
const withoutAnswers = (page: Page) => page.route('**/api/v1/**', () => undefined);

const field = (page: Page) => page.getByRole('combobox', { name: 'Place or coordinates' });

for (const [name, { path, typed, button, address }] of Object.entries(FORMS)) {
  test(`coordinates or a town that are typed and sent at once are asked about: ${name}`, async ({ page }) => {
    await withoutAnswers(page);
    await open(page, path);
    await field(page).fill(typed);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page).toHaveURL(address);
    const [, north, east] = address.exec(page.url()) ?? [];
    expect(Number(north)).toBeCloseTo(TYPED[typed][0], 1);
    expect(Number(east)).toBeCloseTo(TYPED[typed][1], 1);
  });
}

test('the list is gone through by keyboard as in the ARIA practices, and what is wrong is said at the field, which has the focus', async ({
  page,
}) => {
  await withoutAnswers(page);
  await open(page, '/en/report');
  await field(page).fill('plov');
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('Plovdiv');
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  expect(await axeViolations(page, 'form')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Several places fit. Choose one of the list.');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chosen]')).toContainText('Chosen: Plovdiv · 42.1');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a file is read where it is dropped or chosen; a refusal names the file and its rule, and keeps what was typed', async ({
  page,
}) => {
  await withoutAnswers(page);
  await open(page, '/en/look-up');
  const corners = page.getByRole('textbox', { name: 'Corners, GeoJSON, KML or GPX' });
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const ring = '23,42 23.1,42 23.1,42.1 23,42';
  const polygon = (edges: string) => `<kml><Placemark><Polygon>${edges}</Polygon></Placemark></kml>`;
  const edge = `<LinearRing><coordinates>${ring}</coordinates></LinearRing>`;
  await field(page).fill('42.7, 23.3');
  await page.locator('input[type="file"]').setInputFiles(file('burn.kml', polygon(edge + edge)));
  await expect(page.getByRole('alert')).toHaveText('burn.kml: The area has holes. Keep its outer edge only.');
  await expect(field(page)).toHaveValue('42.7, 23.3');
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'burn.kml'));
    return data;
  }, polygon(edge));
  await field(page).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.locator('[data-chosen]')).toHaveText('Chosen: Outline of 3 corners around 42.0500; 23.0500');
  await expect(corners).toHaveValue(/^\{"type":"Polygon"/);
  await page.getByRole('button', { name: 'Look for candidates' }).click();
  await expect(page).toHaveURL(/#shape=/);
});

test('what is said of a name while names load, and of a place once it is taken, moves no button', async ({ page }) => {
  await withoutAnswers(page);
  const names = Promise.withResolvers<void>();
  await page.route('**/gazetteer-*', async (route) => {
    await names.promise;
    await route.continue();
  });
  await open(page, '/en/report');
  const top = async () => (await page.getByRole('button', { name: 'My position' }).boundingBox())?.y;
  const before = await top();
  await field(page).fill('plov');
  await expect(page.getByText('Loading place names…')).toBeVisible();
  expect(await top()).toBe(before);
  names.resolve();
  await page.getByRole('option', { name: 'Plovdiv' }).click();
  await expect(page.locator('[data-chosen]')).toContainText('Chosen: Plovdiv');
  expect(await top()).toBe(before);
});
