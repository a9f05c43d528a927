import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { isCurvePoint, pushKeysOf, pushSubscriptionSchema } from '#worker/push/pushSubscription.ts';

const keys = keysOfReceiver(newPushReceiver(randomBytes(16)));
const GOOD = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc:def', expirationTime: null, keys };

/** The first rule that each field breaks. */
function faults(body: unknown, localHosts: readonly string[] = []): Record<string, string> {
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
    expect(faults({ ...GOOD, endpoint })).toEqual({});
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
    expect(faults({ ...GOOD, endpoint })).toEqual({ endpoint: rule });
  });

  test('of the local push service is taken where its host and port are given, and nowhere else', () => {
    const local = { ...GOOD, endpoint: 'http://127.0.0.1:8790/push/a' };
    expect(faults(local, ['127.0.0.1:8790'])).toEqual({});
    expect(faults(local, ['127.0.0.1:8791'])).toEqual({ endpoint: 'httpsExpected' });
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
    expect(faults({ ...GOOD, keys: { ...keys, [name]: value } })).toEqual({ [`keys.${name}`]: rule });
  });

  test('gives the keys as bytes', () => {
    const parsed = v.parse(pushSubscriptionSchema(), GOOD);
    expect(Buffer.from(pushKeysOf(parsed).p256dh).toString('base64url')).toBe(keys.p256dh);
    expect(pushKeysOf(parsed).auth.byteLength).toBe(16);
  });
});

test('a point is of the curve exactly if WebCrypto imports it', async () => {
  const imports = (bytes: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.importKey('raw', bytes, { name: 'ECDH', namedCurve: 'P-256' }, false, []).then(
      () => true,
      () => false,
    );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 64 }), fc.nat(255), fc.boolean(), async (at, change, keep) => {
      const point = Uint8Array.from(createECDH('prime256v1').generateKeys());
      const bytes = keep ? point : point.map((byte, index) => (index === at ? byte ^ change : byte));
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
