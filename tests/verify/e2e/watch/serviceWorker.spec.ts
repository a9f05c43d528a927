import { Device } from '#tests/e2e/watch/Device.ts';
import { test as base, expect } from '#tests/support/journey.ts';
import { startReceiptProxy } from '#tests/support/push/receiptProxy.ts';

/** What the server encrypts for a device. */
const STOP = {
  id: 'area.7.recipient',
  tag: 'AbCdEfGhIjKlMnOpQrStUvWx',
  type: 'watch.raised',
  change: 7,
  level: 'stop',
  title: 'СТОП: Лагер',
  body: 'Мълния на 6 км',
  url: '/bg/watch/watchlist/area',
  receipt: 'token-7',
};

const test = base.extend<{ device: Device }>({
  device: async ({ context, baseURL }, use) => {
    const proxy = await startReceiptProxy(baseURL ?? '');
    await use(await Device.open(context, proxy, 'bg'));
    await proxy.close();
  },
});

test.use({ serviceWorkers: 'allow' });

const now = () => ({ atMs: Date.now(), decidedAtMs: Date.now() });

test('a push is shown with its title, text and tag, stays until it is seen, and is confirmed', async ({ device }) => {
  await device.push({ ...STOP, ...now() });
  const { title, body, tag, url } = STOP;
  await expect
    .poll(() => device.notifications())
    .toEqual([{ title, body, tag, url, silent: false, requireInteraction: true }]);
  await expect.poll(() => device.proxy.receipts).toEqual(['{"token":"token-7"}']);
});

test('a newer state takes the place of an older one, and an older one that comes late takes nobody’s', async ({
  device,
}) => {
  const clear = { ...STOP, id: 'area.8.recipient', change: 8, level: 'clear', title: 'Чисто', receipt: 'token-8' };
  const decidedAtMs = Date.now();
  await device.push({ ...STOP, decidedAtMs });
  await expect.poll(() => device.proxy.receipts.length).toBe(1);
  await device.push({ ...clear, decidedAtMs: decidedAtMs + 1 });
  await expect.poll(() => device.proxy.receipts.length).toBe(2);
  expect(await device.notifications()).toMatchObject([{ title: 'Чисто', silent: false, requireInteraction: false }]);
  await device.push({ ...STOP, decidedAtMs, receipt: 'token-7b' });
  await expect.poll(() => device.proxy.receipts.length).toBe(3);
  expect(await device.notifications()).toMatchObject([{ title: 'Чисто', silent: true }]);
});

test('the same message twice rings once, and one of an area that was made anew is not held to be old', async ({
  device,
}) => {
  const decidedAtMs = Date.now();
  await device.push({ ...STOP, decidedAtMs });
  await device.push({ ...STOP, decidedAtMs });
  await expect.poll(() => device.proxy.receipts.length).toBe(2);
  expect(await device.notifications()).toMatchObject([{ title: STOP.title, silent: true }]);
  await device.push({ ...STOP, id: 'area.1.recipient', change: 1, title: 'Ново', decidedAtMs: decidedAtMs + 5 });
  expect(await device.notifications()).toMatchObject([{ title: 'Ново', silent: false }]);
});

test('a message that cannot be read is shown all the same, in the watchlist’s language, and says to open the page', async ({
  device,
}) => {
  for (const unreadable of ['', 'no json', '{"title":5}', 'null']) {
    await device.push(unreadable);
    expect(await device.notifications()).toMatchObject([
      { title: 'Известие за наблюдавано място', tag: 'unreadable', url: '/bg/watch' },
    ]);
  }
  expect(device.proxy.receipts).toEqual([]);
});

test('a message is shown although the device’s storage does not answer', async ({ context, device }) => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  });
  await device.push({ ...STOP, ...now() });
  expect(await device.notifications()).toMatchObject([{ title: STOP.title, tag: STOP.tag }]);
  await expect.poll(() => device.proxy.receipts).toHaveLength(1);
});

test('a press on a notification opens its page, and never one of another site', async ({ context, device }) => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const opened: string[] = [];
  for (const [change, url] of [
    '/bg/watch/watchlist/area#key',
    'https://evil.example/',
    '//evil.example',
    'http://[',
  ].entries()) {
    await device.push({ ...STOP, ...now(), id: url, change, url });
    await expect.poll(() => device.proxy.receipts.length).toBe(change + 1);
    // Chromium opens windows after a press of a person only: what it was asked to open is written down instead.
    const requested = await worker.evaluate(async () => {
      const scope = self as unknown as {
        registration: ServiceWorkerRegistration;
        clients: { openWindow: (address: string) => void };
      };
      const [notification] = await scope.registration.getNotifications();
      const pressed = new Promise<string>((resolve) => {
        scope.clients.openWindow = resolve;
      });
      const Pressed = Reflect.get(self, 'NotificationEvent') as new (type: string, init: object) => Event;
      self.dispatchEvent(new Pressed('notificationclick', { notification }));
      return pressed;
    });
    opened.push(requested);
  }
  const { url } = device.proxy;
  expect(opened).toEqual([`${url}/bg/watch/watchlist/area#key`, `${url}/`, `${url}/`, `${url}/`]);
  expect(await device.notifications()).toEqual([]);
});

test('the badge counts the places at warning or stop', async ({ context, device }) => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  // The badge lies outside the browser's window: what it is set to is written down instead.
  await worker.evaluate(() => {
    const badges: number[] = [];
    Object.assign(self, { badges });
    const set = async (count: number) => void badges.push(count);
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
  });
  const states = [
    { tag: 'mountain', level: 'stop' },
    { tag: 'lake', level: 'warning' },
    { tag: 'town', level: 'watch' },
    { tag: 'mountain', level: 'clear' },
    { tag: 'lake', level: 'clear' },
  ];
  for (const [change, state] of states.entries()) {
    await device.push({ ...STOP, ...now(), id: `${change}`, change, ...state });
    await expect.poll(() => device.proxy.receipts.length).toBe(change + 1);
  }
  const badges = await worker.evaluate(() => Reflect.get(self, 'badges'));
  expect(badges).toEqual([1, 2, 2, 1, 0]);
});

test('the worker’s program is asked for anew each time, and needs no script but its own', async ({ device }) => {
  const { headers, text } = await device.page.evaluate(async () => {
    const response = await fetch('/sw.js');
    return { headers: Object.fromEntries(response.headers), text: await response.text() };
  });
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
  expect(text).not.toMatch(/importScripts|^import /m);
});
