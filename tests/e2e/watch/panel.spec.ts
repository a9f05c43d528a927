import { goodFeed } from '#tests/e2e/map/scriptedFeed.ts';
import { axeViolations, expectSound } from '#tests/e2e/site/soundPage.ts';
import { expect, test } from '#tests/support/journey.ts';
import { strikeAt, WatchPanel } from './WatchPanel.ts';

const MINUTE = 60_000;

test('no strike within the rings, and all read: clear; and the place is sent to no server', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  const panel = new WatchPanel(page);
  await panel.open();
  await expect(panel.state).toHaveText('Clear');
  await expect(page).toHaveTitle('Clear · Sofia');
  await expect(panel.panel.locator('[data-nearest]')).toHaveText('none');
  await expect(panel.panel).toContainText(/Data complete to \d\d:\d\d:\d\d/);
  await expect(panel.panel).toContainText('OSHA and NCAA: stop at 13 km');
  await expect(panel.panel).toContainText('Simulated data');
  await expect(panel.panel).toContainText('Information, not a warning service. A first strike cannot be announced.');
  await expectSound(page);
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter((request) => /42\.6|23\.3|Sofia/.test(request))).toEqual([]);
});

for (const [level, km, advice] of [
  ['Watch', 25, 'Lightning within 30 km'],
  ['Warning', 14, 'Lightning within 16 km'],
  ['Stop', 8, 'Lightning within 10 km: stop work, take shelter'],
] as const) {
  test(`a strike ${km} km away is ${level}, with its distance, direction and age, and on the scope`, async ({
    page,
  }) => {
    const panel = new WatchPanel(page);
    await panel.open({ strikes: [strikeAt(km + 0.5, MINUTE)] });
    await expect(panel.state).toHaveText(level);
    await expect(panel.panel).toContainText(advice);
    await expect(panel.panel.locator('[data-nearest]')).toHaveText(/^\d+(\.\d)? km north, 1\smin/);
    await expect(panel.panel.locator('[data-strike]')).toHaveCount(1);
    await expect(panel.panel.getByRole('timer')).toHaveCount(0);
    await expect(panel.panel.locator('[data-said="assertive"]')).toContainText(`${level}: strike`);
    expect(await axeViolations(page, 'main')).toEqual([]);
  });
}

test('five minutes after the last strike the panel counts down to the all-clear', async ({ page }) => {
  const panel = new WatchPanel(page);
  await panel.open({ strikes: [strikeAt(8, 10 * MINUTE)] });
  await expect(panel.state).toHaveText('Stop');
  await expect(panel.panel).toContainText(/All clear not before \d\d:\d\d:\d\d/);
  await expect(panel.panel.getByRole('timer')).toHaveText(/^2[01]:\d\d left$/);
});

test('data that grows older than two minutes is NO DATA, and what was last known stands beneath', async ({ page }) => {
  let aheadMs = 0;
  const startMs = Date.now();
  await page.clock.install();
  const panel = new WatchPanel(page);
  const feed = () => ({ ...goodFeed(), completeToMs: startMs - 5_000 - aheadMs });
  await panel.open({ strikes: [strikeAt(8, MINUTE)], feed, aheadMs: () => aheadMs });
  await expect(panel.state).toHaveText('Stop');
  aheadMs = 80_000;
  await page.clock.fastForward(80_000);
  await expect(panel.state).toHaveText('StopData delayed');
  aheadMs = 125_000;
  await page.clock.fastForward(45_000);
  await expect(panel.state).toHaveText('No data');
  await expect(panel.panel).toContainText('NOT CLEAR: no data for this place.');
  await expect(panel.panel.locator('[data-last-known]')).toHaveText(/^Last known: Stop, data to \d\d:\d\d:\d\d$/);
  await expect(panel.panel.locator('[data-said="assertive"]')).toHaveText('No data');
  await expect(page).toHaveTitle('No data · Sofia');
  await expectSound(page);
});

test('a stream that is cut is NO DATA two minutes later, though nothing arrives', async ({ page }) => {
  await page.clock.install();
  const panel = new WatchPanel(page);
  await panel.open();
  await expect(panel.state).toHaveText('Clear');
  await panel.cut();
  await page.clock.fastForward(125_000);
  await expect(panel.state).toHaveText('No data');
  await expect(panel.panel.locator('[data-cause="connection"]')).toBeVisible();
  await expect(panel.panel.locator('[data-last-known]')).toContainText('Last known: Clear');
});

test('by keyboard alone a place is found, a wrong distance is said, and the panel is armed', async ({ page }) => {
  const panel = new WatchPanel(page);
  await panel.open({}, '/watch');
  const field = page.getByRole('combobox', { name: 'Place or coordinates' });
  await expect(field).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expectSound(page);
  await field.focus();
  await page.keyboard.type('42.70, 23.32');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chosen]')).toContainText('Chosen: 42.7000; 23.3200');
  for (const name of ['My position', 'Choose on the map', 'From a file', 'Draw or paste an outline']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Advanced')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The distances must shrink').first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  // A map at rest writes its view to the address after a while.
  await expect(page).toHaveURL(/\/watch(\?view=[^#]*)?#at=42\.7,23\.32&rings=30,16,10&dwell=30$/);
  await expect(panel.state).toHaveText('Clear');
  await page.getByRole('button', { name: 'Sound on' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sound off' })).toHaveAttribute('aria-pressed', 'true');
  await expect(panel.panel.getByRole('status')).toContainText('Sound is on.');
});
