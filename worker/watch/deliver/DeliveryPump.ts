import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '#worker/observability/log.ts';
import type { WatchLedger } from '#worker/watch/book/WatchLedger.ts';
import { type Attempt, afterAttempt, type SendJob } from './Attempt.ts';
import type { Delivery } from './Delivery.ts';
import type { DeliveryLedger } from './DeliveryLedger.ts';
import { HostGuard, SLOW_MS, SlowHooks } from './farSides.ts';
import { receiptOf } from './outbox.ts';
import { farSideOf, type Recipient } from './Recipient.ts';
import type { RecipientStore } from './RecipientStore.ts';
import { LANE_NAMES, type LaneName, SendLane } from './SendLane.ts';
import { type Ready, SendQueue, type Way } from './SendQueue.ts';

/** A lease outlasts an attempt by so much: only a row whose sender died is taken up again. */
const LEASE_BEYOND_TRY_MS = 3_000;
/** Telegram takes one message a second for a chat. */
const CHAT_EVERY_MS = 1_000;
const LOST: Attempt = { kind: 'unreachable', reason: 'connection' };

interface DeliveryPumpDeps {
  readonly deliveries: DeliveryLedger;
  readonly recipients: Pick<RecipientStore, 'get'>;
  readonly ledger: Pick<WatchLedger, 'book' | 'transaction'>;
  /** Called inside the transaction that stores the delivery. */
  readonly keepRecipient: (recipient: Recipient, before: Recipient) => void;
  readonly send: (job: SendJob) => Promise<Attempt>;
  /** Called when a message was settled: more may wait than its request may send. */
  readonly onSettled: () => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly shard: string;
}

/** How many messages a request, with all that it causes, may still send. Counted down as they are taken up. */
export interface Allowance {
  left: number;
}

/** `moved`: it was slow while others waited, and gave its slot back. */
interface UnderWay {
  readonly way: Way;
  readonly startedMs: number;
  moved: boolean;
}

/** Sends what the outbox holds: at least once, and never two to one recipient at a time. */
export class DeliveryPump {
  private readonly deps: DeliveryPumpDeps;
  private readonly guard = new HostGuard();
  private readonly lanes: Readonly<Record<LaneName, SendLane>>;
  private readonly queue = new SendQueue();
  private readonly slow = new SlowHooks();
  private readonly underWay = new Set<UnderWay>();

  constructor(deps: DeliveryPumpDeps) {
    this.deps = deps;
    this.lanes = Object.fromEntries(LANE_NAMES.map((name) => [name, new SendLane(name)])) as DeliveryPump['lanes'];
    const nowMs = deps.clock.now();
    for (const row of deps.deliveries.leased(nowMs)) this.queue.hold(recipientKey(row), row.leasedMs);
  }

  /**
   * Sends what may be sent, again after each settled message, as far as `allowance` goes. Resolves when all of it was
   * settled; never rejects.
   */
  async run(allowance: Allowance = { left: Number.POSITIVE_INFINITY }): Promise<void> {
    const nowMs = this.deps.clock.now();
    this.refresh(nowMs);
    const sends: { row: Delivery; way: Ready }[] = [];
    for (const lane of LANE_NAMES) {
      this.lanes[lane].forget(nowMs);
      while (sends.length < allowance.left) {
        const way = this.takeFrom(lane, nowMs);
        if (!way) break;
        const row = this.deps.deliveries.delivery(way.id);
        if (row?.state !== 'pending') {
          this.queue.drop(way.key);
          continue;
        }
        this.queue.hold(way.key, nowMs + this.leaseMs(lane));
        this.lanes[lane].begin(way.network);
        sends.push({ row, way });
      }
    }
    allowance.left -= sends.length;
    try {
      this.lease(sends, nowMs);
    } catch (error) {
      // Nothing was begun: all of it is tried again after the time of a lease.
      for (const { way } of sends) this.lanes[way.lane].release(way.network);
      this.deps.log('error', 'watch.lease', { shard: this.deps.shard, reason: (error as Error).message });
      return;
    }
    await Promise.all(sends.map(({ row, way }) => this.send(row, way, nowMs, allowance)));
  }

  /** Undefined if no message waits, or if they wait for others to be settled. */
  nextDueMs(): number | undefined {
    const nowMs = this.deps.clock.now();
    this.refresh(nowMs);
    if (LANE_NAMES.some((name) => this.queue.isReady(name, nowMs, (network) => this.lanes[name].mayBegin(network))))
      return nowMs;
    const nextMs = this.queue.nextMs() ?? Number.POSITIVE_INFINITY;
    const oldest = [...this.underWay].find(({ way, moved }) => way.lane === 'hook' && !moved);
    const slowMs = oldest && this.queue.isReady('hook', nowMs) ? oldest.startedMs + SLOW_MS : Number.POSITIVE_INFINITY;
    const dueMs = Math.min(nextMs, slowMs);
    return Number.isFinite(dueMs) ? dueMs : undefined;
  }

  private refresh(nowMs: number): void {
    for (const { book, recipient } of this.deps.deliveries.takeTouched()) {
      const way = this.wayOf(book, recipient);
      if (way) this.queue.put(way, this.deps.deliveries.waitingFor(book, recipient), nowMs);
      else this.queue.drop(recipientKey({ book, recipient }));
    }
  }

