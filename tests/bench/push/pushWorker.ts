import { encodeBase64Url } from 'hono/utils/encode';
import { postPush, topicOf } from '#worker/push/postPush.ts';
import { newVapidKeys, Vapid } from '#worker/push/Vapid.ts';

/** `GET /?count=` makes so many messages, each as for a browser of its own, and says how long a body is; none leaves. */
const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const;
const base64UrlOf = (bytes: ArrayBuffer) => encodeBase64Url(bytes).replace(/=+$/, '');

export default {
  async fetch(request: Request): Promise<Response> {
    const count = Number(new URL(request.url).searchParams.get('count'));
    const vapid = new Vapid(await newVapidKeys(), 'https://example.org');
    const keys = (await crypto.subtle.generateKey(ECDH, true, ['deriveBits'])) as CryptoKeyPair;
    const point = (await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer;
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/a',
      keys: { p256dh: base64UrlOf(point), auth: base64UrlOf(new ArrayBuffer(16)) },
    };
    let bytes = 0;
    for (let at = 0; at < count; at += 1) {
      await postPush({
        subscription,
        payload: new Uint8Array(600),
        ttlS: 3_600,
        urgency: 'high',
        topic: topicOf('recipient', String(at)),
        vapid,
        nowMs: Date.now(),
        signal: AbortSignal.timeout(60_000),
        fetch: async (_, init) => {
          bytes = (await new Response(init?.body ?? null).arrayBuffer()).byteLength;
          return new Response(null, { status: 201 });
        },
      });
    }
    return Response.json({ bytes });
  },
};

/** wrangler.toml binds them, and bundling asks for them. */
export class Feed {}
export class Relay {}
export class Watch {}
export class Nowcast {}
export class Hindcast {}
export class Witness {}
export class KeyMeter {}
