import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { decryptPush, keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { bodyOfRfc8291, rfc8291 } from '#tests/support/push/rfc8291.ts';
import {
  classifyResponse,
  MAX_RETRIES,
  refusalOf,
  retryAfterMs,
  retryDelayMs,
  type Service,
} from '#worker/http/outbound/classifyResponse.ts';
import {
  BODY_BYTES,
  encryptPush,
  isCurvePoint,
  newPushNonce,
  newVapidKeys,
  PADDED_BYTES,
  postPush,
  pushKeysOf,
  pushSubscriptionSchema,
  topicOf,
  Vapid,
  type VapidKeys,
  vapidKeysError,
} from '#worker/http/outbound/push.ts';
import { readBoundedBytes, readBoundedJson } from '#worker/http/outbound/readBounded.ts';

const NOW = Date.UTC(2026, 6, 1, 12);

const receiver = () => newPushReceiver(randomBytes(16));
const keysOf = ({ publicKey, auth }: ReturnType<typeof receiver>) => {
  return { p256dh: Uint8Array.from(publicKey), auth: Uint8Array.from(auth) };
};

describe('a push message', () => {
  test('is RFC 8291’s appendix A, byte for byte', async () => {
    expect(await bodyOfRfc8291(encryptPush)).toBe(rfc8291.body);
  });

  test('is read by its receiver, whatever it says, and as long as every other: no more than Mozilla passes on', async () => {
    expect(BODY_BYTES).toBeLessThanOrEqual(2_744);
    const phone = receiver();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: PADDED_BYTES }), async (text) => {
        const body = await encryptPush(text, keysOf(phone), await newPushNonce());
        expect(body.byteLength).toBe(BODY_BYTES);
        expect(Uint8Array.from(decryptPush(body, phone))).toEqual(text);
      }),
      { numRuns: 50, examples: [[new Uint8Array()], [new Uint8Array(PADDED_BYTES)], [new Uint8Array([2, 0, 0])]] },
    );
  });

  test('cannot be read by anybody else, nor once a byte was changed', async () => {
    const phone = receiver();
    const body = await encryptPush(randomBytes(40), keysOf(phone), await newPushNonce());
    expect(() => decryptPush(body, receiver())).toThrow();
    const damaged = body.map((byte, at) => (at === 100 ? byte ^ 1 : byte));
    expect(() => decryptPush(damaged, phone)).toThrow();
  });

  test('is never the same twice, and refused with the bound where it is too long', async () => {
    const phone = receiver();
    const make = async () => Buffer.from(await encryptPush(randomBytes(0), keysOf(phone), await newPushNonce()));
    expect((await make()).equals(await make())).toBe(false);
    const send = async () => encryptPush(randomBytes(PADDED_BYTES + 1), keysOf(receiver()), await newPushNonce());
    await expect(send()).rejects.toThrow('a push message has at most 2560 bytes');
  });
});

describe('post push', () => {
  test('a message is posted encrypted, signed, with its topic, urgency and time to live, and follows no redirect', async () => {
    const phone = newPushReceiver(randomBytes(16));
    const sent: Request[] = [];
    const result = new Response(null, { status: 201 });
    const { signal } = new AbortController();
    const response = await postPush({
      subscription: { endpoint: 'https://web.push.apple.com/QAbc', keys: keysOfReceiver(phone) },
      payload: new TextEncoder().encode('{"title":"Стоп"}'),
      ttlS: 5,
      urgency: 'high',
      topic: topicOf('recipient', 'area'),
      vapid: new Vapid(await newVapidKeys(), 'https://example.org'),
      nowMs: NOW,
      signal,
      fetch: async (input, init) => {
        sent.push(new Request(input as string, init));
        return result;
      },
    });
    expect(response).toBe(result);
    const [request] = sent as [Request];
    expect(request).toMatchObject({ method: 'POST', url: 'https://web.push.apple.com/QAbc', redirect: 'manual' });
    expect(Object.fromEntries(request.headers)).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '60',
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{24}$/),
      authorization: expect.stringMatching(/^vapid t=.+, k=.+$/),
    });
    expect(decryptPush(new Uint8Array(await request.arrayBuffer()), phone).toString()).toBe('{"title":"Стоп"}');
  });

  test('a topic is of one recipient and one area, and fits the 32 characters a push service allows', () => {
    expect(topicOf('a', 'b')).toMatch(/^[\w-]{24}$/);
    expect(topicOf('a', 'b')).toBe(topicOf('a', 'b'));
    expect(new Set([topicOf('a', 'b'), topicOf('b', 'a'), topicOf('a', 'c'), topicOf('c', 'b')]).size).toBe(4);
  });
});

