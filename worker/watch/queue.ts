import TinyQueue from 'tinyqueue';
import { type Attempt, LAST_RANK, TRY_MS } from './delivery.ts';
import { TELEGRAM } from './recipients.ts';

/** One lane for each channel. Slow webhooks have a separate lane, so that they delay only each other. */
export type LaneName = 'hook' | 'slow' | 'push' | 'telegram';

export const LANE_NAMES: readonly LaneName[] = ['hook', 'push', 'telegram', 'slow'];

interface LaneLimits {
  /** Concurrent attempts: the initial width and its bounds. */
  readonly first: number;
  readonly least: number;
  readonly most: number;
  /** Attempts a second at one host; push services accept more than we send. */
  readonly aSecond: number;
  readonly tryMs: number;
}

/** For one object. At a webhook's host at most five a second, both lanes together; Telegram allows a bot 30. */
const LIMITS: Readonly<Record<LaneName, LaneLimits>> = {
  hook: { first: 24, least: 8, most: 240, aSecond: 4, tryMs: TRY_MS },
  slow: { first: 48, least: 48, most: 48, aSecond: 1, tryMs: 15_000 },
  push: { first: 24, least: 8, most: 240, aSecond: Number.POSITIVE_INFINITY, tryMs: TRY_MS },
  telegram: { first: 24, least: 8, most: 48, aSecond: 25, tryMs: TRY_MS },
};

/** Timeouts in this many networks mean that we are the bottleneck; one network may own all hanging hosts. */
const NETWORKS_TO_NARROW = 3;
const SECOND_MS = 1_000;

interface Sent {
  readonly atMs: number;
  readonly network: string;
}

/**
 * The slots and the rate of one lane. A quarter of both is reserved for networks that have nothing in progress and sent
 * nothing within the last second, so that one network cannot block the others.
 *
 * If destinations or our own machine are too slow, every attempt would time out, and later ones too. So a lane starts
 * narrow, each response widens it by one, and timeouts halve it, at most once within the duration of an attempt.
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

  /** Adjusts the width by the result of an attempt in this lane. */
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

function isTimeout(attempt: Attempt): boolean {
  return attempt.kind === 'unreachable' && attempt.reason === 'timeout';
}

function shared(all: number): number {
  return Math.ceil(all * 0.75);
}

/** This many networks must find a messenger's host dead, or closed to us, before it counts as that. */
const NETWORKS_TO_OPEN = 3;
const PROBE_EVERY_MS = 15_000;
const OUR_ERROR_WITHIN_MS = 5 * 60_000;
const FORGET_AFTER_MS = 10 * 60_000;

interface Host {
  /** Networks whose last attempt did not reach it. */
  readonly unreached: Set<string>;
  /** When proven recipients of these networks received a refusal that concerns us, since the last success. */
  readonly forbidden: Map<string, number>;
  probeMs: number;
  notedMs: number;
}

/**
 * Health of the messengers' hosts, only in memory. An unreachable host is probed every 15 s, and by every stop; any
 * response shows that it is reachable. A webhook's host never counts as dead: its addresses are unrelated, and each
 * failing one backs off separately.
 */
export class HostLimiter {
  private readonly hosts = new Map<string, Host>();

  /** Returns true if the host refuses us, not one recipient: for Telegram one such refusal is enough. */
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
      if (nowMs - atMs > OUR_ERROR_WITHIN_MS) known.forbidden.delete(other);
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

/** A push service's refusal may concern one subscription that was created for another key. */
function refusesUs(host: string, { forbidden }: Host): boolean {
  return forbidden.size >= (host === TELEGRAM ? 1 : NETWORKS_TO_OPEN);
}

/** A webhook that responds later than this, while others wait, is slow. */
export const SLOW_MS = 1_000;
const MOST_KNOWN = 20_000;

/**
 * The recipients whose webhooks go to the slow lane, only in memory: those whose last attempt timed out, and those that
 * took longer than a second while others waited for a slot. A response within a second brings one back.
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

/** At most one for each `key`. */
export interface Waiting {
  readonly key: string;
  readonly network: string;
  readonly watchlist: string;
  /** Within a watchlist the lowest goes first, then the oldest. */
  readonly rank: number;
  readonly decidedMs: number;
}

/**
 * Keys in the order in which they are served, as FQ-CoDel (RFC 8290, section 4.2) orders flows: new keys come before
 * served ones, and a served key goes to the end. An emptied key keeps its place, so leaving and rejoining gains
 * nothing.
 */
class Order<Child extends { readonly size: number }> {
  private readonly fresh = new Map<string, Child>();
  private readonly served = new Map<string, Child>();
  private readonly make: () => Child;

