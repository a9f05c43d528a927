import { readFile } from 'node:fs/promises';
import { axeViolations, expectSound } from '#tests/e2e/site/soundPage.ts';
import { WatchlistServer } from '#tests/e2e/watch/WatchlistServer.ts';
import { strikeAt, WatchPanel } from '#tests/e2e/watch/WatchPanel.ts';
import { expect, test } from '#tests/support/journey.ts';

const MINUTE = 60_000;

test('what the server sees and the page does not is shown, and said to be the server’s', async ({ page }) => {
  const server = new WatchlistServer();
  server.area = {
    level: 'stop',
    nearest: { ordinal: 5, timestampMs: Date.now() - MINUTE, distanceKm: 8.2, bearingDeg: 0 },
  };
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({}, `/en${WatchlistServer.ownerPath}`);
  await expect(panel.state).toHaveText('Stop');
  await expect(panel.panel.locator('[data-nearest]')).toContainText('8.2 km north');
  await expect(panel.panel.locator('[data-sources]')).toContainText('This page: Clear');
  await expect(panel.panel.locator('[data-sources]')).toContainText('Our server: Stop');
  await expect(panel.panel.locator('[data-said="assertive"]')).toContainText('Stop: strike 8.2 km north');
  await expect(page).toHaveTitle('Stop · Camp Sofia');
  await expect(page.getByText('Nobody is notified')).toHaveCount(0);
  await expectSound(page);
});

test('by keyboard what is shown is acknowledged by name, the shift is handed over, and both stand in the log', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.writeNotes();
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({ strikes: [strikeAt(8, MINUTE)] }, WatchlistServer.ownerPath);
  await expect(panel.state).toHaveText('Stop');
  await page.getByRole('button', { name: 'Acknowledge' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter your name first.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your name' }).focus();
  await page.keyboard.type('Ivan');
  await page.keyboard.press('Enter');
  await expect(panel.panel.locator('[data-kind="note"]')).toContainText('Ivan: has seen: Stop');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Maria');
  await page.getByRole('button', { name: 'Take over the shift' }).click();
  await expect(panel.panel.locator('[data-kind="note"]').first()).toContainText('Maria: takes over the shift, Stop');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Log as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Camp-Sofia.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe('line,time\r\n1,now\r\n2,now\r\n');
});

test('the view link shows the state but nothing that only the owner may do; a wrong key and none are told apart', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.recipientSummary = { working: 0, total: 2 };
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({}, WatchlistServer.viewPath);
  await expect(panel.state).toHaveText('Clear');
  await expect(panel.panel.locator('[data-told="0"]')).toContainText('Nobody is notified');
  await expect(page.getByRole('button', { name: 'Copy the view link' })).toBeVisible();
  for (const name of ['Acknowledge', 'Copy the owner’s link', 'Delete this watch', 'Add']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/watch${WatchlistServer.path.replace('/watch', '')}#owner=${'c'.repeat(32)}`);
  await page.reload();
  await expect(page.locator('[data-closed]')).toHaveText('The key in this watch link is wrong.');
  await page.evaluate(() => localStorage.clear());
  await page.goto(WatchlistServer.path);
  await expect(page.locator('[data-closed]')).toContainText('This link has no key.');
});

test('somebody’s own place is one screen: state, ways, mute, distances, stop; what a site needs opens once people work there', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.area = { kind: 'personal' };
  server.recipients = [
    { id: 'r', channel: 'push', name: 'Android', target: 'push.example', threshold: 'warning', state: 'proven' },
  ];
  server.on('PUT', /\/areas\//, (body: { kind: string; ringsKm: readonly number[] }) => {
    server.area = { ...body, revision: 2 };
    return body;
  });
  await server.start(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const panel = new WatchPanel(page);
  await panel.open({}, `/en${WatchlistServer.ownerPath}`);
  await expect(panel.state).toHaveText('Clear');
  const ofSites = [
    'Acknowledge',
    'Send a drill to all',
    'Log as CSV',
    'New owner key',
    'Make a link for those on duty',
  ];
  for (const name of ofSites) await expect(page.getByRole('button', { name })).toHaveCount(0);
  for (const name of ['Mute for 1 h: Android', 'Copy the watch link', 'Delete this watch']) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await axeViolations(page, 'main')).toEqual([]);

  const rules = page.locator('[data-rules]');
  await rules.getByText('Distances', { exact: true }).click();
  await rules.getByLabel('Warning').fill('40');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(rules.getByRole('alert')).toHaveText('The distances must shrink: watch first, then warning, then stop.');
  await rules.getByLabel('Warning').fill('20');
  await rules.getByRole('radio', { name: 'A site where people work' }).check();
  await rules.getByRole('button', { name: 'Save' }).click();
  for (const name of ofSites) await expect(page.getByRole('button', { name })).toBeVisible();
  expect(server.calls.map(({ method, body }) => [method, body])).toEqual([
    [
      'PUT',
      expect.objectContaining({ kind: 'site', ringsKm: [30, 20, 10], dwellMin: 30, least: 1, name: 'Camp Sofia' }),
    ],
  ]);
});
