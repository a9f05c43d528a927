import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';
import * as v from 'valibot';
import { TURNSTILE_ORIGIN, type TurnstileAction } from '#shared/http.ts';
import { utcDay } from '#shared/utcDay.ts';
import { readBoundedJson } from '#worker/http/outbound/readBounded.ts';

interface ClientNetworks {
  /** One household or machine: an IPv4 address, or an IPv6 /64, the rest of which it chooses itself. */
  readonly near: string;
  /** An IPv4 /24 or an IPv6 /48: the most that a provider or a data centre gives to one customer. */
  readonly wide: string;
}

/** A text that is not an address is its own host and network. */
export function clientNetworks(address: string): ClientNetworks {
  const ipv4 = ipv4Of(address);
  if (ipv4) return { near: ipv4, wide: `${ipv4.replace(/\.\d+$/, '')}.0/24` };
  try {
    const binary = convertIPv6ToBinary(address);
    return { near: ipv6Network(binary, 64), wide: ipv6Network(binary, 48) };
  } catch {
    return { near: address, wide: address };
  }
}

/** A client for rate limits: first its network, then the host in it. */
export interface Caller {
  /** An IPv4 address or an IPv6 /48, the most that one customer of a provider gets; or an account. */
  readonly network: string;
  /** An IPv4 address or an IPv6 /64; or the account again. */
  readonly host: string;
}

/** Never counted: a client without an address, or on a developer's machine. */
export const NOBODY: Caller = { network: '', host: '' };

/** As `clientNetworks` writes 127.0.0.1 and ::1. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '0:0:0:0::/64'];

export function callerAt(address: string | undefined): Caller {
  if (!address) return NOBODY;
  const { near, wide } = clientNetworks(address);
  if (LOOPBACK.includes(near)) return NOBODY;
  return { network: near.includes(':') ? wide : near, host: near };
}

function ipv4Of(address: string): string | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return address;
  try {
    const binary = convertIPv6ToBinary(address);
    return isIPv4MappedIPv6(binary) ? convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary)) : undefined;
  } catch {
    return undefined;
  }
}

function ipv6Network(binary: bigint, bits: number): string {
  const groups = Array.from({ length: bits / 16 }, (_, at) => (binary >> BigInt(112 - 16 * at)) & 0xffffn);
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

const SITEVERIFY_URL = `${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`;
const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 16_384;

const Verdict = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
});

interface TurnstileDeps {
  readonly secret: string;
  readonly fetch: typeof fetch;
  readonly url?: string;
}

interface TurnstileCheck {
  readonly token: string | undefined;
  readonly action: TurnstileAction;
  /** A UUID, as idempotency key: a token is valid once, but may be verified again for the same message. */
  readonly id: string;
  readonly address: string;
  /** Host name of the site; a token from any other is refused. */
  readonly host: string;
}

/** Whether Turnstile confirms a person; `unknown` if it does not answer within 5 s. Never rejects. */
export async function verifyTurnstile(
  { secret, fetch, url = SITEVERIFY_URL }: TurnstileDeps,
  { token, action: requested, id, address, host }: TurnstileCheck,
): Promise<'good' | 'refused' | 'unknown'> {
  if (token === undefined || token === '') return 'refused';
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret, response: token, remoteip: address, idempotency_key: id }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const verdict = v.safeParse(Verdict, await readBoundedJson(response, MAX_RESPONSE_BYTES));
    if (!verdict.success || response.status >= 500) return 'unknown';
    const { success, hostname, action } = verdict.output;
    return success && hostname === host && action === requested ? 'good' : 'refused';
  } catch {
    return 'unknown';
  }
}

/** The salt that the day's hashes of networks are made with. `fresh` becomes it if the day has none yet. */
export async function saltOf(db: D1Database, nowMs: number, fresh: string = crypto.randomUUID()): Promise<string> {
  const day = utcDay(nowMs);
  const [, select] = await db.batch<{ salt: string }>([
    db.prepare('INSERT INTO network_salt (day, salt) VALUES (?, ?) ON CONFLICT (day) DO NOTHING').bind(day, fresh),
    db.prepare('SELECT salt FROM network_salt WHERE day = ?').bind(day),
  ]);
  return select?.results[0]?.salt ?? fresh;
}

/** Once a day's salt is deleted, its hashes cannot be traced to a network. */
export async function forgetSalts(db: D1Database, nowMs: number): Promise<void> {
  await db.prepare('DELETE FROM network_salt WHERE day < ?').bind(utcDay(nowMs)).run();
}
