import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { decryptPush, keysOfReceiver, newPushReceiver, type PushReceiver } from '#tests/support/push/decryptPush.ts';
import type { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { AREA, watchBench } from '#tests/support/watch/watchBench.ts';
import { type PushService, startPushService } from '#worker/dev/fakes/startPushService.ts';
import { newVapidKeys, Vapid } from '#worker/http/outbound/push.ts';

const PHONE = '0b6f7a52-6a57-4f4e-9a8f-0a9c2f0d7a14';

let service: PushService;
const keys = await newVapidKeys();
const bench = watchBench(async () => {
  service = await startPushService();
  const { publicKey, privateKey } = keys;
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_LOCAL_HOST: service.endpointHost };
});
afterAll(() => service.close());

/** A watchlist, and what the push service is sent from now on. */
async function start() {
  const watched = await bench.next();
  await watched.watchlist.call('PUT', `/areas/${AREA}`, { ...watched.camp, kind: 'personal' });
  const before = service.arrivals.length;
  const since: PushService = {
    ...service,
    get arrivals() {
      return service.arrivals.slice(before);
    },
  };
  return { ...watched, service: since, keys, url: bench.product.url };
}

function phone(at: PushService, publicKey: string) {
  const receiver = newPushReceiver(randomBytes(16));
  const endpoint = at.subscribe(publicKey);
  return { receiver, endpoint, subscription: { endpoint, keys: keysOfReceiver(receiver) } };
}

function payloads(at: PushService, receiver: PushReceiver): Record<string, unknown>[] {
  const pushArrivals = at.arrivals.filter((arrival) => arrival.accepted);
  return pushArrivals.map(({ body }) => JSON.parse(decryptPush(body, receiver).toString('utf8')));
}

const first = async (watchlist: WatchClient) => (await watchlist.state()).recipients?.[0];

describe('a browser that subscribed', () => {
  test('is told while it is unproven, and proven by the receipt that stands in the encrypted message alone, once', async () => {
    const { source, watchlist, service: push, keys, url, strikeAt } = await start();
    const { publicKey } = (await (await fetch(`${url}/api/v1/watch/vapid`)).json()) as { publicKey: string };
    expect(publicKey).toBe(keys.publicKey);
    const { receiver, subscription } = phone(push, publicKey);
    const put = await watchlist.call('PUT', `/recipients/${PHONE}`, {
      channel: 'push',
      threshold: 'watch',
      subscription,
    });
    expect([put.status, await put.json()]).toMatchObject([201, { state: 'unproven', target: push.endpointHost }]);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    const strike = strikeAt(23.4);
    source.add(strike);
    await expect.poll(() => payloads(push, receiver).length, { timeout: 10_000 }).toBe(1);
    const [payload] = payloads(push, receiver);
    expect(payload).toMatchObject({
      type: 'watch.raised',
      level: 'stop',
      atMs: strike.atMs,
      tag: push.arrivals[0]?.topic,
      simulated: true,
    });
    expect(payload?.title).toContain('СТОП: Лагер');
    expect(push.arrivals[0]).toMatchObject({ urgency: 'high' });
    expect(push.arrivals[0]?.ttlS).toBeGreaterThanOrEqual(60);
    expect((await first(watchlist))?.state).toBe('unproven');
    const receipt = () =>
      fetch(`${url}/api/v1/watch/receipts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: payload?.receipt }),
      });
    expect([(await receipt()).status, (await receipt()).status]).toEqual([204, 404]);
    expect(await first(watchlist)).toMatchObject({
      state: 'proven',
      lastDelivery: { state: 'confirmed', type: 'watch.raised' },
    });
  });

  test('that is gone is dead, and one whose service refuses it alone stays, failing', async () => {
    const { watchlist, service: push, keys } = await start();
    const { endpoint, subscription } = phone(push, keys.publicKey);
    await watchlist.call('PUT', `/recipients/${PHONE}`, { channel: 'push', subscription });
    push.unsubscribe(endpoint);
    expect((await watchlist.call('POST', `/recipients/${PHONE}/test`)).status).toBe(202);
    await expect.poll(async () => (await first(watchlist))?.state, { timeout: 10_000 }).toBe('dead');
    const otherKey = phone(push, (await newVapidKeys()).publicKey);
    await watchlist.call('PUT', `/recipients/${PHONE}`, { channel: 'push', subscription: otherKey.subscription });
    await watchlist.call('POST', `/recipients/${PHONE}/test`);
    await expect
      .poll(async () => (await first(watchlist))?.lastDelivery, { timeout: 10_000 })
      .toMatchObject({ reason: 'status 403: the far side refuses this site' });
    expect((await first(watchlist))?.state).toBe('unproven');
  });

  test('of an unlisted host, or with keys that are none, is refused, and the rule is named', async () => {
    const { watchlist, service: push, keys } = await start();
    const { subscription } = phone(push, keys.publicKey);
    const refused = [
      [{ ...subscription, endpoint: 'https://evil.example.org/x' }, { 'subscription.endpoint': 'host' }],
      [{ ...subscription, endpoint: 'https://127.0.0.1/x' }, { 'subscription.endpoint': 'host' }],
      [
        { ...subscription, keys: { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` } },
        { 'subscription.keys.p256dh': 'curvePoint' },
      ],
      [{ ...subscription, keys: { ...subscription.keys, auth: 'AAAA' } }, { 'subscription.keys.auth': 'bytes16' }],
    ] as const;
    for (const [bad, errors] of refused) {
      const put = await watchlist.call('PUT', `/recipients/${PHONE}`, { channel: 'push', subscription: bad });
      expect([put.status, await put.json()]).toMatchObject([400, { errors }]);
    }
    const none = await watchlist.call('PUT', `/recipients/${PHONE}`, { channel: 'telegram' });
    expect([none.status, await none.json()]).toMatchObject([400, { errors: { channel: 'notSetUp' } }]);
    expect((await watchlist.state()).recipients).toEqual([]);
  });

  test('can be muted by the key in the link of its own messages, which opens nothing else', async () => {
    const { source, watchlist, service: push, keys, strikeAt } = await start();
    const { receiver, subscription } = phone(push, keys.publicKey);
    await watchlist.call('PUT', `/recipients/${PHONE}`, { channel: 'push', threshold: 'watch', subscription });
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.6));
    await expect.poll(() => payloads(push, receiver).length, { timeout: 10_000 }).toBe(1);
    const [, id, muteKey = ''] = /#mute=([^.]+)\.(\w+)$/.exec(String(payloads(push, receiver)[0]?.url)) ?? [];
    expect(id).toBe(PHONE);
    expect((await watchlist.call('GET', '/state', undefined, muteKey)).status).toBe(401);
    expect((await watchlist.call('POST', `/recipients/${PHONE}/mute`, { forMin: 721 }, muteKey)).status).toBe(400);
    expect(
      (await watchlist.call('POST', `/recipients/${PHONE}/mute`, { forMin: 60 }, watchlist.keys.viewKey)).status,
    ).toBe(403);
    const muted = await watchlist.call('POST', `/recipients/${PHONE}/mute`, { forMin: 60 }, muteKey);
    expect(((await muted.json()) as { mutedUntil: number }).mutedUntil).toBeGreaterThan(Date.now() + 59 * 60_000);
    const { entry } = (await watchlist.lines(AREA)).findLast(({ entry: { type } }) => type === 'recipient') ?? {};
    expect(entry).toMatchObject({ event: 'muted' });
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    expect(payloads(push, receiver)).toHaveLength(1);
    await watchlist.call('POST', `/recipients/${PHONE}/mute`, { forMin: 0 }, muteKey);
    await expect.poll(() => payloads(push, receiver).length, { timeout: 10_000 }).toBe(2);
    expect(payloads(push, receiver)[1]).toMatchObject({ type: 'watch.raised', level: 'stop' });
  });

  test('is sent five tests an hour, and a drill that says so', async () => {
    const { watchlist, service: push, keys } = await start();
    const { receiver, subscription } = phone(push, keys.publicKey);
    await watchlist.call('PUT', `/recipients/${PHONE}`, { channel: 'push', subscription });
    expect((await watchlist.call('POST', `/areas/${AREA}/drill`)).status).toBe(202);
    const statuses: number[] = [];
    for (let attempts = 0; attempts < 5; attempts += 1) {
      statuses.push((await watchlist.call('POST', `/recipients/${PHONE}/test`)).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
    await expect.poll(() => payloads(push, receiver).length, { timeout: 10_000 }).toBe(5);
    const drill = payloads(push, receiver).find((payload) => payload.drill === true);
    expect(drill?.title).toContain('УЧЕБНА ТРЕВОГА');
    const events = (await watchlist.lines(AREA)).flatMap(({ entry }) =>
      entry.type === 'recipient' ? [entry.event] : [],
    );
    expect(events).toEqual(['added', 'drill']);
  });
});

