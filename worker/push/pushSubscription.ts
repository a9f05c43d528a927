import { decodeBase64Url } from 'hono/utils/encode';
import * as v from 'valibot';
import type { PushKeys } from './encryptPush.ts';

const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;

const numberOf = (bytes: Uint8Array) => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/**
 * Whether the bytes are an uncompressed point of P-256: y² = x³ − 3x + b modulo p (FIPS 186-4, D.1.2.3). Synchronous
 * for a schema, unlike WebCrypto's importKey.
 */
export function isCurvePoint(bytes: Uint8Array): boolean {
  if (bytes.byteLength !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  const [x, y] = [numberOf(bytes.subarray(1, 33)), numberOf(bytes.subarray(33))];
  return x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
}

/** The browsers' push services. An endpoint is user input, so no other host is called. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const;

const MAX_ENDPOINT = 1_024;
const AUTH_BYTES = 16;

function endpointFault(text: string, localHosts: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'addressExpected';
  if (url.username !== '' || url.password !== '') return 'userinfo';
  if (localHosts.includes(url.host)) return url.protocol === 'http:' ? undefined : 'httpsExpected';
  if (url.protocol !== 'https:') return 'httpsExpected';
  if (url.port !== '') return 'port';
  const listed = PUSH_HOSTS.some((host) =>
    host.startsWith('*') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return listed ? undefined : 'host';
}

const isBase64Url = (text: string) => /^[\w-]*$/.test(text) && text.length % 4 !== 1;

const Key = (rule: string, fits: (bytes: Uint8Array) => boolean) =>
  v.pipe(
    v.string('textExpected'),
    v.check(isBase64Url, 'base64url'),
    v.check((text) => !isBase64Url(text) || fits(decodeBase64Url(text)), rule),
  );

/**
 * A browser's `PushSubscription.toJSON()`. `localHosts` (with port, like `127.0.0.1:8790`) may be called over http, for
 * the local push service; none in a deployment.
 */
export function pushSubscriptionSchema(localHosts: readonly string[] = []) {
  return v.strictObject({
    endpoint: v.pipe(
      v.string('textExpected'),
      v.maxLength(MAX_ENDPOINT, 'tooLong'),
      v.rawCheck(({ dataset, addIssue }) => {
        const fault = dataset.typed ? endpointFault(dataset.value, localHosts) : undefined;
        if (fault) addIssue({ message: fault });
      }),
    ),
    expirationTime: v.optional(v.nullable(v.number('numberExpected'))),
    keys: v.strictObject({
      p256dh: Key('curvePoint', isCurvePoint),
      auth: Key('bytes16', ({ byteLength }) => byteLength === AUTH_BYTES),
    }),
  });
}

export type PushSubscription = v.InferOutput<ReturnType<typeof pushSubscriptionSchema>>;

export function pushKeysOf({ keys }: Pick<PushSubscription, 'keys'>): PushKeys {
  return { p256dh: decodeBase64Url(keys.p256dh), auth: decodeBase64Url(keys.auth) };
}
