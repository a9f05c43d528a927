type HookFault = 'url' | 'https' | 'port' | 'userinfo' | 'host' | 'own';

interface HookRules {
  /** Hosts of this product itself, with all their subdomains. */
  readonly ownHosts: readonly string[];
  /** For tests: http on the loopback interface. */
  readonly allowsLoopback: boolean;
}

/** Names that never lead outside: of one machine, of one network, or reserved. */
const INNER_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa|arpa|onion|test|invalid|example)$/;
/** At least two labels, the last no number: a URL parser turns every notation of an IPv4 address into numbers. */
const PUBLIC_NAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z][a-z0-9-]{0,61}[a-z0-9])\.?$/;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Null if the webhook may be called: https on its own port and a public name; no number in any notation, no password,
 * no machine that only we can reach.
 */
export function hookFault(text: string, { ownHosts, allowsLoopback }: HookRules): HookFault | null {
  if (!URL.canParse(text)) return 'url';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'userinfo';
  if (allowsLoopback && protocol === 'http:' && LOOPBACK.test(hostname)) return null;
  if (protocol !== 'https:') return 'https';
  if (port !== '') return 'port';
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (!PUBLIC_NAME.test(host) || INNER_NAME.test(host)) return 'host';
  const isOwn = ownHosts.some((own) => host === own || host.endsWith(`.${own}`));
  return isOwn ? 'own' : null;
}

const encoder = new TextEncoder();
const SECRET_BYTES = 24;

/** A new signing secret, as Standard Webhooks write it. `random` returns so many random bytes. */
export function newHookSecret(random: (bytes: number) => Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`;
}

/**
 * Standard Webhooks 1.0: id, time in seconds, and HMAC-SHA256 over `id.time.body`. Receivers refuse one older than five
 * minutes, so each attempt is signed anew.
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
