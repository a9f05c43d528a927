import type { Attempt } from './Attempt.ts';
import { TELEGRAM } from './Recipient.ts';
import { isTimeout } from './SendLane.ts';

/** So many networks must find a messenger's host dead, or closed to us, before it counts as that. */
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
 * The hosts of messengers and their health, in memory alone. One that cannot be reached is probed every 15 s, and by
 * every stop; any answer shows that it can be reached. A webhook's host never counts as dead: its addresses are
 * unrelated, and each that fails waits longer by itself.
 */
export class HostGuard {
  private readonly hosts = new Map<string, Host>();

  /** Returns true when the attempt shows that the host refuses us, not one recipient: Telegram says so of its bot. */
  note(host: string, network: string, attempt: Attempt, isProven: boolean, nowMs: number): boolean {
    const known = this.of(host, nowMs);
    if (attempt.kind === 'unreachable') {
      known.unreached.add(network);
      return false;
    }
    known.unreached.clear();
    if (attempt.kind === 'accepted') known.forbidden.clear();
    if (attempt.kind !== 'refused' || !isProven || attempt.refusal.kind !== 'ours') return false;
    for (const [other, atMs] of known.forbidden) {
      if (nowMs - atMs > OUR_FAULT_WITHIN_MS) known.forbidden.delete(other);
    }
    known.forbidden.set(network, nowMs);
    return refusesUs(host, known);
  }

  /** When it may be tried. Undefined means now, and counts it as tried. */
  heldBack(host: string, isStop: boolean, nowMs: number): number | undefined {
    const known = this.hosts.get(host);
    if (!known) return undefined;
    const isOpen = known.unreached.size >= NETWORKS_TO_OPEN || refusesUs(host, known);
    if (!isOpen) return undefined;
    if (!isStop && nowMs - known.probeMs < PROBE_EVERY_MS) return known.probeMs + PROBE_EVERY_MS;
    known.probeMs = nowMs;
    return undefined;
  }

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

/** A push service may mean one subscription, made for another key. */
function refusesUs(host: string, { forbidden }: Host): boolean {
  return forbidden.size >= (host === TELEGRAM ? 1 : NETWORKS_TO_OPEN);
}

/** A webhook that answers later than this, while others wait, is slow. */
export const SLOW_MS = 1_000;
const MOST_KNOWN = 20_000;

/**
 * The recipients whose webhooks go to the slow lane, in memory alone: those whose last attempt timed out, and those
 * that took longer than a second while others waited for a slot. An answer within a second brings one back.
 */
export class SlowHooks {
  private readonly keys = new Set<string>();

  has(key: string): boolean {
    return this.keys.has(key);
  }

  add(key: string): void {
    this.keys.delete(key);
    this.keys.add(key);
    const oldest = this.keys.size > MOST_KNOWN ? this.keys.values().next().value : undefined;
    if (oldest !== undefined) this.keys.delete(oldest);
  }

  note(key: string, attempt: Attempt, tookMs: number): void {
    if (isTimeout(attempt)) this.add(key);
    else if (attempt.kind !== 'unreachable' && tookMs <= SLOW_MS) this.keys.delete(key);
  }
}
