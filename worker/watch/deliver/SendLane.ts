import { type Attempt, TRY_MS } from './Attempt.ts';

/** A lane for each channel. Slow webhooks have one of their own, so that they delay only each other. */
export type LaneName = 'hook' | 'slow' | 'push' | 'telegram';

export const LANE_NAMES: readonly LaneName[] = ['hook', 'push', 'telegram', 'slow'];

interface LaneLimits {
  /** Attempts under way at once: the initial width and its bounds. */
  readonly first: number;
  readonly least: number;
  readonly most: number;
  /** Attempts a second at one host; push services take more than we send. */
  readonly aSecond: number;
  readonly tryMs: number;
}

/** Of one object. At a webhook's host at most five a second, both lanes together; Telegram allows a bot 30. */
const LIMITS: Readonly<Record<LaneName, LaneLimits>> = {
  hook: { first: 24, least: 8, most: 240, aSecond: 4, tryMs: TRY_MS },
  slow: { first: 48, least: 48, most: 48, aSecond: 1, tryMs: 15_000 },
  push: { first: 24, least: 8, most: 240, aSecond: Number.POSITIVE_INFINITY, tryMs: TRY_MS },
  telegram: { first: 24, least: 8, most: 48, aSecond: 25, tryMs: TRY_MS },
};

/** So many networks must time out before our own side counts as slow: one network can have hosts that hang. */
const NETWORKS_TO_NARROW = 3;
const SECOND_MS = 1_000;

interface Sent {
  readonly atMs: number;
  readonly network: string;
}

/**
 * The slots and the pace of one lane. A quarter of both is kept for networks that have nothing under way and sent
 * nothing within the last second, so that one network cannot block the others.
 *
 * Where far sides or our own machine are too slow, every attempt would time out, and those after it too. So a lane
 * begins narrow, each answer widens it by one, and time-outs halve it, at most once in the time of an attempt.
 */
export class SendLane {
  readonly tryMs: number;
  private readonly limits: LaneLimits;
  private size: number;
  private total = 0;
  private readonly underWay = new Map<string, number>();
  private readonly late = new Map<string, number>();
  private narrowedMs = Number.NEGATIVE_INFINITY;
  private readonly sent = new Map<string, Sent[]>();

  constructor(name: LaneName) {
    this.limits = LIMITS[name];
    this.tryMs = this.limits.tryMs;
    this.size = this.limits.first;
  }

  get slots(): number {
    return Math.floor(this.size);
  }

  get isFull(): boolean {
    return this.total >= this.slots;
  }

  mayBegin(network: string): boolean {
    return this.total < (this.underWay.has(network) ? shared(this.slots) : this.slots);
  }

  begin(network: string): void {
    this.total += 1;
    this.underWay.set(network, (this.underWay.get(network) ?? 0) + 1);
  }

  release(network: string): void {
    this.total -= 1;
    const left = (this.underWay.get(network) ?? 1) - 1;
    if (left > 0) this.underWay.set(network, left);
    else this.underWay.delete(network);
  }

  /** Adjusts the width by how an attempt of this lane ended. */
  note(network: string, attempt: Attempt, nowMs: number): void {
    const { least, most } = this.limits;
    if (!isTimeout(attempt)) {
      this.size = Math.min(most, this.size + 1);
      return;
    }
    this.late.set(network, nowMs);
    for (const [other, atMs] of this.late) if (nowMs - atMs > this.tryMs) this.late.delete(other);
    if (this.late.size < NETWORKS_TO_NARROW || nowMs - this.narrowedMs < this.tryMs) return;
    this.narrowedMs = nowMs;
    this.size = Math.max(least, this.size / 2);
  }

  /** When the network may send to the host. Undefined means now, and counts it as sent. */
  paced(host: string, network: string, nowMs: number): number | undefined {
    const { aSecond } = this.limits;
    if (aSecond === Number.POSITIVE_INFINITY) return undefined;
    const sent = (this.sent.get(host) ?? []).filter(({ atMs }) => nowMs - atMs < SECOND_MS);
    const most = sent.some((one) => one.network === network) ? shared(aSecond) : aSecond;
    if (sent.length >= most) {
      this.sent.set(host, sent);
      return (sent[0]?.atMs ?? nowMs) + SECOND_MS;
    }
    this.sent.set(host, [...sent, { atMs: nowMs, network }]);
    return undefined;
  }

  forget(nowMs: number): void {
    for (const [host, sent] of this.sent) if (nowMs - (sent.at(-1)?.atMs ?? 0) >= SECOND_MS) this.sent.delete(host);
  }
}

export function isTimeout(attempt: Attempt): boolean {
  return attempt.kind === 'unreachable' && attempt.reason === 'timeout';
}

function shared(all: number): number {
  return Math.ceil(all * 0.75);
}
