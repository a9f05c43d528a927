import type { ClientKey } from './ClientKey.ts';
import type { OpenCounts } from './decideAdmission.ts';
import { Tally } from './Tally.ts';

interface Owned {
  readonly client: ClientKey;
}

/** Who holds how many streams, and which of a host's is the newest. */
export class StreamShares<Stream extends Owned> implements OpenCounts {
  readonly networks = new Tally();
  private readonly hosts = new Map<string, Tally>();
  /** The streams of each host, oldest first. */
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
