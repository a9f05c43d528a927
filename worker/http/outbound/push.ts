import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';
import * as v from 'valibot';

/** The key pair that subscriptions are created for: both base64url without padding. */
export interface VapidKeys {
  /** An uncompressed point of P-256: 65 bytes. Pages subscribe with it. */
  readonly publicKey: string;
  /** 32 bytes; a secret. */
  readonly privateKey: string;
}

/** Push services accept no token that lives longer than 24 h (RFC 8292, 2). */
const LIFE_MS = 12 * 60 * 60_000;
const ES256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;

const base64UrlOf = (bytes: Uint8Array) => encodeBase64Url(bytes.slice().buffer).replaceAll('=', '');
const jsonPart = (value: unknown) => base64UrlOf(utf8ToBytes(JSON.stringify(value)));

export async function newVapidKeys(): Promise<VapidKeys> {
  const pair = (await crypto.subtle.generateKey(ES256, true, ['sign', 'verify'])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer;
  const { d } = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey;
  return { publicKey: base64UrlOf(new Uint8Array(point)), privateKey: d as string };
}

function jwkOf({ publicKey, privateKey }: VapidKeys): JsonWebKey {
  const point = decodeBase64Url(publicKey);
  const coordinate = (from: number) => base64UrlOf(point.subarray(from, from + 32));
  return { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey };
}

/**
 * `Authorization` for a push service (RFC 8292), valid for 12 h at every endpoint of `origin`.
 * @throws DOMException if the keys are invalid
 */
async function vapidHeader(keys: VapidKeys, subject: string, origin: string, nowMs: number): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', jwkOf(keys), ES256, false, ['sign']);
  const claims = { aud: origin, exp: Math.floor((nowMs + LIFE_MS) / 1_000), sub: subject };
  const unsigned = `${jsonPart({ typ: 'JWT', alg: 'ES256' })}.${jsonPart(claims)}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8ToBytes(unsigned).slice());
  return `vapid t=${unsigned}.${base64UrlOf(new Uint8Array(signature))}, k=${keys.publicKey}`;
}

export function pointError(publicKey: string): string | undefined {
  if (/^B[\w-]{86}$/.test(publicKey)) return undefined;
  return 'VAPID_PUBLIC_KEY must be 87 characters of base64url, from a B on';
}

export async function vapidKeysError(keys: VapidKeys): Promise<string | undefined> {
  const error = pointError(keys.publicKey);
  if (error !== undefined) return error;
  if (!/^[\w-]{43}$/.test(keys.privateKey)) return 'VAPID_PRIVATE_KEY must be 43 characters of base64url';
  const verified = async () => {
    const text = new Uint8Array([1]);
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const secret = await crypto.subtle.importKey('jwk', jwkOf(keys), ES256, false, ['sign']);
    const signature = await crypto.subtle.sign(algorithm, secret, text);
    const open = await crypto.subtle.importKey('raw', decodeBase64Url(keys.publicKey), ES256, false, ['verify']);
    return crypto.subtle.verify(algorithm, open, signature, text);
  };
  return (await verified().catch(() => false)) ? undefined : 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not one pair';
}

/** A cached token is replaced when less than this is left: more than any clock error. */
const LEAST_LEFT_MS = 6 * 60 * 60_000;
const MAX_RETAINED = 64;

/** Signs for a deployment, once per push service and half a day. */
export class Vapid {
  readonly #keys: VapidKeys;
  readonly #subject: string;
  readonly #kept = new Map<string, { readonly untilMs: number; readonly header: Promise<string> }>();

  /** `subject`: an https or mailto address where a push service can contact us; some refuse localhost. */
  constructor(keys: VapidKeys, subject: string) {
    this.#keys = keys;
    this.#subject = subject;
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  header(endpoint: string, nowMs: number): Promise<string> {
    const { origin } = new URL(endpoint);
    const cached = this.#kept.get(origin);
    if (cached && nowMs < cached.untilMs) return cached.header;
    // Endpoints are user input, so the number of cached tokens is limited.
    if (this.#kept.size >= MAX_RETAINED) this.#kept.clear();
    const header = vapidHeader(this.#keys, this.#subject, origin, nowMs);
    this.#kept.set(origin, { untilMs: nowMs + LIFE_MS - LEAST_LEFT_MS, header });
    return header;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

interface PushKeys {
  /** Public key on P-256: 65 bytes, an uncompressed point. */
  readonly p256dh: Bytes;
  /** Shared secret: 16 bytes. */
  readonly auth: Bytes;
}

/** Must differ between any two messages. */
interface PushNonce {
  readonly salt: Bytes;
  /** ECDH keys on P-256, for one message. */
  readonly pair: CryptoKeyPair;
}

/** Every message is padded to this, so that its length does not reveal whether it says stop or all clear. */
export const PADDED_BYTES = 2_560;
/** Before the record: salt, record size, key length and key. After the text: the record's delimiter and tag. */
const HEADER_BYTES = 16 + 4 + 1 + 65;
const MARK_AND_TAG_BYTES = 1 + 16;
/**
 * The length of every body. Push services must accept 4,096 (RFC 8030, 7.2), but Mozilla's passes messages to Firefox
 * on Android in base64 through another service, with 2,744 at most (autopush-rs, docs/src/http.md).
 */
export const BODY_BYTES = HEADER_BYTES + PADDED_BYTES + MARK_AND_TAG_BYTES;
const RECORD_SIZE = 4_096;
/** Marks the last record (RFC 8188, 2); zeros follow it. */
const LAST_RECORD = 2;
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;

export async function newPushNonce(): Promise<PushNonce> {
  const pair = (await crypto.subtle.generateKey(ECDH, true, ['deriveBits'])) as CryptoKeyPair;
  return { salt: crypto.getRandomValues(new Uint8Array(16)), pair };
}

/**
 * The body of a Web Push message: RFC 8291 over RFC 8188's aes128gcm, in one record.
 * @throws RangeError if the text is longer than `paddedBytes`; DOMException if `p256dh` is not a point of the curve
 */
export async function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  { salt, pair }: PushNonce,
  paddedBytes: number = PADDED_BYTES,
): Promise<Bytes> {
  if (text.byteLength > paddedBytes) throw new RangeError(`a push message has at most ${paddedBytes} bytes`);
  const ours = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer);
  const theirs = await crypto.subtle.importKey('raw', p256dh, ECDH, false, []);
  const shared = await crypto.subtle.deriveBits(derivation(theirs), pair.privateKey, 256);
  const input = await hkdf(shared, auth, bytesOf('WebPush: info\0', p256dh, ours), 32);
  const [key, nonce] = await Promise.all([
    hkdf(input, salt, bytesOf('Content-Encoding: aes128gcm\0'), 16),
    hkdf(input, salt, bytesOf('Content-Encoding: nonce\0'), 12),
  ]);
  const record = new Uint8Array(paddedBytes + 1);
  record.set(text);
  record[text.byteLength] = LAST_RECORD;
  const aesKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aesKey, record);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_SIZE);
  return bytesOf(salt, size, new Uint8Array([ours.byteLength]), ours, new Uint8Array(sealed));
}

/** workerd's types say `$public`; at run time it is `public`, as everywhere. */
function derivation(theirs: CryptoKey): { name: string } {
  return { name: 'ECDH', public: theirs } as { name: string };
}

async function hkdf(input: BufferSource, salt: Bytes, info: Bytes, bytes: number): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8);
}

function bytesOf(...parts: readonly (string | Uint8Array)[]): Bytes {
  return concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part)));
}

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

function endpointError(text: string, localHosts: readonly string[]): string | undefined {
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
        const error = dataset.typed ? endpointError(dataset.value, localHosts) : undefined;
        if (error) addIssue({ message: error });
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

const TOPIC_CHARS = 24;
/** With a shorter TTL, some services drop messages that they cannot deliver at once. */
const LEAST_TTL_S = 60;

export interface PushPost {
  readonly subscription: Pick<PushSubscription, 'endpoint' | 'keys'>;
  readonly payload: Uint8Array;
  /** How long the service stores it for an offline device; at least 60 s. */
  readonly ttlS: number;
  readonly urgency: 'high' | 'normal';
  /** From `topicOf`. A newer message of a topic replaces a pending one. */
  readonly topic: string;
  readonly vapid: Vapid;
  readonly fetch: typeof fetch;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** Generated unless a test provides one. */
  readonly nonce?: PushNonce;
}

/** The topic of a recipient's messages on one area; also the notification's tag: 24 characters of base64url. */
export function topicOf(recipientId: string, areaId: string): string {
  const hash = sha256(utf8ToBytes(`${recipientId}.${areaId}`));
  return encodeBase64Url(hash.slice().buffer).slice(0, TOPIC_CHARS);
}

/**
 * Encrypts, signs and posts one message (RFC 8030, 8291, 8292). The service returns 201 if accepted, 404 or 410 if the
 * subscription no longer exists; a redirect is not followed.
 * @throws RangeError if the payload is too long; what `fetch` throws
 */
export async function postPush({ subscription, payload, vapid, fetch, nowMs, ...post }: PushPost): Promise<Response> {
  const [authorization, body] = await Promise.all([
    vapid.header(subscription.endpoint, nowMs),
    encryptPush(payload, pushKeysOf(subscription), post.nonce ?? (await newPushNonce())),
  ]);
  return fetch(subscription.endpoint, {
    method: 'POST',
    redirect: 'manual',
    signal: post.signal,
    headers: {
      authorization,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(Math.max(LEAST_TTL_S, Math.floor(post.ttlS))),
      urgency: post.urgency,
      topic: post.topic,
    },
    body,
  });
}
