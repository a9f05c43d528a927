import { utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode';

/** The key pair that subscriptions are made for: both base64url without padding. */
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
 * `Authorization` for a push service (RFC 8292), good for 12 h at every endpoint of `origin`.
 * @throws DOMException if the keys are invalid
 */
async function vapidHeader(keys: VapidKeys, subject: string, origin: string, nowMs: number): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', jwkOf(keys), ES256, false, ['sign']);
  const claims = { aud: origin, exp: Math.floor((nowMs + LIFE_MS) / 1_000), sub: subject };
  const unsigned = `${jsonPart({ typ: 'JWT', alg: 'ES256' })}.${jsonPart(claims)}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8ToBytes(unsigned).slice());
  return `vapid t=${unsigned}.${base64UrlOf(new Uint8Array(signature))}, k=${keys.publicKey}`;
}

export function pointFault(publicKey: string): string | undefined {
  if (/^B[\w-]{86}$/.test(publicKey)) return undefined;
  return 'VAPID_PUBLIC_KEY must be 87 characters of base64url, from a B on';
}

export async function vapidKeysFault(keys: VapidKeys): Promise<string | undefined> {
  const fault = pointFault(keys.publicKey);
  if (fault !== undefined) return fault;
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

/** A kept token is replaced when less than this is left: more than any clock is wrong. */
const LEAST_LEFT_MS = 6 * 60 * 60_000;
const MAX_KEPT = 64;

/** Signs for a deployment, once for each push service and half a day. */
export class Vapid {
  readonly #keys: VapidKeys;
  readonly #subject: string;
  readonly #kept = new Map<string, { readonly untilMs: number; readonly header: Promise<string> }>();

  /** `subject`: an https or mailto address at which a push service reaches us; some refuse localhost. */
  constructor(keys: VapidKeys, subject: string) {
    this.#keys = keys;
    this.#subject = subject;
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  header(endpoint: string, nowMs: number): Promise<string> {
    const { origin } = new URL(endpoint);
    const kept = this.#kept.get(origin);
    if (kept && nowMs < kept.untilMs) return kept.header;
    // Endpoints are user input, so the number kept is bounded.
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const header = vapidHeader(this.#keys, this.#subject, origin, nowMs);
    this.#kept.set(origin, { untilMs: nowMs + LIFE_MS - LEAST_LEFT_MS, header });
    return header;
  }
}
