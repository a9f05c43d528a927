import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Subscription } from './PushStore.ts';

/** The least that a push service must take (RFC 8030, 7.2). */
const MAX_BODY_BYTES = 4_096;
const MAX_TOKEN_LIFE_S = 24 * 60 * 60;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

export interface PushRefusal {
  readonly status: number;
  readonly message: string;
}

interface PushRequest {
  readonly headers: IncomingHttpHeaders;
  readonly bodyBytes: number;
  /** The service's own origin, which a token must name. */
  readonly origin: string;
  readonly subscription: Subscription | 'gone' | undefined;
  readonly nowMs: number;
}

/**
 * Why a push service refuses a message, by RFC 8030 (5, 7) and 8292 (4) and as Mozilla's autopush does; undefined if it
 * takes it.
 */
export function judgePush({ headers, bodyBytes, origin, subscription, nowMs }: PushRequest): PushRefusal | undefined {
  const refused = (status: number, message: string) => ({ status, message });
  if (subscription === undefined) return refused(404, 'Push subscription is invalid');
  if (subscription === 'gone') return refused(410, 'Push subscription is no longer available');
  const { ttl, topic, urgency, authorization, 'content-encoding': encoding } = headers as Record<string, string>;
  if (ttl === undefined || !/^\d{1,9}$/.test(ttl)) return refused(400, 'TTL: a number of seconds is required');
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refused(400, 'Topic: at most 32 of base64url');
  if (urgency !== undefined && !URGENCIES.includes(urgency)) return refused(400, `Urgency: one of ${URGENCIES}`);
  if (bodyBytes > MAX_BODY_BYTES) return refused(413, `the body has more than ${MAX_BODY_BYTES} bytes`);
  if (bodyBytes > 0 && encoding !== 'aes128gcm') return refused(415, 'Content-Encoding: aes128gcm is required');
  return vapidRefusal(authorization, subscription.vapidKey, origin, nowMs);
}

function vapidRefusal(
  authorization: string | undefined,
  vapidKey: string | undefined,
  origin: string,
  nowMs: number,
): PushRefusal | undefined {
  const forbidden = (message: string) => ({ status: 403, message: `Authorization: ${message}` });
  if (authorization === undefined) return { status: 401, message: 'Authorization: vapid is required' };
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const publicKey = pointKey(key);
  if (!publicKey) return { status: 401, message: 'Authorization: must be vapid t=…, k=…' };
  const signed = Buffer.from(`${head}.${claims}`);
  const good = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!good) return forbidden('the signature is not of this key');
  // Firefox pads the key that it registers.
  if (vapidKey !== undefined && vapidKey.replace(/=+$/, '') !== key)
    return forbidden('the subscription is for another key');
  const { aud, exp, sub } = jsonPart(claims);
  if (jsonPart(head).alg !== 'ES256') return forbidden('alg must be ES256');
  if (aud !== origin) return forbidden(`aud must be ${origin}`);
  const leftS = Number(exp) - nowMs / 1_000;
  if (!(leftS > 0 && leftS <= MAX_TOKEN_LIFE_S)) return forbidden('exp must lie within the next 24 hours');
  if (!/^(mailto:|https:)/.test(String(sub))) return forbidden('sub must be mailto or https');
  return undefined;
}

function pointKey(key: string): KeyObject | undefined {
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function jsonPart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
