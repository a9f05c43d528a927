import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { WatchlistServer } from '#tests/e2e/watch/WatchlistServer.ts';
import { WatchPanel } from '#tests/e2e/watch/WatchPanel.ts';
import { expect, test } from '#tests/support/journey.ts';

const PHONE = {
  id: '7e6f1f0a-0000-4000-8000-000000000003',
  channel: 'push',
  name: 'My phone',
  target: 'push.example',
  threshold: 'stop',
  state: 'proven',
  quietHours: { from: '22:00', to: '06:00' },
  escalateAfterMin: 5,
};

test('this browser is proven by a test at once, and the server is told whenever its subscription changes', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.on('PUT', /\/recipients\//, ({ subscription: _, ...body }: { subscription: unknown }) => {
    const id = server.calls.at(-1)?.path.split('/').at(-1);
    server.recipients = [{ ...PHONE, ...body, id }];
    return server.recipients[0];
  });
  await server.start(page);
  await page.route('**/api/v1/watch/vapid', (route) => route.fulfill({ json: { publicKey: 'BKEY' } }));
  await page.addInitScript(() => {
    // As the page found it: one that is being left must not see the change made for the next.
    const endpoint = `https://push.example/${localStorage.getItem('turn') ?? 'a'}`;
    const create = () => {
      const json = { endpoint, keys: { p256dh: 'p', auth: 'a' } };
      return { toJSON: () => json, unsubscribe: () => Promise.resolve(true) };
    };
    const registration = {
      active: null,
      pushManager: { getSubscription: () => Promise.resolve(null), subscribe: () => Promise.resolve(create()) },
    };
    Notification.requestPermission = () => Promise.resolve('granted');
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const { serviceWorker } = navigator;
    Object.defineProperty(serviceWorker, 'ready', { get: () => Promise.resolve(registration) });
    Object.assign(serviceWorker, {
      register: () => Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    });
  });
  const panel = new WatchPanel(page);
  await panel.open({}, WatchlistServer.ownerPath);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My phone');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('A test is on its way to this browser.')).toBeVisible();
  const request = () => server.calls.map(({ method, path, body }) => [method, path.split('/')[3] ?? '', body]);
  const endpoint = (name: string) =>
    expect.objectContaining({
      subscription: { endpoint: `https://push.example/${name}`, keys: { p256dh: 'p', auth: 'a' } },
    });
  expect(request()).toEqual([
    ['PUT', '', endpoint('a')],
    ['POST', 'test', null],
  ]);

  await page.evaluate(() => localStorage.setItem('turn', 'b'));
  await page.reload();
  await expect.poll(request).toHaveLength(4);
  expect(request().slice(2)).toEqual([
    ['PUT', '', endpoint('b')],
    ['POST', 'test', null],
  ]);
  // Its rules are those of before: another subscription is no reason to be told otherwise.
  const { quietHours, escalateAfterMin } = PHONE;
  expect(server.calls[2]?.body).toMatchObject({ threshold: 'warning', quietHours, escalateAfterMin });

  await page.evaluate(() => {
    const subscription = { endpoint: 'https://push.example/c', keys: { p256dh: 'p', auth: 'a' } };
    const data = { type: 'push-subscription', subscription };
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  });
  await expect.poll(request).toHaveLength(6);
  expect(request()[4]).toEqual(['PUT', '', endpoint('c')]);
});

test('an owner changes when somebody is told, sends a drill, and sees who was told after how long', async ({
  page,
}) => {
  const server = new WatchlistServer();
  server.recipients = [PHONE];
  const atMs = Date.now() - 60_000;
  const strike = { ordinal: 1, atMs, km: 8, bearing: 10 };
  const change = { change: 1, atMs, kind: 'raise', from: 'clear', to: 'stop', strike, watermarkMs: atMs };
  server.lines = [{ line: 1, atMs, entry: { type: 'change', change } }];
  server.deliveries = [
    {
      type: 'watch.raised',
      recipient: PHONE.id,
      change: 1,
      state: 'confirmed',
      strikeAt: atMs,
      decidedAt: atMs + 3_000,
      sentAt: atMs + 4_000,
      confirmedAt: atMs + 6_000,
    },
  ];
  server.on('PUT', /\/recipients\//, (body: object) => ({ ...PHONE, ...body }));
  await server.start(page);
  const panel = new WatchPanel(page);
  await panel.open({}, WatchlistServer.ownerPath);
  await expect(page.getByText('My phone: sent 4 s after the strike, confirmed after 6 s')).toBeVisible();
  const row = page.locator('[data-recipient]');
  await expect(row).toContainText('only if nobody confirms within 5 min');
  await expect(row).toContainText('quiet from 22:00 to 06:00');
  await row.getByText('Change').focus();
  await page.keyboard.press('Enter');
  const to = row.getByLabel('Quiet to');
  await to.fill('22:00');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Enter two different times.');
  await to.fill('05:30');
  await row.getByLabel('Alert from level').selectOption('watch');
  await row.getByLabel('When', { exact: true }).selectOption('Only if nobody confirms within 10 min');
  await row.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Saved.');
  await page.getByRole('button', { name: 'Send a drill to all' }).click();
  await page.getByRole('button', { name: 'Yes, send the drill' }).click();
  await expect(page.getByText('The drill is on its way.')).toBeVisible();
  expect(server.calls.map(({ method, path, body }) => [method, path.split('/').at(-1), body])).toEqual([
    [
      'PUT',
      PHONE.id,
      {
        channel: 'push',
        name: 'My phone',
        threshold: 'watch',
        escalateAfterMin: 10,
        quietHours: { from: '22:00', to: '05:30' },
      },
    ],
    ['POST', 'drill', null],
  ]);
  expect(await axeViolations(page, 'main')).toEqual([]);
});
