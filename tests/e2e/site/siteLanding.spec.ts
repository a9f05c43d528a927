import type { Page } from '#tests/support/journey.ts';
import { expect, open, test } from './siteTest.ts';

test('the hero’s field answers in place, and what cannot be found is said, and stays to be mended', async ({
  page,
}) => {
  await open(page, '/en');
  const field = page.getByRole('combobox', { name: 'Your town: is it coming?' });
  const look = page.getByRole('button', { name: 'Look' });
  await look.click();
  await expect(page.getByRole('alert')).toContainText('Enter a place');
  await field.fill('Qwrtzxy');
  await look.click();
  await expect(page.getByRole('alert')).toContainText('Place not found');
  await expect(field).toHaveValue('Qwrtzxy');
  await field.fill('Plovdiv');
  await field.press('Enter');
  const result = page.locator('main').getByRole('status').filter({ hasText: 'Plovdiv' });
  await expect(result).toBeVisible();
  await expect(result).toContainText(/Lightning|Last strike|No lightning|Watch|Warning|STOP/);
  await expect(page).toHaveURL(/\/en$/);
  await expect(result.getByRole('link', { name: 'Tell me' })).toHaveAttribute(
    'href',
    /\/en\/watch#setup=1.*name=Plovdiv/,
  );
  await result.getByRole('button', { name: 'Another place' }).click();
  await expect(field).toHaveValue('Plovdiv');
});

test.describe('the state of the feed', () => {
  type Status = Record<string, unknown> & { feed: Record<string, unknown> };

  async function reportedOf(page: Page, change: (status: Status) => Status): Promise<void> {
    await page.route('**/api/v1/status', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as Status) });
    });
    await open(page, '/en');
  }

  test('of a sky without strikes the hero says that it is quiet, and what glows', async ({ page }) => {
    await reportedOf(page, (status) => ({ ...status, strikesLastHour: 0 }));
    const facts = page.locator('[data-kind="quiet"]');
    await expect(facts).toContainText('The sky is quiet');
    await expect(facts).toContainText('What glows is the last storm: today, ');
  });

  test('of a dead feed the hero is grey and says since when nothing is known, and never that it is quiet', async ({
    page,
  }) => {
    const since = Date.UTC(2026, 5, 3, 11, 2);
    await reportedOf(page, (status) => ({
      ...status,
      strikesLastHour: 0,
      feed: { ...status.feed, state: 'down', lastSuccessMs: since },
    }));
    await expect(page.locator('[data-kind="dead"]')).toContainText(/No data since .*There may be lightning/);
    await expect(page.locator('[data-sky="dead"] picture img')).toHaveCSS('filter', 'grayscale(1)');
    await expect(page.locator('[data-sky]')).not.toContainText('quiet');
  });

  test('of a server that does not answer the hero says that there is no data', async ({ page, consoleErrors }) => {
    await page.route('**/api/v1/status', (route) => route.fulfill({ status: 500 }));
    await open(page, '/en');
    await expect(page.locator('[data-kind="dead"]')).toContainText('No data');
    expect(new Set(consoleErrors.splice(0))).toEqual(new Set([expect.stringContaining('500')]));
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the hero is the ground and the words', async ({ page }) => {
    await page.goto('/en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('See the storm before you hear it');
    const ground = page.locator('picture img').first();
    await expect.poll(() => ground.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(700);
  });
});

test.describe('a visitor who lets the device be asked', () => {
  test.use({ geolocation: { latitude: 42.7, longitude: 23.3 }, permissions: ['geolocation'] });

  test('is told how near lightning is, only after a click, and the server learns whole degrees alone', async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await open(page, '/en');
    await page.getByRole('button', { name: 'My location' }).click();
    await expect(page.locator('main').getByRole('status').filter({ hasText: 'Simulated data.' })).toBeVisible();
    const [query = ''] = requests.filter((url) => url.includes('/api/v1/strikes'));
    expect(new URL(query).searchParams.get('bbox')).toBe('22,41,25,44');
  });
});
