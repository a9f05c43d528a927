import type { WatchlistView } from '#shared/watch/bodies.ts';
import { axeViolations } from '#tests/e2e/site/soundPage.ts';
import { expect, type Page, test } from '#tests/support/journey.ts';
import { subscribeAt } from '#tests/support/push/subscribeAt.ts';

/** A phone with touch, on which nobody types. */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

/** A place is known, so the thing to do next is to be told. */
const AT = '/en/map?view=42.15,24.75,9z&point=42.15,24.75';

/** Where the product says what watching sends, and lets somebody press Start. */
const arrivalsUrl = (baseURL: string | undefined) => `http://127.0.0.1:${Number(new URL(String(baseURL)).port) + 1}`;

async function openBell(page: Page, path = AT) {
  await page.goto(path);
  await page.getByRole('button', { name: 'Tell me' }).tap();
  const box = page.getByRole('region', { name: 'Watch this place' });
  await expect(box.getByRole('heading', { name: 'Tell me about lightning near Plovdiv' })).toBeFocused();
  return box;
}

/** The state of the one watchlist that the device keeps the link of. */
async function storedWatchlist(page: Page): Promise<WatchlistView | undefined> {
  const retained = await page.evaluate(() => localStorage.getItem('watch.watchlists'));
  const [watchlist] = JSON.parse(retained ?? '[]') as { id: string; keys: { owner: string } }[];
  if (!watchlist) return undefined;
  const headers = { authorization: `Bearer ${watchlist.keys.owner}` };
  return (await (await page.request.get(`/api/v1/watch/${watchlist.id}/state`, { headers })).json()) as WatchlistView;
}

/** The browser may notify, and its push service is the one of the product on this machine. */
async function pushFake(page: Page, subscription: object): Promise<void> {
  await page.addInitScript((json) => {
    const created = { toJSON: () => json };
    const pushManager = { getSubscription: () => Promise.resolve(null), subscribe: () => Promise.resolve(created) };
    const registration = { active: null, pushManager };
    Notification.requestPermission = () => Promise.resolve('granted');
    Object.defineProperty(navigator.serviceWorker, 'ready', { get: () => Promise.resolve(registration) });
    Object.assign(navigator.serviceWorker, { register: () => Promise.resolve(registration) });
  }, subscription);
}

test('from the map, two taps and a permission make this phone a recipient, without a typed letter; that it works is said once a test has arrived', async ({
  page,
  baseURL,
}) => {
  const arrivals = await (await page.request.get(arrivalsUrl(baseURL))).text();
  const socketUrl = /ws:\/\/[\d.:]+/.exec(arrivals)?.[0] ?? '';
  const { publicKey } = await (await page.request.get('/api/v1/watch/vapid')).json();
  const phone = await subscribeAt(socketUrl, publicKey);
  await pushFake(page, phone.subscription);
  await page.addInitScript(() => {
    Object.assign(window, { taps: 0, keys: 0 });
    addEventListener('click', () => Object.assign(window, { taps: Reflect.get(window, 'taps') + 1 }), true);
    addEventListener('keydown', () => Object.assign(window, { keys: Reflect.get(window, 'keys') + 1 }), true);
  });
  const box = await openBell(page);
  await expect(box.getByText('Information, not a warning service.')).toBeVisible();
  await box.getByRole('button', { name: 'On this device' }).tap();
  await expect(box.locator('[data-told-by="push"]')).toContainText('A test is on its way to this device.');
  expect(await page.evaluate(() => [Reflect.get(window, 'taps'), Reflect.get(window, 'keys')])).toEqual([2, 0]);

  const message = await phone.arrival;
  // The test, or where it storms just now a raise that overtook it.
  expect(message).toMatchObject({ type: expect.stringMatching(/^watch\.(test|raise)$/), simulated: true });
  await page.request.post('/api/v1/watch/receipts', { data: { token: message.receipt } });
  await expect(box.locator('[data-proven="true"]')).toContainText('It works');
  const watchlist = await storedWatchlist(page);
  expect(watchlist?.areas).toMatchObject([{ name: 'Plovdiv', kind: 'personal', ringsKm: [30, 16, 10], dwellMin: 30 }]);
  expect(watchlist?.recipients).toMatchObject([{ channel: 'push', threshold: 'warning', state: 'proven' }]);
  await box.getByRole('link', { name: /^Plovdiv/ }).tap();
  await expect(page.locator('[data-watch]').getByRole('heading', { name: 'Plovdiv' })).toBeVisible();
  phone.close();
});

test('a chat of Telegram is said to wait for Start, and to work once it was pressed there', async ({
  page,
  baseURL,
}) => {
  const box = await openBell(page);
  await box.getByText('Advanced').tap();
  await box.getByRole('button', { name: 'Telegram' }).tap();
  await expect(box.locator('[data-told-by="telegram"]')).toContainText('Added. Open Telegram and press Start');
  const link = await box.getByRole('link', { name: 'Open Telegram' }).getAttribute('href');
  expect(await axeViolations(page, '[data-tell]')).toEqual([]);
  await page.request.get(`${arrivalsUrl(baseURL)}/start`, { params: { link: String(link) } });
  await expect(box.locator('[data-proven="true"]')).toContainText('It works');
});

test('a device that may not notify says why and what to do, and a hook that is refused keeps what was typed and leaves nothing behind', async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  const box = await openBell(page);
  await expect(box.getByText('Notifications are blocked in this browser. Allow them in its settings.')).toBeVisible();
  await expect(box.getByRole('button', { name: 'On this device' })).toHaveCount(0);
  await expect(box.getByRole('button', { name: 'Telegram' })).toBeVisible();
  await box.getByRole('button', { name: 'Webhook' }).tap();
  const address = box.getByRole('textbox', { name: 'Webhook address' });
  await address.fill('https://10.0.0.1/hook');
  await box.getByRole('button', { name: 'Add' }).tap();
  await expect(box.getByRole('alert').filter({ hasText: 'The server did not accept this' })).toBeVisible();
  await expect(address).toHaveValue('https://10.0.0.1/hook');
  await expect.poll(() => storedWatchlist(page)).toBeUndefined();
});