  private wayOf(book: string, recipient: string): Way | undefined {
    const to = this.deps.recipients.get(book, recipient);
    if (!to) return undefined;
    const key = recipientKey({ book, recipient });
    const { channel } = to.target;
    const lane = channel === 'webhook' ? (this.slow.has(key) ? 'slow' : 'hook') : channel;
    // Books of unknown networks are networks of their own.
    return { key, book, recipient, network: this.deps.ledger.book(book)?.network || book, lane, host: farSideOf(to) };
  }

  private takeFrom(name: LaneName, nowMs: number): Ready | undefined {
    const lane = this.lanes[name];
    const take = () =>
      this.queue.take(
        name,
        nowMs,
        (network) => lane.mayBegin(network),
        ({ host, network, rank }) =>
          (name === 'push' || name === 'telegram' ? this.guard.heldBack(host, rank === 0, nowMs) : undefined) ??
          lane.paced(host, network, nowMs),
      );
    const taken = lane.isFull ? undefined : take();
    if (taken || name !== 'hook' || !this.queue.isReady(name, nowMs) || !this.moveSlow(nowMs)) return taken;
    return take();
  }

  /** While others wait, webhooks slower than a second give up their slots and go to the slow lane. True if one did. */
  private moveSlow(nowMs: number): boolean {
    let isMoved = false;
    for (const one of this.underWay) {
      if (one.moved || one.way.lane !== 'hook' || nowMs - one.startedMs < SLOW_MS) continue;
      one.moved = true;
      isMoved = true;
      this.slow.add(one.way.key);
      this.lanes.hook.release(one.way.network);
    }
    return isMoved;
  }

  private lease(sends: readonly { row: Delivery; way: Ready }[], nowMs: number): void {
    if (sends.length === 0) return;
    const { deliveries, ledger } = this.deps;
    ledger.transaction(() => {
      for (const lane of LANE_NAMES) {
        const rows = sends.filter(({ way }) => way.lane === lane).map(({ row }) => row);
        if (rows.length > 0) deliveries.lease(rows, nowMs + this.leaseMs(lane));
      }
    });
  }

  private leaseMs(lane: LaneName): number {
    return this.lanes[lane].tryMs + LEASE_BEYOND_TRY_MS;
  }

  /** Makes one attempt and stores its result, whatever becomes of the others. */
  private async send(row: Delivery, way: Ready, startedMs: number, allowance: Allowance): Promise<void> {
    const { clock, log, shard, ledger } = this.deps;
    const one: UnderWay = { way, startedMs, moved: false };
    this.underWay.add(one);
    const attempt = await this.attempt(row, way).catch((error: Error) => {
      log('error', 'watch.send', { shard, reason: error.name });
      return LOST;
    });
    const nowMs = clock.now();
    this.underWay.delete(one);
    const lane = this.lanes[way.lane];
    if (!one.moved) lane.release(way.network);
    lane.note(way.network, attempt, nowMs);
    if (way.lane === 'hook' || way.lane === 'slow') this.slow.note(way.key, attempt, nowMs - startedMs);
    try {
      ledger.transaction(() => this.settle(row.id, way, attempt));
    } catch (error) {
      // The row stays leased, and is sent again when the lease is over.
      log('error', 'watch.settle', { shard, reason: (error as Error).message });
    }
    if (way.lane === 'telegram') this.queue.hold(way.key, nowMs + CHAT_EVERY_MS);
    this.refresh(nowMs);
    if (way.lane !== 'telegram') this.queue.free(way.key, nowMs);
    const next = allowance.left > 0 ? this.run(allowance) : undefined;
    this.deps.onSettled();
    await next;
  }

  private async attempt(delivery: Delivery, { lane }: Ready): Promise<Attempt> {
    const { id, recipient, area, body, expiresMs } = delivery;
    const to = this.deps.recipients.get(delivery.book, recipient) as Recipient;
    const receipt = to.target.channel === 'push' ? receiptOf(to, id) : null;
    const { tryMs } = this.lanes[lane];
    return this.deps.send({ id, target: to.target, recipient, area, body: body ?? '', expiresMs, receipt, tryMs });
  }

  /** Stores an attempt's result, inside a transaction. Passes over a row or recipient that was deleted. */
  private settle(id: string, { lane, host, network }: Way, attempt: Attempt): void {
    const { deliveries, clock } = this.deps;
    const nowMs = clock.now();
    const delivery = deliveries.delivery(id);
    const recipient = delivery && this.deps.recipients.get(delivery.book, delivery.recipient);
    if (!delivery || !recipient) return;
    if (lane === 'push' || lane === 'telegram') {
      const isOurs = this.guard.note(host, network, attempt, recipient.okMs !== null, nowMs);
      if (isOurs) this.deps.log('error', 'watch.forbidden', { shard: this.deps.shard, host });
    }
    if (delivery.state !== 'pending') return;
    const after = afterAttempt(delivery, recipient, attempt, nowMs);
    const isSuperseded = after.delivery.state === 'pending' && this.hasNewer(delivery);
    deliveries.settle(isSuperseded ? { ...after.delivery, state: 'superseded', body: null } : after.delivery);
    if (JSON.stringify(after.recipient) !== JSON.stringify(recipient))
      this.deps.keepRecipient(after.recipient, recipient);
  }

  private hasNewer({ id, book, recipient, area }: Delivery): boolean {
    return area !== '' && this.deps.deliveries.waiting(book, recipient, area).at(-1)?.id !== id;
  }
}

function recipientKey({ book, recipient }: Pick<Delivery, 'book' | 'recipient'>): string {
  return `${book}/${recipient}`;
}
