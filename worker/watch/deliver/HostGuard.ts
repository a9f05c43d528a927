import type { Attempt } from './Attempt.ts';

/** So many books must find a host dead before it is taken for dead: one broken webhook must not silence another book. */
const BOOKS_TO_OPEN = 3;
const PROBE_EVERY_MS = 15_000;
const OUR_FAULT_WITHIN_MS = 5 * 60_000;

interface Host {
  /** Books whose last attempt did not reach it. */
  readonly unreached: Set<string>;
  /** When proven recipients of these books were told that we may not send, since the last success. */
  readonly forbidden: Map<string, number>;
  probeMs: number;
  sentMs: number[];
}

/**
 * What is known of the hosts that one object sends to, in memory alone. A host that cannot be reached is probed every 15 s
 * and by whatever says stop; answers, of whatever kind, show that it can.
 */
export class HostGuard {
  private readonly hosts = new Map<string, Host>();
  private readonly mostASecond: number;

  constructor(mostASecond: number) {
    this.mostASecond = mostASecond;
  }

  /** Takes one attempt into account. Returns true when it shows that the host refuses us, not one recipient. */
  note(host: string, book: string, attempt: Attempt, isProven: boolean, nowMs: number): boolean {
    const known = this.of(host);
    if (attempt.kind === 'unreachable') {
      known.unreached.add(book);
      return false;
    }
    known.unreached.clear();
    if (attempt.kind === 'accepted') known.forbidden.clear();
    if (attempt.kind !== 'refused' || !isProven || (attempt.status !== 401 && attempt.status !== 403)) return false;
    for (const [other, atMs] of known.forbidden) {
      if (nowMs - atMs > OUR_FAULT_WITHIN_MS) known.forbidden.delete(other);
    }
    known.forbidden.set(book, nowMs);
    return known.forbidden.size >= BOOKS_TO_OPEN;
  }

  /** Whether it may be tried now; if so it counts as tried. */
  admits(host: string, isStop: boolean, isPaced: boolean, nowMs: number): boolean {
    const known = this.of(host);
    known.sentMs = known.sentMs.filter((atMs) => nowMs - atMs < 1_000);
    if (isPaced && known.sentMs.length >= this.mostASecond) return false;
    const isOpen = known.unreached.size >= BOOKS_TO_OPEN || known.forbidden.size >= BOOKS_TO_OPEN;
    if (isOpen && !isStop && nowMs - known.probeMs < PROBE_EVERY_MS) return false;
    if (isOpen) known.probeMs = nowMs;
    known.sentMs.push(nowMs);
    return true;
  }

  private of(host: string): Host {
    const known = this.hosts.get(host) ?? { unreached: new Set(), forbidden: new Map(), probeMs: 0, sentMs: [] };
    this.hosts.set(host, known);
    return known;
  }
}
