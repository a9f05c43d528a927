import type { Attempt } from './Attempt.ts';

/** So many networks must find a messenger's host dead, or closed to us, before it is taken for that. */
const NETWORKS_TO_OPEN = 3;
const PROBE_EVERY_MS = 15_000;
const OUR_FAULT_WITHIN_MS = 5 * 60_000;
const FORGET_AFTER_MS = 10 * 60_000;

interface Host {
  /** Networks whose last attempt did not reach it. */
  readonly unreached: Set<string>;
  /** When proven recipients of these networks were told that we may not send, since the last success. */
  readonly forbidden: Map<string, number>;
  probeMs: number;
  notedMs: number;
}

/**
 * What is known of the hosts of messengers, in memory alone. One that cannot be reached is probed every 15 s and by
 * whatever says stop; answers, of whatever kind, show that it can. A webhook's host is never taken for dead: what stands
 * behind one of its addresses says nothing of the others, and each that fails waits longer by itself.
 */
export class HostGuard {
  private readonly hosts = new Map<string, Host>();

  /** Takes one attempt into account. Returns true when it shows that the host refuses us, not one recipient. */
  note(host: string, network: string, attempt: Attempt, isProven: boolean, nowMs: number): boolean {
    const known = this.of(host, nowMs);
    if (attempt.kind === 'unreachable') {
      known.unreached.add(network);
      return false;
    }
    known.unreached.clear();
    if (attempt.kind === 'accepted') known.forbidden.clear();
    if (attempt.kind !== 'refused' || !isProven || (attempt.status !== 401 && attempt.status !== 403)) return false;
    for (const [other, atMs] of known.forbidden) {
      if (nowMs - atMs > OUR_FAULT_WITHIN_MS) known.forbidden.delete(other);
    }
    known.forbidden.set(network, nowMs);
    return known.forbidden.size >= NETWORKS_TO_OPEN;
  }

  /** When it may be tried: undefined if now, and then it counts as tried. */
  heldBack(host: string, isStop: boolean, nowMs: number): number | undefined {
    const known = this.hosts.get(host);
    if (!known) return undefined;
    const isOpen = known.unreached.size >= NETWORKS_TO_OPEN || known.forbidden.size >= NETWORKS_TO_OPEN;
    if (!isOpen) return undefined;
    if (!isStop && nowMs - known.probeMs < PROBE_EVERY_MS) return known.probeMs + PROBE_EVERY_MS;
    known.probeMs = nowMs;
    return undefined;
  }

  /** How many hosts are remembered. */
  get size(): number {
    return this.hosts.size;
  }

  private of(host: string, nowMs: number): Host {
    const known = this.hosts.get(host);
    if (known) {
      known.notedMs = nowMs;
      return known;
    }
    for (const [other, { notedMs }] of this.hosts) if (nowMs - notedMs > FORGET_AFTER_MS) this.hosts.delete(other);
    const fresh = { unreached: new Set<string>(), forbidden: new Map<string, number>(), probeMs: 0, notedMs: nowMs };
    this.hosts.set(host, fresh);
    return fresh;
  }
}
