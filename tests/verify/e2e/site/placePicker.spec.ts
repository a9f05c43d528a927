import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { expect, open, test } from '#tests/e2e/site/siteTest.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';

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
const withoutResponses = (page: Page) => page.route('**/api/v1/**', () => undefined);

const field = (page: Page) => page.getByRole('combobox', { name: 'Place or coordinates' });

test('coordinates or a town that are typed and sent at once are asked about', async ({ page }) => {
  await withoutResponses(page);
  for (const [name, { path, typed, button, address }] of Object.entries(FORMS)) {
    await test.step(name, async () => {
      await open(page, path);
      await field(page).fill(typed);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page).toHaveURL(address);
      const [, north, east] = address.exec(page.url()) ?? [];
      expect(Number(north)).toBeCloseTo(TYPED[typed][0], 1);
      expect(Number(east)).toBeCloseTo(TYPED[typed][1], 1);
    });
  }
});

test('the list is gone through by keyboard as in the ARIA practices, and what is wrong is said at the field, which has the focus', async ({
  page,
}) => {
  await withoutResponses(page);
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
  await expect(page.getByRole('alert')).toHaveText('Several matches. Choose one.');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chosen]')).toContainText('Chosen: Plovdiv · 42.1');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a file is read where it is dropped or chosen: of several areas one is chosen; a refusal names the file and its rule, and keeps what was typed', async ({
  page,
}) => {
  await withoutResponses(page);
  await open(page, '/en/look-up');
  const corners = page.getByRole('textbox', { name: 'Corners, GeoJSON, KML or GPX' });
  const chosen = page.locator('[data-chosen]');
  // The map beside it has no answers, and says so.
  const alert = page.locator('form').getByRole('alert');
  const edge = (east: number) =>
    `<LinearRing><coordinates>${23 + east},42 ${23.1 + east},42 ${23.1 + east},42.1 ${23 + east},42</coordinates></LinearRing>`;
  const polygon = (edges: string) => `<Placemark><name>Rayon</name><Polygon>${edges}</Polygon></Placemark>`;
  const kml = (placemarks: string) => Buffer.from(`<kml><Document>${placemarks}</Document></kml>`);
  const drop = async (name: string, bytes: Uint8Array) => {
    const dropped = await page.evaluateHandle(
      ([called, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], called));
        return data;
      },
      [name, [...bytes]] as const,
    );
    await page
      .locator('form')
      .getByRole('button', { name: 'From a file' })
      .dispatchEvent('drop', { dataTransfer: dropped });
  };
  await field(page).fill('42.7, 23.3');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'burn.kml', mimeType: 'text/plain', buffer: kml(polygon(edge(0) + edge(0))) });
  await expect(alert).toHaveText('burn.kml: The area has holes. Keep its outer edge only.');
  await expect(field(page)).toHaveValue('42.7, 23.3');
  await drop('burn.kmz', zipSync({ 'doc.kml': kml(polygon(edge(0)) + polygon(edge(1))) }));
  const choice = page.getByRole('combobox', { name: 'Which of the shapes in burn.kmz?' });
  await page.getByRole('button', { name: 'Look for candidates' }).click();
  await expect(alert).toHaveText('burn.kmz: There are several shapes. Choose one of them.');
  await expect(choice).toBeFocused();
  expect(await axeViolations(page, 'form')).toEqual([]);
  await choice.selectOption('2. Rayon · 45.9 km²');
  await expect(chosen).toHaveText('Chosen: Outline of 3 corners around 42.0500; 24.0500');
  await drop('half.kml', kml(polygon(edge(0))).subarray(0, 90));
  await expect(alert).toHaveText('half.kml: It is damaged or incomplete. Export it once more.');
  await expect(corners).toHaveValue(/^\{"type":"Polygon"/);
  await page.getByRole('button', { name: 'Look for candidates' }).click();
  await expect(page).toHaveURL(/#shape=/);
});

test('what is said of a name while names load, and of a place once it is taken, moves no button', async ({ page }) => {
  await withoutResponses(page);
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