describe('push subscription', () => {
  const keys = keysOfReceiver(newPushReceiver(randomBytes(16)));
  const GOOD = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc:def', expirationTime: null, keys };

  /** The first rule that each field breaks. */
  function errors(body: unknown, localHosts: readonly string[] = []): Record<string, string> {
    const { issues = [] } = v.safeParse(pushSubscriptionSchema(localHosts), body);
    return Object.fromEntries([...issues].reverse().map((issue) => [v.getDotPath(issue), issue.message]));
  }

  describe('a push subscription', () => {
    test.each([
      'https://fcm.googleapis.com/fcm/send/abc:def',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/QAbc',
      'https://wns2-par02p.notify.windows.com/w/?token=abc',
    ])('of a browser’s own push service is taken: %s', (endpoint) => {
      expect(errors({ ...GOOD, endpoint })).toEqual({});
    });

    test.each([
      ['nothing', 'addressExpected'],
      ['http://fcm.googleapis.com/a', 'httpsExpected'],
      ['ftp://fcm.googleapis.com/a', 'httpsExpected'],
      ['https://me:secret@fcm.googleapis.com/a', 'userinfo'],
      ['https://fcm.googleapis.com:8443/a', 'port'],
      ['https://example.org/a', 'host'],
      ['https://fcm.googleapis.com.example.org/a', 'host'],
      ['https://sub.fcm.googleapis.com/a', 'host'],
      ['https://push.apple.com/a', 'host'],
      ['https://evilpush.apple.com/a', 'host'],
      ['https://fcm.googleapis.com./a', 'host'],
      ['https://169.254.169.254/a', 'host'],
      ['http://127.0.0.1:8790/push/a', 'httpsExpected'],
      [`https://fcm.googleapis.com/${'a'.repeat(1_024)}`, 'tooLong'],
    ])('of any other address is refused with the rule: %s %s', (endpoint, rule) => {
      expect(errors({ ...GOOD, endpoint })).toEqual({ endpoint: rule });
    });

    test('of the local push service is taken where its host and port are given, and nowhere else', () => {
      const local = { ...GOOD, endpoint: 'http://127.0.0.1:8790/push/a' };
      expect(errors(local, ['127.0.0.1:8790'])).toEqual({});
      expect(errors(local, ['127.0.0.1:8791'])).toEqual({ endpoint: 'httpsExpected' });
    });

    test.each([
      ['p256dh', 'abc=', 'base64url'],
      ['p256dh', randomBytes(64).toString('base64url'), 'curvePoint'],
      ['p256dh', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'), 'curvePoint'],
      ['p256dh', createECDH('prime256v1').generateKeys('base64url', 'compressed'), 'curvePoint'],
      ['auth', randomBytes(15).toString('base64url'), 'bytes16'],
      ['auth', 'ы', 'base64url'],
      ['auth', 5, 'textExpected'],
    ])('with a wrong %s (%s) is refused: %s', (name, value, rule) => {
      expect(errors({ ...GOOD, keys: { ...keys, [name]: value } })).toEqual({ [`keys.${name}`]: rule });
    });

    test('gives the keys as bytes', () => {
      const parsed = v.parse(pushSubscriptionSchema(), GOOD);
      expect(Buffer.from(pushKeysOf(parsed).p256dh).toString('base64url')).toBe(keys.p256dh);
      expect(pushKeysOf(parsed).auth.byteLength).toBe(16);
    });
  });

  test('a point is of the curve exactly if WebCrypto imports it', async () => {
    const imports = async (bytes: Uint8Array<ArrayBuffer>) => {
      const key = crypto.subtle.importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
      return (await Promise.allSettled([key]))[0].status === 'fulfilled';
    };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 64 }), fc.nat(255), fc.boolean(), async (at, change, isIntact) => {
        const point = Uint8Array.from(createECDH('prime256v1').generateKeys());
        const bytes = isIntact ? point : point.map((byte, index) => (index === at ? byte ^ change : byte));
        expect(isCurvePoint(bytes)).toBe(await imports(bytes));
      }),
      { numRuns: 60 },
    );
  });

  test('a point begins with 4: the hybrid form, which Node takes and workerd does not, is none', () => {
    const point = Uint8Array.from(createECDH('prime256v1').generateKeys());
    const beginning = (first: number) => point.map((byte, index) => (index === 0 ? first : byte));
    expect(isCurvePoint(beginning(4))).toBe(true);
    for (const first of [0, 2, 3, 5, 6, 7]) expect(isCurvePoint(beginning(first))).toBe(false);
  });
});

