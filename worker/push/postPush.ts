import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeBase64Url } from 'hono/utils/encode';
import { encryptPush, newPushNonce, type PushNonce } from './encryptPush.ts';
import { type PushSubscription, pushKeysOf } from './pushSubscription.ts';
import type { Vapid } from './Vapid.ts';

const TOPIC_CHARS = 24;
/** With a shorter one, some services drop what they cannot deliver at once. */
const LEAST_TTL_S = 60;

export interface PushPost {
  readonly subscription: Pick<PushSubscription, 'endpoint' | 'keys'>;
  readonly payload: Uint8Array;
  /** How long the service keeps it for an absent device; at least 60 s. */
  readonly ttlS: number;
  readonly urgency: 'high' | 'normal';
  /** From `topicOf`. A newer message of a topic replaces a waiting one. */
  readonly topic: string;
  readonly vapid: Vapid;
  readonly fetch: typeof fetch;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** Made anew unless a test gives one. */
  readonly nonce?: PushNonce;
}

/** Of a recipient's messages on one area; also the notification's tag: 24 characters of base64url. */
export function topicOf(recipientId: string, areaId: string): string {
  const hash = sha256(utf8ToBytes(`${recipientId}.${areaId}`));
  return encodeBase64Url(hash.slice().buffer).slice(0, TOPIC_CHARS);
}

/**
 * Encrypts, signs and posts one message (RFC 8030, 8291, 8292). The service answers 201 if accepted, 404 or 410 if the
 * subscription is gone; a redirect is not followed.
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
