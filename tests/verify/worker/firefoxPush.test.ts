import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceiptProxy, startReceiptProxy } from '#tests/support/push/receiptProxy.ts';
import { type PagePush, pagePushScript, startFirefox } from '#tests/support/push/startFirefox.ts';
import { BUILT_SITE, type Product, startProduct } from '#tests/support/startProduct.ts';
import { type PushService, startPushService } from '#worker/dev/fakes/startPushService.ts';
import { newVapidKeys, type PushSubscription, postPush, topicOf, Vapid } from '#worker/http/outbound/push.ts';

const keys = await newVapidKeys();
const vapid = new Vapid(keys, 'https://example.org');

let product: Product;
let proxy: ReceiptProxy;
let service: PushService;
let firefox: Browser;
let script = '';

beforeAll(async () => {
  [product, service, script] = await Promise.all([startProduct(BUILT_SITE), startPushService(), pagePushScript()]);
  proxy = await startReceiptProxy(product.url, keys.publicKey);
  firefox = await startFirefox(service.socketUrl);
});

afterAll(async () => {
  await firefox?.close();
  await proxy?.close();
  await service?.close();
  await product?.close();
});

async function openPage(): Promise<Page> {
  const page = await firefox.newPage();
  await page.goto(`${proxy.url}/bg/watch`);
  await page.evaluate(script);
  return page;
}

const subscribe = (page: Page) =>
  page.evaluate(
    (key) => (globalThis as unknown as { pagePush: PagePush }).pagePush.subscribeToPush(key, 'bg'),
    keys.publicKey,
  );

const renew = (page: Page, publicKey = keys.publicKey) =>
  page.evaluate(
    (key) => (globalThis as unknown as { pagePush: PagePush }).pagePush.renewSubscription(key, 'bg'),
    publicKey,
  );

/** What is on the screen, as a page of the site can ask. */
const visible = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications();
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });

function push(subscription: PushSubscription, message: object, signer = vapid): Promise<Response> {
  return postPush({
    subscription,
    payload: new TextEncoder().encode(JSON.stringify(message)),
    ttlS: 600,
    urgency: 'high',
    topic: topicOf('recipient', 'area'),
    vapid: signer,
    fetch,
    nowMs: Date.now(),
    signal: AbortSignal.timeout(10_000),
  });
}

const STOP = {
  id: 'area.1.recipient',
  tag: topicOf('recipient', 'area'),
  type: 'watch.raised',
  change: 1,
  level: 'stop',
  title: 'СТОП: Лагер',
  body: 'Мълния на 6 км на север',
  url: '/bg/watch',
  receipt: 'the-receipt',
};

describe('a stock Firefox that is subscribed', () => {
  test('shows an alert whose page is closed, and confirms that it arrived', async () => {
    const page = await openPage();
    const outcome = await subscribe(page);
    if (!outcome.ok) throw new Error(outcome.error);
    const subscription = outcome.subscription as PushSubscription;
    expect(new URL(subscription.endpoint).host).toBe(service.endpointHost);
    expect(await renew(page)).toEqual(subscription);
    await firefox.newPage();
    await page.close();
    expect((await Promise.all((await firefox.pages()).map((open) => open.url()))).join()).not.toContain(proxy.url);

    const response = await push(subscription, { ...STOP, decidedAtMs: Date.now() });
    expect(response.status).toBe(201);
    await expect.poll(() => proxy.receipts, { timeout: 20_000 }).toEqual(['{"token":"the-receipt"}']);
    await expect.poll(() => service.arrivals[0]?.confirmedMs, { timeout: 10_000 }).toBeGreaterThan(0);

    const again = await openPage();
    const { title, body, tag } = STOP;
    expect(await visible(again)).toEqual([{ title, body, tag }]);
  });

  test('subscribes again by itself when the push service forgot it, and says so', async () => {
    const page = await openPage();
    const before = await renew(page);
    await page.evaluate(() => {
      navigator.serviceWorker.addEventListener('message', ({ data }) => {
        document.title = JSON.stringify(data);
      });
    });
    const { port } = new URL(service.url);
    await service.close();
    service = await startPushService({ port: Number(port) });
    await expect.poll(() => page.title(), { timeout: 20_000 }).toContain('push-subscription');
    const { subscription } = JSON.parse(await page.title()) as { subscription: PushSubscription };
    expect(subscription.endpoint).not.toBe(before?.endpoint);
    expect(await renew(page)).toEqual(subscription);
    await expect.poll(() => visible(page)).toContainEqual(expect.objectContaining({ tag: 'subscription' }));
    await push(subscription, { ...STOP, id: 'area.2.recipient', change: 2, receipt: 'second' });
    await expect.poll(() => proxy.receipts, { timeout: 20_000 }).toContain('{"token":"second"}');
  });

  test('subscribes anew at a visit after the server changed its key, and only what that key signed is taken', async () => {
    const others = await newVapidKeys();
    const page = await openPage();
    const before = (await renew(page)) as PushSubscription;
    const after = (await renew(page, others.publicKey)) as PushSubscription;
    expect(after.endpoint).not.toBe(before.endpoint);
    const message = { ...STOP, id: 'area.3.recipient', change: 3, receipt: 'third' };
    expect((await push(before, message)).status).toBe(410);
    expect((await push(after, message)).status).toBe(403);
    expect((await push(after, message, new Vapid(others, 'https://example.org'))).status).toBe(201);
    await expect.poll(() => proxy.receipts, { timeout: 20_000 }).toContain('{"token":"third"}');
  });
});
