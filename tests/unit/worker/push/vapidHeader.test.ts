import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { newVapidKeys, Vapid, type VapidKeys, vapidKeysFault } from '#worker/push/Vapid.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const HOUR = 3_600_000;
const SUBJECT = 'https://example.org/contact';

/** Checks the header as a push service does, with Node's own cryptography. */
function read(header: string, publicKey: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
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
  const fault = (changed: Partial<VapidKeys>) => vapidKeysFault({ ...keys, ...changed });
  expect(await fault({})).toBeUndefined();
  expect(await fault({ publicKey: 'abc' })).toContain('VAPID_PUBLIC_KEY must be');
  expect(await fault({ privateKey: `${keys.privateKey}=` })).toContain('VAPID_PRIVATE_KEY must be');
  expect(await fault({ privateKey: others.privateKey })).toContain('not one pair');
  expect(await fault({ publicKey: others.publicKey })).toContain('not one pair');
});