  constructor(make: () => Child) {
    this.make = make;
  }

  get size(): number {
    return this.fresh.size + this.served.size;
  }

  at(key: string): Child | undefined {
    return this.fresh.get(key) ?? this.served.get(key);
  }

  open(key: string): Child {
    const known = this.at(key);
    if (known) return known;
    const child = this.make();
    this.fresh.set(key, child);
    return child;
  }

  toEnd(key: string): void {
    const child = this.at(key);
    if (!child) return;
    this.fresh.delete(key);
    this.served.delete(key);
    this.served.set(key, child);
  }

  /** The non-empty keys, in order. Drops the others. */
  *inOrder(): Generator<[string, Child]> {
    for (const keys of [this.fresh, this.served]) {
      for (const [key, child] of keys) {
        if (child.size > 0) yield [key, child];
        else keys.delete(key);
      }
    }
  }
}

/** Fair by network, then by watchlist, so that many watchlists gain nothing; rank decides within a watchlist. */
export class FairQueue<Item extends Waiting> {
  private readonly networks = new Order<Order<Map<string, Item>>>(() => new Order(() => new Map()));
  private readonly items = new Map<string, Item>();

  get size(): number {
    return this.items.size;
  }

  add(item: Item): void {
    this.remove(item.key);
    this.items.set(item.key, item);
    this.networks.open(item.network).open(item.watchlist).set(item.key, item);
  }

  remove(key: string): void {
    const item = this.items.get(key);
    if (!item) return;
    this.items.delete(key);
    this.networks.at(item.network)?.at(item.watchlist)?.delete(key);
  }

  some(eligible: (network: string) => boolean): boolean {
    for (const [network, watchlists] of this.networks.inOrder()) {
      if (eligible(network) && !watchlists.inOrder().next().done) return true;
    }
    return false;
  }

  /**
   * A network that is not `eligible` keeps its place. An item that is not admitted is removed too and passed to
   * `onHeldBack`, with the result of `admits`.
   */
  next<Reason>(
    eligible: (network: string) => boolean,
    admits: (item: Item) => true | Reason,
    onHeldBack: (item: Item, reason: Reason) => void,
  ): Item | undefined {
    for (const [network, watchlists] of this.networks.inOrder()) {
      if (!eligible(network)) continue;
      for (const [watchlist, items] of watchlists.inOrder()) {
        for (const item of [...items.values()].sort((a, b) => a.rank - b.rank || a.decidedMs - b.decidedMs)) {
          const result = admits(item);
          this.remove(item.key);
          if (result !== true) {
            onHeldBack(item, result);
            continue;
          }
          watchlists.toEnd(watchlist);
          this.networks.toEnd(network);
          return item;
        }
      }
    }
    return undefined;
  }
}

export interface WaitingRow {
  readonly id: string;
  readonly rank: number;
  readonly nextMs: number;
  readonly leasedMs: number;
  readonly decidedMs: number;
}

/** A recipient's place in the queue and its destination. */
export interface Way {
  readonly key: string;
  readonly watchlist: string;
  readonly recipient: string;
  readonly network: string;
  readonly lane: LaneName;
  readonly host: string;
}

export interface Ready extends Way, Waiting {
  readonly id: string;
}

interface Line {
  readonly way: Way;
  readonly rows: readonly WaitingRow[];
}

interface Later {
  readonly key: string;
  readonly atMs: number;
}

/**
 * The pending messages, in memory; each recipient's next one is at the head of its line. A recipient is busy in all
 * lanes at once: otherwise an all-clear could overtake its stop. (TL8) Messages of the last rank wait until nothing
 * else of any lane is ready. (FN4)
 */
export class SendQueue {
  private readonly lines = new Map<string, Line>();
  private readonly ready: Readonly<Record<LaneName, FairQueue<Ready>>>;
  private readonly last: Readonly<Record<LaneName, FairQueue<Ready>>>;
  private readonly later = new TinyQueue<Later>([], (a, b) => a.atMs - b.atMs);
  /** When each line is due again; entries of `later` that differ are outdated. */
  private readonly laterMs = new Map<string, number>();
  private readonly busyMs = new Map<string, number>();

