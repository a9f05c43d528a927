import type { RelayLoads } from '#worker/feed/FeedCalls.ts';
import type { Lease } from '#worker/feed/ledger/LeaseLedger.ts';
import { relayCount } from './relayCount.ts';

/** What the relays named `relay:INDEX` hold, as they last reported. */
export function relayLoads(
  leases: readonly Pick<Lease, 'relay' | 'viewers'>[],
  maxStreams: number,
  maxRelays: number,
): Omit<RelayLoads, 'salt'> {
  const viewers: number[] = [];
  let all = 0;
  for (const lease of leases) {
    const index = Number(lease.relay.split(':')[1]);
    all += lease.viewers;
    while (viewers.length <= index && index < maxRelays) viewers.push(0);
    if (index < viewers.length) viewers[index] = lease.viewers;
  }
  return { count: relayCount(all, maxStreams, maxRelays), viewers };
}
