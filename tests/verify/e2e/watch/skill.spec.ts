import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { skillView } from '#tests/e2e/watch/skillView.ts';
import { WatchlistServer } from '#tests/e2e/watch/WatchlistServer.ts';
import { strikeAt, WatchPanel } from '#tests/e2e/watch/WatchPanel.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';

const MINUTE = 60_000;
const REQUEST = 'How good would these alarms be?';

/** A stormy fortnight, whatever place and rules are asked about. Returns what was asked. */
async function stormyFortnight(page: Page): Promise<URLSearchParams[]> {
  const requests: URLSearchParams[] = [];
  await page.route('**/api/v1/watch/skill?**', (route) => {
    const query = new URL(route.request().url()).searchParams;
    requests.push(query);
    const [watch = 0, warning = 0, stop = 0] = (query.get('rings') ?? '').split(',').map(Number);
    const { here: _, ...region } = skillView();
    const { radiusKm: __, ...around } = region.around;
    const view = skillView({ ringsKm: [watch, warning, stop], dwellMin: Number(query.get('dwell')) });
    return route.fulfill({ json: query.has('region') ? { ...region, around } : view });
  });
  return requests;
}

test('before a place is watched the product says how good its alarms would have been, as far as its archive goes', async ({
  page,
}) => {
  await page.goto('/en/watch');
  await page.getByRole('button', { name: REQUEST }).click();
  await expect(page.getByText('Enter a place, coordinates or a map link.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Place or coordinates' }).fill('42.70, 23.32');
  await page.getByRole('button', { name: REQUEST }).click();
  // A product that has just been started: days of it are not in its archive.
  await expect(page.locator('[data-skill-line]')).toContainText(
    /^(No data for this place yet|Nothing was hit around here|Hits around here|\d+ of 100 hits around here)/,
  );
});

test('other rings and waits are compared, and taken over into the form, by keyboard alone, on the narrowest phone', async ({
  page,
}) => {
  const requests = await stormyFortnight(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/en/watch');
  await page.getByRole('combobox', { name: 'Place or coordinates' }).fill('42.70, 23.32');
  await page.getByRole('button', { name: REQUEST }).focus();
  await page.keyboard.press('Enter');
  const box = page.locator('[data-skill]');
  await expect(box.locator('[data-skill-line]')).toHaveText(
    '91 of 100 hits around here were warned, half of them 16\u00a0min ahead or more.',
  );
  await expect(box.getByRole('heading', { name: 'How good are these alarms?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(box.getByText('that is the price, not a fault')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box.getByRole('button', { name: /^Yours\. Stop at 10\skm, wait 30 min/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(box.getByRole('button', { name: /^Stop at 16\skm, wait 45 min/ })).toBeFocused();
  await expect(box.getByRole('status').filter({ hasText: /^Stop at 16\skm, wait 45 min/ })).toBeVisible();
  expect(await axeViolations(page, '[data-skill]')).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.keyboard.press('Tab');
  await expect(box.getByRole('button', { name: 'Use these rings' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box.getByText(/^Now in the form: stop 16\skm, wait 45 min\.$/)).toBeVisible();
  const form = page.locator('[data-tool-panel] form').filter({ has: box });
  await expect(form.getByLabel('Stop', { exact: true })).toHaveValue('16');
  await expect(form.getByLabel('Warning')).toHaveValue('16');
  await expect(form.getByLabel('Wait after the last strike, min')).toHaveValue('45');
  await expect(box.getByRole('button', { name: /^Yours\. Stop at 16\skm, wait 45 min/ })).toBeFocused();
  expect(requests.map((query) => [query.get('rings'), query.get('dwell')])).toEqual([
    ['30,16,10', '30'],
    ['30,16,16', '45'],
  ]);
  // What was counted for other rings is not shown beside those typed.
  await form.getByLabel('Stop', { exact: true }).fill('5');
  await expect(box.getByRole('button', { name: REQUEST })).toBeVisible();
});

test('beside a stop that is quiet stands how often lightning came back, asked once and about half a degree', async ({
  page,
}) => {
  const requests = await stormyFortnight(page);
  const panel = new WatchPanel(page);
  await panel.open({ strikes: [strikeAt(8, 17 * MINUTE)] });
  await expect(panel.panel.locator('[data-return-odds]')).toHaveText(
    'Quiet for 15 min. In the last 14 days around here lightning came back in 2 of 10 such cases.',
  );
  await expect(panel.panel.getByRole('timer')).toHaveText(/^1[34]:\d\d left$/);
  expect(requests.map((query) => query.get('shape'))).toEqual(['42.5,23.5']);
});

test('a stop without an answer to that stands as before', async ({ page }) => {
  await page.route('**/api/v1/watch/skill?**', (route) => route.fulfill({ status: 503, json: {} }));
  const refused = page.waitForResponse('**/api/v1/watch/skill?**');
  const panel = new WatchPanel(page);
  await panel.open({ strikes: [strikeAt(8, 17 * MINUTE)] });
  await refused;
  await expect(panel.state).toHaveText('Stop');
  await expect(panel.panel.getByRole('timer')).toHaveText(/^1[34]:\d\d left$/);
  await expect(panel.panel.locator('[data-return-odds]')).toHaveCount(0);
});

test('a kept watchlist has the card of its area, counted once it is opened, and dark on white on paper', async ({
  page,
}) => {
  await new WatchlistServer().start(page);
  const requests = await stormyFortnight(page);
  const panel = new WatchPanel(page);
  await panel.open({}, `/en${WatchlistServer.viewPath}`);
  const card = page.locator('details[data-skill]');
  await expect(card).toHaveCount(1);
  expect(requests).toEqual([]);
  await card.locator('> summary').click();
  await expect(card.getByText('that is the price, not a fault')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Use these rings' })).toHaveCount(0);
  expect(await axeViolations(page, 'details[data-skill]')).toEqual([]);
  expect(requests.map((query) => query.get('shape'))).toEqual(['42.7,23.32']);
  await page.emulateMedia({ media: 'print' });
  // What is closed on the screen is open on paper.
  await expect(card.getByText('Warned means that stop was already on when it struck.')).toBeVisible();
  await expect(panel.panel).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(panel.state).toHaveCSS('color', 'rgb(19, 35, 58)');
});

test('the page of forecasts tested counts the default rings of a country once it is chosen', async ({ page }) => {
  const requests = await stormyFortnight(page);
  await page.goto('/en/proof');
  const country = page.getByLabel('Country');
  await expect(country.locator('option')).not.toHaveCount(1);
  expect(requests).toEqual([]);
  await country.selectOption('Bulgaria');
  await expect(page.locator('[data-skill-line]')).toHaveText(/^91 of 100 hits in this country were warned/);
  await page.getByText('Measures, other choices, how we count').click();
  await expect(page.getByRole('heading', { name: '400 places in Bulgaria' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use these rings' })).toHaveCount(0);
  expect(await axeViolations(page, '[data-skill-card]')).toEqual([]);
  expect(requests.map((query) => query.get('region'))).toEqual(['BG']);
});