  constructor() {
    const fairQueues = () =>
      Object.fromEntries(LANE_NAMES.map((name) => [name, new FairQueue<Ready>()])) as SendQueue['ready'];
    this.ready = fairQueues();
    this.last = fairQueues();
  }

  put(way: Way, rows: readonly WaitingRow[], nowMs: number): void {
    this.drop(way.key);
    if (rows.length === 0) return;
    this.lines.set(way.key, { way, rows });
    this.place(way.key, nowMs);
  }

  drop(key: string): void {
    const line = this.lines.get(key);
    if (line) this.unready(line.way);
    this.lines.delete(key);
    this.laterMs.delete(key);
  }

  hold(key: string, untilMs: number): void {
    this.busyMs.set(key, untilMs);
    if (this.lines.has(key)) this.postpone(key, untilMs);
  }

  free(key: string, nowMs: number): void {
    this.busyMs.delete(key);
    this.place(key, nowMs);
  }

  /** True if the lane has a message of an eligible network that waits only for its turn. */
  isReady(lane: LaneName, nowMs: number, eligible: (network: string) => boolean = () => true): boolean {
    this.promote(nowMs);
    const queue = this.queueOf(lane);
    return queue.size > 0 && queue.some(eligible);
  }

  /** Takes the lane's next message. `heldBackMs`: until when one must wait, undefined if it need not. */
  next(
    lane: LaneName,
    nowMs: number,
    eligible: (network: string) => boolean,
    heldBackMs: (ready: Ready) => number | undefined,
  ): Ready | undefined {
    this.promote(nowMs);
    return this.queueOf(lane).next(
      eligible,
      (ready) => heldBackMs(ready) ?? true,
      ({ key }, untilMs) => this.postpone(key, untilMs),
    );
  }

  /** When the next delayed line becomes due; undefined if there is none. */
  nextMs(): number | undefined {
    for (let next = this.later.peek(); next; next = this.later.peek()) {
      if (this.laterMs.get(next.key) === next.atMs) return next.atMs;
      this.later.pop();
    }
    return undefined;
  }

  private queueOf(lane: LaneName): FairQueue<Ready> {
    return LANE_NAMES.some((name) => this.ready[name].size > 0) ? this.ready[lane] : this.last[lane];
  }

  private unready({ lane, key }: Way): void {
    this.ready[lane].remove(key);
    this.last[lane].remove(key);
  }

  private promote(nowMs: number): void {
    for (let atMs = this.nextMs(); atMs !== undefined && atMs <= nowMs; atMs = this.nextMs()) {
      const { key } = this.later.pop() as Later;
      this.laterMs.delete(key);
      this.place(key, nowMs);
    }
  }

  private place(key: string, nowMs: number): void {
    const line = this.lines.get(key);
    if (!line) return;
    this.unready(line.way);
    const busyMs = this.busyMs.get(key) ?? 0;
    if (busyMs > nowMs) {
      this.postpone(key, busyMs);
      return;
    }
    this.busyMs.delete(key);
    const due = line.rows.filter(({ nextMs, leasedMs }) => Math.max(nextMs, leasedMs) <= nowMs);
    const head = due.toSorted((a, b) => a.rank - b.rank || a.nextMs - b.nextMs || a.decidedMs - b.decidedMs)[0];
    if (head) {
      this.laterMs.delete(key);
      const queue = head.rank >= LAST_RANK ? this.last : this.ready;
      queue[line.way.lane].add({ ...line.way, id: head.id, rank: head.rank, decidedMs: head.decidedMs });
    } else {
      this.postpone(key, Math.min(...line.rows.map((row) => Math.max(row.nextMs, row.leasedMs))));
    }
  }

  private postpone(key: string, atMs: number): void {
    this.laterMs.set(key, atMs);
    this.later.push({ key, atMs });
  }
}