describe('vapid header', () => {
  const HOUR = 3_600_000;
  const SUBJECT = 'https://example.org/contact';

  /** Checks the header as a push service does, with Node's own cryptography. */
  function read(header: string, publicKey: string) {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
    expect(key).toBe(publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const signed = Buffer.from(`${head}.${claims}`);
    const by = { key: verifier, dsaEncoding: 'ieee-p1363' } as const;
    const good = verify('sha256', signed, by, Buffer.from(signature, 'base64url'));
    const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    return { good, head: parse(head), claims: parse(claims) };
  }

  test('a push service can verify who sends: ES256 over its own origin, for 12 hours, with an address', async () => {
    const keys = await newVapidKeys();
    const header = await new Vapid(keys, SUBJECT).header('https://fcm.googleapis.com/fcm/send/abc:def', NOW);
    expect(read(header, keys.publicKey)).toEqual({
      good: true,
      head: { typ: 'JWT', alg: 'ES256' },
      claims: { aud: 'https://fcm.googleapis.com', exp: NOW / 1_000 + 12 * 3_600, sub: SUBJECT },
    });
  });

  test('a token serves every endpoint of its origin, and is replaced six hours before it ends', async () => {
    const vapid = new Vapid(await newVapidKeys(), SUBJECT);
    const first = await vapid.header('https://a.push.apple.com/1', NOW);
    expect(await vapid.header('https://a.push.apple.com/2', NOW + 5.9 * HOUR)).toBe(first);
    expect(await vapid.header('https://b.push.apple.com/1', NOW)).not.toBe(first);
    expect(await vapid.header('https://a.push.apple.com/1', NOW + 6 * HOUR)).not.toBe(first);
  });

  test('keys that are none, or not of one pair, are told apart from good ones', async () => {
    const [keys, others] = [await newVapidKeys(), await newVapidKeys()];
    const error = (changed: Partial<VapidKeys>) => vapidKeysError({ ...keys, ...changed });
    expect(await error({})).toBeUndefined();
    expect(await error({ publicKey: 'abc' })).toContain('VAPID_PUBLIC_KEY must be');
    expect(await error({ privateKey: `${keys.privateKey}=` })).toContain('VAPID_PRIVATE_KEY must be');
    expect(await error({ privateKey: others.privateKey })).toContain('not one pair');
    expect(await error({ publicKey: others.publicKey })).toContain('not one pair');
  });
});

describe('classify answer', () => {
  const NOW_MS = Date.UTC(2026, 6, 1, 12);
  const classify = (status: number, headers: Record<string, string> = {}) =>
    classifyResponse({ status, headers: new Headers(headers) }, NOW_MS);

  describe('an answer other than success', () => {
    test.each([
      ...[500, 502, 503, 599].map((status) => [status, 'failed'] as const),
      ...[204, 302, 400, 401, 404, 499].map((status) => [status, 'rejected'] as const),
    ])('[FD7] of %s has %s', (status, kind) => {
      expect(classify(status)).toEqual({ kind, reason: `status ${status}` });
    });

    test.each([
      [429, { 'retry-after': '7' }, 7_000],
      [429, {}, 10_000],
      [503, { 'retry-after': '120' }, 120_000],
      [503, { 'retry-after': 'Wed, 01 Jul 2026 12:00:30 GMT' }, 30_000],
    ])('[FD7] of %s with %j asks for a pause', (status, headers, retryAfterMs) => {
      expect(classify(status, headers)).toEqual({ kind: 'paused', reason: `status ${status}`, retryAfterMs });
    });

    test('[FD7] below 500 is rejected even with Retry-After, unless it is 429', () => {
      expect(classify(403, { 'retry-after': '7' })).toEqual({ kind: 'rejected', reason: 'status 403' });
    });
  });

  describe('a refusal', () => {
    const refusal = (service: Service, status: number, body: unknown = '', headers: Record<string, string> = {}) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return refusalOf(service, { status, headers: new Headers(headers), text }, NOW_MS);
    };
    const byBot = (error_code: number, description: string, parameters?: object) =>
      refusal('telegram', error_code, { ok: false, error_code, description, ...(parameters ? { parameters } : {}) });

    test.each([
      [400, 'Bad Request: chat not found', 'closed'],
      [400, 'Bad Request: PEER_ID_INVALID', 'closed'],
      [400, 'Bad Request: TOPIC_CLOSED', 'closed'],
      [400, 'Bad Request: message thread not found', 'closed'],
      [400, 'Bad Request: not enough rights to send text messages to the chat', 'closed'],
      [400, 'Bad Request: have no rights to send a message', 'closed'],
      [400, 'Bad Request: need administrator rights in the channel chat', 'closed'],
      [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'closed'],
      [400, 'Bad Request: group chat was upgraded to a supergroup chat', 'closed'],
      [403, 'Forbidden: bot was blocked by the user', 'closed'],
      [403, 'Forbidden: bot was kicked from the supergroup chat', 'closed'],
      [403, 'Forbidden: user is deactivated', 'closed'],
      [400, 'Bad Request: message text is empty', 'message'],
      [400, 'Bad Request: message is too long', 'message'],
      [400, "Bad Request: can't parse entities", 'message'],
      [401, 'Unauthorized', 'ours'],
      [404, 'Not Found', 'ours'],
      [500, 'Internal Server Error', 'passing'],
    ])('of Telegram, %i %s, is of whom it concerns: %s', (status, description, kind) => {
      expect(byBot(status, description)).toEqual({ kind });
    });

    test('of Telegram names the chat that a group has become, and how long to wait', () => {
      const upgraded = 'Bad Request: group chat was upgraded to a supergroup chat';
      expect(byBot(400, upgraded, { migrate_to_chat_id: -1_001_234 })).toEqual({ kind: 'moved', chatId: -1_001_234 });
      const passing = (retryAfterMs: number) => ({ kind: 'passing', retryAfterMs });
      expect(byBot(429, 'Too Many Requests: retry after 35', { retry_after: 35 })).toEqual(passing(35_000));
      expect(refusal('telegram', 429, 'what?')).toEqual(passing(10_000));
      expect(refusal('telegram', 400, '[null]')).toEqual({ kind: 'message' });
    });

    test('of a push service is of the subscription (404, 410), of our keys (401, 403) or of the message (413); of a webhook it lasts with 410 alone', () => {
      const kinds = [404, 410, 401, 403, 413, 400, 500].map((status) => refusal('push', status).kind);
      expect(kinds).toEqual(['closed', 'closed', 'ours', 'ours', 'message', 'passing', 'passing']);
      const byHook = [410, 404, 401, 302, 500].map((status) => refusal('webhook', status).kind);
      expect(byHook).toEqual(['closed', 'passing', 'passing', 'passing', 'passing']);
      const result = refusal('webhook', 503, '', { 'retry-after': '20' });
      expect(result).toEqual({ kind: 'passing', retryAfterMs: 20_000 });
    });
  });

  test.each([
    ['5', 5_000],
    ['1.5', 1_500],
    ['0', 1_000],
    ['86400', 900_000],
    ['86401', 10_000],
    ['31556952000', 10_000],
    [new Date(Date.UTC(3026, 0)).toUTCString(), 10_000],
    [new Date(NOW_MS + 30_000).toUTCString(), 30_000],
    [new Date(NOW_MS - 30_000).toUTCString(), 10_000],
    [null, 10_000],
    ['', 10_000],
    [' ', 10_000],
    ['-5', 10_000],
    ['soon', 10_000],
    ['Infinity', 10_000],
  ])('[FD7] Retry-After: %s pauses all calls for %s ms', (header, pauseMs) => {
    expect(retryAfterMs(header, NOW_MS)).toBe(pauseMs);
  });

  test('[FD7] a failed call is tried again after 2, 4 and 8 s, a fifth more or less', () => {
    const retries = Array.from({ length: MAX_RETRIES }, (_, index) => index + 1);
    expect(retries.map((retry) => retryDelayMs(retry, 0.5))).toEqual([2_000, 4_000, 8_000]);
    expect(retries.map((retry) => retryDelayMs(retry, 0))).toEqual([1_600, 3_200, 6_400]);
  });
});

