import { afterEach, describe, expect, test } from 'vitest';
import type { RecipientView } from '#shared/watch/bodies.ts';
import { type PagePush, pagePushScript, startFirefox } from '#tests/support/push/startFirefox.ts';
import { BUILT_SITE, type Product, startProduct } from '#tests/support/startProduct.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { startPushService } from '#worker/dev/fakes/startPushService.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { newVapidKeys } from '#worker/http/outbound/push.ts';

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
    ...BUILT_SITE,
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
  const watchlist = await WatchClient.create(product.url);
  await watchlist.call('PUT', `/areas/${AREA}`, CAMP);
  return { source, service, product, watchlist };
}

const phoneOf = async (watchlist: WatchClient): Promise<RecipientView | undefined> =>
  (await watchlist.state()).recipients?.[0];

describe('a browser as a recipient', () => {
  test('a stock Firefox is proven by a test, and shows a stop while its page is closed', async () => {
    const { source, service, product, watchlist } = await start();
    const [firefox, script] = [await startFirefox(service.socketUrl), await pagePushScript()];
    closers.push(() => firefox.close());
    const page = await firefox.newPage();
    await page.goto(`${product.url}/bg/watch`);
    await page.evaluate(script);
    const outcome = await page.evaluate(async () => {
      const { publicKey } = (await (await fetch('/api/v1/watch/vapid')).json()) as { publicKey: string };
      return (globalThis as unknown as { pagePush: PagePush }).pagePush.subscribeToPush(publicKey, 'bg');
    });
    if (!outcome.ok) throw new Error(outcome.error);
    const { subscription } = outcome;
    const body = { channel: 'push', name: 'Firefox', threshold: 'stop', subscription };
    expect((await watchlist.call('PUT', `/recipients/${PHONE}`, body)).status).toBe(201);
    await firefox.newPage();
    await page.close();
    expect((await watchlist.call('POST', `/recipients/${PHONE}/test`)).status).toBe(202);
    await expect.poll(async () => (await phoneOf(watchlist))?.state, { timeout: 20_000 }).toBe('proven');

    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add({ ...NEAR, atMs: Date.now() });
    await expect
      .poll(async () => (await phoneOf(watchlist))?.lastDelivery, { timeout: 20_000 })
      .toMatchObject({ type: 'watch.raised', level: 'stop', state: 'confirmed', attempts: 1 });
    const again = await firefox.newPage();
    await again.goto(`${product.url}/bg/watch`);
    const titles = await again.evaluate(async () => {
      const visible = await (await navigator.serviceWorker.ready).getNotifications();
      return visible.map(({ title }) => title);
    });
    expect(titles.join()).toContain('Лагер');
  });
});