test('the push service that they are sent to refuses, as a real one does, what is unsigned, signed for another, old, without TTL or encoding', async () => {
  const vapid = new Vapid(keys, 'https://example.org');
  const before = service.arrivals.length;
  const endpoint = service.subscribe(keys.publicKey);
  const good = {
    ttl: '60',
    'content-encoding': 'aes128gcm',
    authorization: await vapid.header(endpoint, Date.now()),
  };
  const post = async (headers: Record<string, string>, to = endpoint) => {
    const response = await fetch(to, { method: 'POST', headers, body: randomBytes(10) });
    return `${response.status} ${((await response.json()) as { message: string }).message}`;
  };
  const { authorization: _, ...unsigned } = good;
  const { ttl: __, ...timeless } = good;
  const other = new Vapid(await newVapidKeys(), 'https://example.org');
  const local = new Vapid(keys, 'http://localhost');
  const nowMs = Date.now();
  const signed = async (by: Vapid, to = endpoint, atMs = nowMs) => ({
    ...good,
    authorization: await by.header(to, atMs),
  });
  for (const [error, headers] of [
    ['401 Authorization', unsigned],
    ['400 TTL', timeless],
    ['415 Content-Encoding', { ...good, 'content-encoding': 'aesgcm' }],
    ['400 Topic', { ...good, topic: 'a'.repeat(33) }],
    ['403', await signed(other)],
    ['403 Authorization: aud must be http://127.0.0.1', await signed(vapid, 'https://example.org')],
    ['exp', await signed(new Vapid(keys, 'https://example.org'), endpoint, nowMs - 13 * 3_600_000)],
    ['sub', await signed(local)],
    ['signature', { ...good, authorization: good.authorization.replace(/\.[\w-]{86},/, `.${'A'.repeat(86)},`) }],
  ] as const) {
    expect(await post(headers)).toMatch(error);
  }
  expect(await post(good, `${service.url}/push/nobody`)).toMatch('404');
  service.unsubscribe(endpoint);
  expect(await post(good)).toMatch('410');
  expect(service.arrivals.slice(before).every(({ accepted }) => !accepted)).toBe(true);
});