describe('read bounded', () => {
  function inChunks(bytes: Uint8Array, size: number): Response {
    let at = 0;
    return new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + size));
          at += size;
        },
      }),
    );
  }

  describe('a JSON body of bounded length', () => {
    test('is put together from pieces that cut characters in two', async () => {
      const value = { text: 'Čačak – Пловдив – Ξάνθη' };
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      await expect(readBoundedJson(inChunks(bytes, 1), bytes.length)).resolves.toEqual(value);
    });

    test('is read no further than its bound', async () => {
      let pulled = 0;
      let cancelled = false;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1_000));
        },
        cancel() {
          cancelled = true;
        },
      });
      await expect(readBoundedJson(new Response(endless), 10_000)).rejects.toThrow(RangeError);
      expect(cancelled).toBe(true);
      expect(pulled).toBeLessThan(20);
    });

    test('that breaks off is no JSON', async () => {
      const bytes = new TextEncoder().encode('{"events":[{"id":');
      await expect(readBoundedJson(inChunks(bytes, 5), 1_000)).rejects.toThrow(SyntaxError);
      await expect(readBoundedJson(new Response(null), 1_000)).rejects.toThrow(SyntaxError);
    });
  });

  test('bytes of bounded length are put together from their pieces, and read no further than the bound', async () => {
    const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index);
    expect(await readBoundedBytes(inChunks(bytes, 7), 1_000)).toEqual(bytes);
    await expect(readBoundedBytes(inChunks(bytes, 7), 999)).rejects.toThrow(RangeError);
  });
});
