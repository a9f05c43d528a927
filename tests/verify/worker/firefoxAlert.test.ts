import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { RecipientView } from '#shared/watch/RecipientView.ts';
import { decryptPush, keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { type PagePush, pagePushScript, startFirefox } from '#tests/support/push/startFirefox.ts';

import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';
import { type PushService, startPushService } from '#worker/dev/standIns/pushService/startPushService.ts';
import { newVapidKeys } from '#worker/push/Vapid.ts';

const AREA = '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11';
const PHONE = '0b6f7a52-6a57-4f4e-9a8f-0a9c2f0d7a13';
const CAMP = { name: 'Лагер', kind: 'site', shape: { type: 'Point', coordinates: [23.32, 42.7] } } as const;
const FAST = { POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20', WATCH_TEST_TIME: '1' };
const NEAR = { id: 'p1', longitude: 23.4, latitude: 42.7 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start() {
  const source = scriptedSource();
  const [service, keys] = [await startPushService(), await newVapidKeys()];
  const product: Product = await startProduct({
    simulator: { source },
    vars: {
      ...FAST,
      PUSH_LOCAL_HOST: service.endpointHost,
      VAPID_PUBLIC_KEY: keys.publicKey,
      VAPID_PRIVATE_KEY: keys.privateKey,
    },
  });
  closers.push(
    () => service.close(),
    () => product.close(),
  );
  const book = await WatchClient.create(product.url);
  await book.call('PUT', `/areas/${AREA}`, CAMP);
  return { source, service, product, book, publicKey: keys.publicKey };
}

const phoneOf = async (book: WatchClient): Promise<RecipientView | undefined> => (await book.state()).recipients?.[0];

/** A phone without a browser: what came for it can be read. */
async function putPhone(book: WatchClient, service: PushService, publicKey: string) {
  const receiver = newPushReceiver(randomBytes(16));
  const endpoint = service.subscribe(publicKey);
  const subscription = { endpoint, expirationTime: null, keys: keysOfReceiver(receiver) };
  const put = await book.call('PUT', `/recipients/${PHONE}`, {
    channel: 'push',
    name: 'Phone',
    threshold: 'stop',
    subscription,
  });
  expect(put.status).toBe(201);
  const messages = () =>
    service.arrivals.filter(({ taken }) => taken).map(({ body }) => JSON.parse(decryptPush(body, receiver).toString()));
  return { endpoint, messages };
}

describe('a browser as a recipient', () => {
  test('a stock Firefox is proven by a test, and shows a stop while its page is closed', async () => {
    const { source, service, product, book } = await start();
    const [firefox, script] = [await startFirefox(service.socketUrl), await pagePushScript()];
    closers.push(() => firefox.close());
    const page = await firefox.newPage();
    await page.goto(`${product.url}/bg/watch`);
    await page.evaluate(script);
    const outcome = await page.evaluate(async () => {
      const { publicKey } = (await (await fetch('/api/v1/watch/vapid')).json()) as { publicKey: string };
      return (globalThis as unknown as { pagePush: PagePush }).pagePush.subscribeToPush(publicKey, 'bg');
    });
    if (!outcome.ok) throw new Error(outcome.fault);
    const { subscription } = outcome;
    const body = { channel: 'push', name: 'Firefox', threshold: 'stop', subscription };
    expect((await book.call('PUT', `/recipients/${PHONE}`, body)).status).toBe(201);
    await firefox.newPage();
    await page.close();
    expect((await book.call('POST', `/recipients/${PHONE}/test`)).status).toBe(202);
    await expect.poll(async () => (await phoneOf(book))?.state, { timeout: 20_000 }).toBe('proven');

    await book.until(({ unknown }) => !unknown, 'seen');
    source.add({ ...NEAR, atMs: Date.now() });
    await expect
      .poll(async () => (await phoneOf(book))?.lastDelivery, { timeout: 20_000 })
      .toMatchObject({ type: 'watch.raise', level: 'stop', state: 'confirmed', attempts: 1 });
    const again = await firefox.newPage();
    await again.goto(`${product.url}/bg/watch`);
    const titles = await again.evaluate(async () => {
      const shown = await (await navigator.serviceWorker.ready).getNotifications();
      return shown.map(({ title }) => title);
    });
    expect(titles.join()).toContain('Лагер');
  });

  test('whose subscription is gone is dead, and whose push service fails gets the newest state once it can', async () => {
    const { source, service, book, publicKey } = await start();
    const phone = await putPhone(book, service, publicKey);
    await book.until(({ unknown }) => !unknown, 'seen');
    service.setFaults({ kind: 'status', status: 500 });
    source.add({ ...NEAR, atMs: Date.now() });
    await expect.poll(() => service.arrivals.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    expect(phone.messages()).toEqual([]);
    service.setFaults({ kind: 'well' });
    await expect
      .poll(() => phone.messages(), { timeout: 20_000 })
      .toMatchObject([
        {
          type: 'watch.raise',
          level: 'stop',
          change: expect.any(Number),
          receipt: expect.any(String),
          simulated: true,
        },
      ]);
    service.unsubscribe(phone.endpoint);
    await book.call('POST', `/recipients/${PHONE}/test`);
    await expect.poll(async () => (await phoneOf(book))?.state, { timeout: 20_000 }).toBe('dead');
  });

  test('with the endpoint of a host that is no push service is refused, and the field is named', async () => {
    const { book } = await start();
    const keys = keysOfReceiver(newPushReceiver(randomBytes(16)));
    const put = await book.call('PUT', `/recipients/${PHONE}`, {
      channel: 'push',
      name: 'Phone',
      threshold: 'stop',
      subscription: { endpoint: 'https://169.254.169.254/latest', keys },
    });
    expect(put.status).toBe(400);
    expect(await put.json()).toMatchObject({ errors: { 'subscription.endpoint': 'host' } });
    expect((await book.state()).recipients).toEqual([]);
  });
});
