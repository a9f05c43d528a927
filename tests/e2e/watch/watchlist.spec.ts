import type { WatchlistView } from '#shared/watch/bodies.ts';
import { expect, test } from '#tests/support/journey.ts';
import { WatchlistServer } from './WatchlistServer.ts';
import { WatchPanel } from './WatchPanel.ts';

test('a place is kept when the page is closed: the server watches it, and its keys are in no address that was asked for', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/en/watch');
  await page.getByRole('combobox', { name: 'Place or coordinates' }).fill('42.70, 23.32');
  await page.getByRole('radio', { name: 'A site where people work' }).check();
  await page.getByText('Advanced').click();
  await page.getByRole('checkbox', { name: 'Only storms that come closer' }).check();
  await page.getByRole('button', { name: 'Keep watching' }).click();
  await expect(page).toHaveURL(/\/en\/watch\/[0-9a-f]{32}\/[0-9a-f-]{36}#owner=[0-9a-f]{32}&view=[0-9a-f]{32}$/);
  const [, id = '', owner = '', view = ''] = /watch\/(\w+)\/.*owner=(\w+)&view=(\w+)/.exec(page.url()) ?? [];
  await expect(page.getByRole('heading', { name: '42.7000, 23.3200' })).toBeVisible();
  await expect(page.getByText('Nobody is notified')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Owner’s link/ })).toHaveValue(page.url());
  await expect(page.getByRole('textbox', { name: /^View link/ })).toHaveValue(
    new RegExp(`/watch/${id}/[0-9a-f-]+#view=${view}$`),
  );
  const state = await page.request.get(`/api/v1/watch/${id}/state`, { headers: { authorization: `Bearer ${view}` } });
  expect(((await state.json()) as WatchlistView).areas).toMatchObject([
    { kind: 'site', ringsKm: [30, 16, 10], approachOnly: true },
  ]);

  await page.getByRole('combobox', { name: 'How' }).selectOption('telegram');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chief');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: /^https:\/\/t\.me\/.*start=/ })).toBeVisible();
  await expect(page.locator('[data-recipient="unproven"]')).toContainText('Chief');
  await page.getByRole('button', { name: 'Delete: Chief' }).click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.locator('[data-recipient]')).toHaveCount(0);
  expect(requests.filter((url) => url.includes(owner) || url.includes(view))).toEqual([]);

  await page.goto('/en/watch');
  const mine = page.getByRole('link', { name: '42.7000, 23.3200' });
  await expect(mine).toHaveAttribute('href', new RegExp(`/watch/${id}/`));
  await page.getByRole('button', { name: 'Forget 42.7000, 23.3200' }).click();
  await expect(mine).toHaveCount(0);
});

test('a server whose state cannot be read for two minutes is NO DATA, though the page sees a clear sky', async ({
  page,
}) => {
  let aheadMs = 0;
  await page.clock.install();
  const server = new WatchlistServer();
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({ aheadMs: () => aheadMs }, WatchlistServer.viewPath);
  await expect(panel.state).toHaveText('Clear');
  server.up = false;
  for (const toMs of [50_000, 100_000, 125_000]) {
    const forwardMs = toMs - aheadMs;
    // First the server: the stream is reopened within the jump, so that the page itself goes on seeing.
    aheadMs = toMs;
    await page.clock.fastForward(forwardMs);
    await expect(panel.panel.locator('[data-sources]')).toContainText('not reached since');
  }
  await expect(panel.panel.locator('[data-sources]')).toContainText('This page: Clear');
  await expect(panel.panel.locator('[data-cause="watchlist"]')).toBeVisible();
  await expect(panel.state).toHaveText('No data');
});
