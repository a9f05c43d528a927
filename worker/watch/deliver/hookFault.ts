/** Why a webhook's address is refused. */
export type HookFault = 'url' | 'https' | 'port' | 'userinfo' | 'host' | 'own';

export interface HookRules {
  /** Hosts of this product itself: neither they nor what lies below them. */
  readonly ownHosts: readonly string[];
  /** For trying: http on the loopback interface. */
  readonly allowsLoopback: boolean;
}

/** Names that never lead outside: of one machine, of one network, or reserved. */
const INNER_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa|arpa|onion|test|invalid|example)$/;
/** A name of at least two labels, whose last is no number: what a URL parser leaves of any way to write an IPv4 address is numbers. */
const PUBLIC_NAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z][a-z0-9-]{0,61}[a-z0-9])\.?$/;
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * What is wrong with the address of a webhook; null if it may be called. Only https on its own port, only names: an
 * address that is a number in any notation, carries a password, or names a machine that only we can reach, is none.
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
