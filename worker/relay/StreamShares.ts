import { type ClientKey, isTrialKey, TRIAL_NETWORK } from './ClientKey.ts';

interface Owned {
  readonly client: ClientKey;
}

/** Streams by network and host, and the newest of each host. */
export class StreamShares<Stream extends Owned> implements OpenCounts {
  readonly networks = new Tally();
  private readonly hosts = new Map<string, Tally>();
  /** Oldest first. */
  private readonly streams = new Map<string, Stream[]>();

  hostsOf(network: string): Tally | undefined {
    return this.hosts.get(network);
  }

  add(stream: Stream): void {
    const { network, host } = stream.client;
    this.networks.add(network);
    const hosts = this.hosts.get(network) ?? new Tally();
    hosts.add(host);
    this.hosts.set(network, hosts);
    const streams = this.streams.get(host);
    if (streams) streams.push(stream);
    else this.streams.set(host, [stream]);
  }

  remove(stream: Stream): void {
    const { network, host } = stream.client;
    const streams = this.streams.get(host) ?? [];
    const at = streams.lastIndexOf(stream);
    if (at < 0) return;
    streams.splice(at, 1);
    if (streams.length === 0) this.streams.delete(host);
    this.networks.remove(network);
    const hosts = this.hosts.get(network);
    hosts?.remove(host);
    if (hosts?.size === 0) this.hosts.delete(network);
  }

  newestOf({ host }: ClientKey): Stream | undefined {
    return this.streams.get(host)?.at(-1);
  }
}

interface Counts {
  readonly total: number;
  of(key: string): number;
  heaviest(): Counted | undefined;
}

interface OpenCounts {
  readonly networks: Counts;
  hostsOf(network: string): Counts | undefined;
}

type Admission =
  | { readonly kind: 'free' }
  | { readonly kind: 'displace'; readonly victim: ClientKey }
  | { readonly kind: 'refuse' };

/** Moving one slot makes the smaller share larger only if the shares differ by two: by one, they would just swap. */
const WORTH_MOVING = 2;

/**
 * Whether a newcomer gets one of `slots`. A free one goes to anyone. Then a trial is refused, and anyone else takes a
 * trial's slot. When no trial is left, slots are shared max-min, first between networks, then between the hosts of one.
 * So no stream within its network's even share is displaced, and displacing ends, because the smallest shares grow each
 * time.
 */
export function decideAdmission(open: OpenCounts, newcomer: ClientKey, slots: number): Admission {
  if (open.networks.total < slots) return { kind: 'free' };
  if (isTrialKey(newcomer)) return { kind: 'refuse' };
  const { networks } = open;
  if (networks.of(TRIAL_NETWORK) > 0) return displace(open, TRIAL_NETWORK);
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

interface Counted {
  readonly key: string;
  readonly count: number;
}

/** Counts by key. Each operation takes constant time, however many keys there are. */
class Tally {
  total = 0;
  private readonly counts = new Map<string, number>();
  private readonly keysWith = new Map<number, Set<string>>();
  private most = 0;

  get size(): number {
    return this.counts.size;
  }

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  heaviest(): Counted | undefined {
    const [key] = this.keysWith.get(this.most) ?? [];
    return key === undefined ? undefined : { key, count: this.most };
  }

  add(key: string): void {
    this.change(key, 1);
    this.most = Math.max(this.most, this.of(key));
  }

  remove(key: string): void {
    if (this.of(key) === 0) return;
    this.change(key, -1);
    // If the key was the last with the highest count, that is now one lower.
    if (!this.keysWith.has(this.most)) this.most -= 1;
  }

  private change(key: string, by: 1 | -1): void {
    const before = this.of(key);
    const now = before + by;
    const left = this.keysWith.get(before);
    left?.delete(key);
    if (left?.size === 0) this.keysWith.delete(before);
    if (now === 0) this.counts.delete(key);
    else {
      this.counts.set(key, now);
      const joined = this.keysWith.get(now) ?? new Set();
      this.keysWith.set(now, joined.add(key));
    }
    this.total += by;
  }
}
