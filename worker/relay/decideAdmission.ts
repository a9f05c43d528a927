import type { ClientKey } from './ClientKey.ts';
import type { Counted } from './Tally.ts';

/** Open streams counted by one kind of network. */
export interface Counts {
  readonly total: number;
  of(key: string): number;
  heaviest(): Counted | undefined;
}

export interface OpenCounts {
  readonly networks: Counts;
  /** Streams of a network by its hosts. */
  hostsOf(network: string): Counts | undefined;
}

export type Admission =
  | { readonly kind: 'free' }
  /** The newest stream of this host must go. */
  | { readonly kind: 'displace'; readonly victim: ClientKey }
  | { readonly kind: 'refuse' };

/** Moving one slot makes the smaller share larger only if the shares differ by two: by one, they would just swap. */
const WORTH_MOVING = 2;

/**
 * Whether a newcomer gets one of `slots`. While one is free, anyone does. After that slots are shared max-min: first
 * between networks, then between the hosts of one network. It follows that no stream within its network's even share
 * is ever displaced, and that displacing ends: each time, the smallest shares grow.
 */
export function decideAdmission(open: OpenCounts, newcomer: ClientKey, slots: number): Admission {
  if (open.networks.total < slots) return { kind: 'free' };
  const { networks } = open;
  const most = networks.heaviest();
  const poor = networks.of(newcomer.network);
  if (most && most.count - poor >= WORTH_MOVING) return displace(open, most.key);
  const hosts = open.hostsOf(newcomer.network);
  const mostHost = hosts?.heaviest();
  if (hosts && mostHost && mostHost.count - hosts.of(newcomer.host) >= WORTH_MOVING) {
    return displace(open, newcomer.network);
  }
  return { kind: 'refuse' };
}

function displace(open: OpenCounts, network: string): Admission {
  const host = open.hostsOf(network)?.heaviest()?.key;
  return host === undefined ? { kind: 'refuse' } : { kind: 'displace', victim: { network, host } };
}
