import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { decryptPush, keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { type PushService, startPushService } from '#worker/dev/fakes/startPushService.ts';
import { newVapidKeys, type PushPost, postPush, Vapid } from '#worker/outbound/push.ts';

const keys = await newVapidKeys();
const vapid = new Vapid(keys, 'https://example.org');
const receiver = newPushReceiver(randomBytes(16));

let service: PushService;
let aheadMs = 0;
beforeEach(async () => {
  aheadMs = 0;
  service = await startPushService({ clock: { now: () => Date.now() + aheadMs } });
});
afterEach(() => service.close());

const push = (endpoint: string, text = 'hello', changed: Partial<PushPost> = {}) =>
  postPush({
    subscription: { endpoint, keys: keysOfReceiver(receiver) },
    payload: new TextEncoder().encode(text),
    ttlS: 600,
    urgency: 'high',
    topic: 'topic',
    vapid,
    fetch,
    nowMs: Date.now(),
    signal: AbortSignal.timeout(10_000),
    ...changed,
  });

/** A browser's side of the socket. */
class Browser {
  readonly #socket: WebSocket;
  readonly #inbox: Record<string, unknown>[] = [];
  uaid = '';

  private constructor(url: string) {
    this.#socket = new WebSocket(url, 'push-notification');
    this.#socket.on('message', (data) => this.#inbox.push(JSON.parse(String(data))));
  }

  static async connect(url: string, uaid?: string): Promise<Browser> {
    const browser = new Browser(url);
    await once(browser.#socket, 'open');
    browser.send({ messageType: 'hello', use_webpush: true, broadcasts: {}, ...(uaid ? { uaid } : {}) });
    const hello = await browser.next();
    expect(hello).toMatchObject({ messageType: 'hello', status: 200 });
    browser.uaid = hello.uaid as string;
    return browser;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  async next(): Promise<Record<string, unknown>> {
    await expect.poll(() => this.#inbox.length).toBeGreaterThan(0);
    return this.#inbox.shift() ?? {};
  }

  async subscribe(key = keys.publicKey): Promise<{ channelID: string; endpoint: string }> {
    const channelID = randomUUID();
    this.send({ messageType: 'register', channelID, key: `${key}=` });
    const reply = await this.next();
    expect(reply).toMatchObject({ messageType: 'register', status: 200, channelID });
    return { channelID, endpoint: reply.pushEndpoint as string };
  }

  async leave(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

describe('the local push service', () => {
  test('takes a message that is signed and encrypted, and keeps what came', async () => {
    const answer = await push(service.subscribe(keys.publicKey));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toContain('/message/');
    const [arrival] = service.arrivals;
    expect(arrival).toMatchObject({ status: 201, taken: true, ttlS: 600, urgency: 'high', topic: 'topic' });
    expect(decryptPush(arrival?.body ?? Buffer.alloc(0), receiver).toString()).toBe('hello');
  });

  test('refuses, as a real one does, what is unsigned, signed for another, old, without TTL or encoding', async () => {
    const endpoint = service.subscribe(keys.publicKey);
    const good = {
      ttl: '60',
      'content-encoding': 'aes128gcm',
      authorization: await vapid.header(endpoint, Date.now()),
    };
    const post = async (headers: Record<string, string>, to = endpoint) => {
      const answer = await fetch(to, { method: 'POST', headers, body: randomBytes(10) });
      return `${answer.status} ${((await answer.json()) as { message: string }).message}`;
    };
    const { authorization: _, ...unsigned } = good;
    const { ttl: __, ...timeless } = good;
    expect(await post(unsigned)).toMatch('401 Authorization');
    expect(await post(timeless)).toMatch('400 TTL');
    expect(await post({ ...good, 'content-encoding': 'aesgcm' })).toMatch('415 Content-Encoding');
    expect(await post({ ...good, topic: 'a'.repeat(33) })).toMatch('400 Topic');
    const other = new Vapid(await newVapidKeys(), 'https://example.org');
    expect(await post({ ...good, authorization: await other.header(endpoint, Date.now()) })).toMatch('403');
    const elsewhere = await vapid.header('https://example.org', Date.now());
    expect(await post({ ...good, authorization: elsewhere })).toMatch(
      '403 Authorization: aud must be http://127.0.0.1',
    );
    const old = new Vapid(keys, 'https://example.org');
    expect(await post({ ...good, authorization: await old.header(endpoint, Date.now() - 13 * 3_600_000) })).toMatch(
      'exp',
    );
    const local = new Vapid(keys, 'http://localhost');
    expect(await post({ ...good, authorization: await local.header(endpoint, Date.now()) })).toMatch('sub');
    expect(
      await post({ ...good, authorization: good.authorization.replace(/\.[\w-]{86},/, `.${'A'.repeat(86)},`) }),
    ).toMatch('signature');
    expect(await post(good, `${service.url}/push/nobody`)).toMatch('404');
    service.unsubscribe(endpoint);
    expect(await post(good)).toMatch('410');
    expect(service.arrivals.every(({ taken }) => !taken)).toBe(true);
  });

  test('errs as it is told: status with Retry-After, no answer, a cut after it was taken, slowness', async () => {
    const endpoint = service.subscribe();
    service.setFaults({ kind: 'status', status: 429, retryAfterS: 7 });
    const paused = await push(endpoint);
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '7']);
    service.setFaults({ kind: 'cut' });
    await expect(push(endpoint)).rejects.toThrow();
    const stop = new AbortController();
    service.setFaults({ kind: 'hang' });
    const hanging = push(endpoint, 'hello', { signal: stop.signal });
    await expect.poll(() => service.arrivals.length).toBe(3);
    stop.abort();
    await expect(hanging).rejects.toThrow();
    service.setFaults((_, number) => (number === 3 ? { kind: 'slow', delayMs: 50 } : { kind: 'well' }));
    expect((await push(endpoint)).status).toBe(201);
    expect(service.arrivals.map(({ status, taken }) => [status, taken])).toEqual([
      [429, false],
      [0, true],
      [0, false],
      [201, true],
    ]);
  });

  test('hands a message to its browser, which confirms it, and nothing once it unsubscribed', async () => {
    const browser = await Browser.connect(service.socketUrl);
    const { channelID, endpoint } = await browser.subscribe();
    expect((await push(endpoint, 'Стоп')).status).toBe(201);
    const { version, data, ...note } = await browser.next();
    expect(note).toEqual({ messageType: 'notification', channelID, headers: { encoding: 'aes128gcm' } });
    expect(decryptPush(Buffer.from(data as string, 'base64url'), receiver).toString()).toBe('Стоп');
    browser.send({ messageType: 'ack', updates: [{ channelID, version, code: 100 }] });
    await expect.poll(() => service.arrivals[0]?.confirmedMs).toBeGreaterThan(0);
    browser.send({});
    expect(await browser.next()).toEqual({});
    browser.send({ messageType: 'unregister', channelID });
    expect(await browser.next()).toMatchObject({ messageType: 'unregister', status: 200 });
    expect((await push(endpoint)).status).toBe(410);
  });

  test('keeps messages for a browser that is away, the newest of each topic, until they expire', async () => {
    const browser = await Browser.connect(service.socketUrl);
    const { endpoint } = await browser.subscribe();
    await browser.leave();
    await push(endpoint, 'old');
    await push(endpoint, 'new');
    await push(endpoint, 'other', { topic: 'another' });
    await push(endpoint, 'brief', { topic: 'brief', ttlS: 60 });
    aheadMs = 61_000;
    expect(service.arrivals[1]?.replaced).toBe(service.arrivals[0]?.id);
    const again = await Browser.connect(service.socketUrl, browser.uaid);
    expect(again.uaid).toBe(browser.uaid);
    const texts = [await again.next(), await again.next()].map(({ data }) =>
      decryptPush(Buffer.from(data as string, 'base64url'), receiver).toString(),
    );
    expect(texts).toEqual(['new', 'other']);
    await push(endpoint, 'now', { topic: 'now' });
    expect(decryptPush(Buffer.from((await again.next()).data as string, 'base64url'), receiver).toString()).toBe('now');
  });

  test('gives a browser that it does not know a new name, so that it subscribes again', async () => {
    const browser = await Browser.connect(service.socketUrl, '0123456789abcdef0123456789abcdef');
    expect(browser.uaid).toMatch(/^[0-9a-f]{32}$/);
    expect(browser.uaid).not.toBe('0123456789abcdef0123456789abcdef');
  });
});
