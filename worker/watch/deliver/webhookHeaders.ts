const encoder = new TextEncoder();
const SECRET_BYTES = 24;

/** A new signing secret, as Standard Webhooks write it. `random` returns so many random bytes. */
export function newHookSecret(random: (bytes: number) => Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`;
}

/**
 * The headers of a signed message by Standard Webhooks 1.0: id, time in seconds, and HMAC-SHA256 over `id.time.body`.
 * Whoever gets it refuses one that is older than five minutes, so it is signed anew for each attempt.
 */
export async function webhookHeaders(
  secret: string,
  id: string,
  body: string,
  nowMs: number,
): Promise<Record<string, string>> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${id}.${timestamp}.${body}`));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}
