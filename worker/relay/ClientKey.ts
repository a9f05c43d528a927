import { accountName } from '#worker/http/keys/apiKeys.ts';
import { clientNetworks } from '#worker/http/visitors.ts';

/** Pseudonyms of a stream's client, good for a day. For IPv4 both are the address. */
export interface ClientKey {
  /** An IPv4 address or an IPv6 /48, the most that one customer of a provider gets; or an account; or `trial`. */
  readonly network: string;
  /** An IPv4 address or an IPv6 /64; or a key. */
  readonly host: string;
}

export const NO_ADDRESS: ClientKey = { network: '', host: '' };

/** An account counts as a separate network, each of its keys as a host. */
export function bearerKey({ account, id }: { readonly account: string; readonly id: string }): ClientKey {
  return { network: accountName(account), host: accountName(id) };
}

export const TRIAL_NETWORK = 'trial';

/** A stream without a key, of another than the site. All of them count as one network, each caller's network as a host. */
export function trialKey({ network }: ClientKey): ClientKey {
  return { network: TRIAL_NETWORK, host: `trial:${network}` };
}

export const isTrialKey = ({ network }: ClientKey) => network === TRIAL_NETWORK;

const HASH_BYTES = 12;
const encoder = new TextEncoder();

/** Cannot be computed back to the address without the day's `salt`. */
export async function clientKey(address: string, salt: string): Promise<ClientKey> {
  if (address === '') return NO_ADDRESS;
  const { near, wide } = clientNetworks(address);
  const host = await pseudonym(near, salt);
  return { network: near.includes(':') ? await pseudonym(wide, salt) : host, host };
}

async function pseudonym(network: string, salt: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`${salt} ${network}`));
  return [...new Uint8Array(digest, 0, HASH_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
