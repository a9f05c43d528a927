import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { WatchlistServer } from '#tests/e2e/watch/WatchlistServer.ts';
import { WatchPanel } from '#tests/e2e/watch/WatchPanel.ts';
import { expect, test } from '#tests/support/journey.ts';

const SIREN = {
  id: '7e6f1f0a-0000-4000-8000-000000000001',
  channel: 'webhook',
  name: 'Siren',
  target: 'hooks.example',
};
const CHIEF = { id: '7e6f1f0a-0000-4000-8000-000000000002', channel: 'telegram', name: 'Chief', target: 'Telegram' };

test('each recipient stands with its state, its threshold and what it was last told; dead ones leave nobody told', async ({
  page,
}) => {
  const atMs = Date.now() - 60_000;
  const server = new WatchlistServer();
  server.recipientSummary = { working: 0, total: 2 };
  server.recipients = [
    {
      ...SIREN,
      threshold: 'stop',
      state: 'dead',
      lastDelivery: { type: 'watch.raised', level: 'stop', decidedAt: atMs, state: 'dead' },
    },
    {
      ...CHIEF,
      threshold: 'warning',
      state: 'proven',
      mutedUntil: Date.now() + 1_800_000,
      lastDelivery: {
        type: 'watch.raised',
        level: 'warning',
        decidedAt: atMs,
        sentAt: atMs + 4_000,
        confirmedAt: atMs + 6_000,
        state: 'confirmed',
      },
    },
  ];
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({}, WatchlistServer.ownerPath);
  const dead = page.locator('[data-recipient="dead"]');
  await expect(dead).toContainText('Siren');
  await expect(dead).toContainText('hooks.example');
  await expect(dead).toContainText('From Stop');
  await expect(dead).toContainText('could not be delivered');
  const proven = page.locator('[data-recipient="proven"]');
  await expect(proven).toContainText(/Last: Warning at \d\d:\d\d:\d\d, arrived after 6 s/);
  await expect(proven).toContainText('muted until');
  await expect(page.locator('[data-told="0"]')).toContainText('Nobody is notified');
  for (const width of [320, 1_280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeViolations(page, 'main')).toEqual([]);
  }
});

test('a hook is added by keyboard: its secret is shown once, and then it is tested, muted and deleted', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.recipientSummary = { working: 0, total: 0 };
  server.on('PUT', /\/recipients\/[0-9a-f-]{36}$/, (body: object) => {
    const created = { ...SIREN, ...body, state: 'unproven' };
    server.recipients = [created];
    server.recipientSummary = { working: 1, total: 1 };
    return { ...created, secret: 'whsec_c2VjcmV0' };
  });
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({}, WatchlistServer.ownerPath);
  await page.getByRole('combobox', { name: 'How' }).selectOption('webhook');
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.keyboard.type('Siren');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The address must begin with https://')).toBeVisible();
  await page.getByRole('textbox', { name: 'Webhook address' }).focus();
  await page.keyboard.type('https://hooks.example/a');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-added="true"]')).toContainText('whsec_c2VjcmV0');
  const row = page.locator('[data-recipient="unproven"]');
  await expect(row).toContainText('not verified');
  await expect(page.locator('[data-told="0"]')).toHaveCount(0);
  expect(server.calls[0]?.body).toEqual({
    channel: 'webhook',
    name: 'Siren',
    threshold: 'warning',
    url: 'https://hooks.example/a',
  });
  await page.getByRole('button', { name: 'Test: Siren' }).click();
  await expect(row).toContainText('A test is on its way.');
  await page.getByRole('button', { name: 'Mute for 1 h: Siren' }).click();
  await page.getByRole('button', { name: 'Delete: Siren' }).click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await expect
    .poll(() =>
      server.calls.slice(1).map(({ method, path, body }) => [method, path.split('/').slice(3).join('/'), body]),
    )
    .toEqual([
      ['POST', 'test', null],
      ['POST', 'mute', { forMin: 60 }],
      ['DELETE', '', null],
    ]);
});

test('a chat of Telegram begins with a link that is shown once', async ({ page }) => {
  const server = new WatchlistServer();
  server.on('PUT', /\/recipients\//, (body: object) => ({
    ...CHIEF,
    ...body,
    startUrl: 'https://t.me/bot?start=TOKEN',
  }));
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({}, WatchlistServer.ownerPath);
  await page.getByRole('combobox', { name: 'How' }).selectOption('telegram');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chief');
  await page.getByRole('combobox', { name: 'Alert from level' }).selectOption('stop');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'https://t.me/bot?start=TOKEN' })).toBeVisible();
  expect(server.calls[0]?.body).toEqual({ channel: 'telegram', name: 'Chief', threshold: 'stop' });
});

test('this browser is offered where the server sends push messages; one that forbids them says so', async ({
  page,
}) => {
  const server = new WatchlistServer();
  await server.start(page);
  const panel = new WatchPanel(page);
  await page.route('**/api/v1/watch/vapid', (route) => route.fulfill({ json: { publicKey: 'BKEY' } }));
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve('denied');
  });
  await panel.open({}, WatchlistServer.ownerPath);
  await expect(page.getByRole('combobox', { name: 'How' })).toHaveValue('push');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My phone');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Notifications are blocked in this browser.')).toBeVisible();
  expect(server.calls).toEqual([]);
});
