import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '../../observability/log.ts';
import { type Attempt, TRY_MS } from './Attempt.ts';
import { afterAttempt } from './afterAttempt.ts';
import type { Delivery } from './Delivery.ts';
import type { DeliveryLedger } from './DeliveryLedger.ts';
import { HostGuard } from './HostGuard.ts';
import { planSends, recipientKey } from './planSends.ts';
import { placeOf, type Recipient } from './Recipient.ts';
import { receiptOf } from './receiptOf.ts';
import type { SendJob } from './SendJob.ts';
import { SendWindow } from './SendWindow.ts';

/** Longer than an attempt: only a row whose sender died is taken up by another. */
const LEASE_MS = 8_000;
/** Connections of one invocation. */
const JOBS_A_SENDER = 6;
/** Looked through for what may be sent: one recipient or host may have many that must wait. */
const MOST_LOOKED_AT = 600;
/** To one host, but for push services, which are made for more. */
const SENDS_A_SECOND = 5;
/** Telegram takes one message a second for a chat. */
const CHAT_EVERY_MS = 1_000;

export interface DeliveryPumpDeps {
  readonly deliveries: DeliveryLedger;
  readonly recipientOf: (delivery: Pick<Delivery, 'book' | 'recipient'>) => Recipient | undefined;
  /** Keeps a recipient as an attempt left it. Called inside the transaction that keeps the delivery. */
  readonly keepRecipient: (recipient: Recipient, before: Recipient) => void;
  readonly transaction: <Result>(closure: () => Result) => Result;
  readonly send: (jobs: readonly SendJob[]) => Promise<Attempt[]>;
  /** Called when a message was settled: there may be more to send. */
  readonly onSettled: () => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly shard: string;
}

/** Sends what the outbox holds: at least once, and never two to one recipient at a time. */
export class DeliveryPump {
  private readonly deps: DeliveryPumpDeps;
  private readonly guard = new HostGuard(SENDS_A_SECOND);
  private readonly window = new SendWindow(TRY_MS);
  /** Recipients to whom something is under way, until when at the latest. */
  private readonly busy = new Map<string, number>();

  constructor(deps: DeliveryPumpDeps) {
    this.deps = deps;
    const nowMs = deps.clock.now();
    for (const row of deps.deliveries.leased(nowMs)) this.busy.set(recipientKey(row), row.leasedMs);
  }

  /** Takes up everything that may be sent now. Resolves when all of it was settled; never rejects. */
  async run(): Promise<void> {
    const sends = this.lease();
    const groups: Delivery[][] = [];
    for (let index = 0; index < sends.length; index += JOBS_A_SENDER)
      groups.push(sends.slice(index, index + JOBS_A_SENDER));
    await Promise.all(groups.map((group) => this.sendGroup(group)));
  }

  private lease(): Delivery[] {
    const { deliveries, clock, transaction } = this.deps;
    const nowMs = clock.now();
    if (this.window.room === 0) return [];
    for (const [key, untilMs] of this.busy) if (untilMs <= nowMs) this.busy.delete(key);
    const sends = planSends({
      due: deliveries.due(nowMs, MOST_LOOKED_AT).filter((delivery) => this.deps.recipientOf(delivery) !== undefined),
      busy: this.busy,
      most: this.window.room,
      hostOf: (delivery) => this.hostOf(delivery),
      admits: (host, { rank, recipient, book }) => {
        const isPaced = this.deps.recipientOf({ recipient, book })?.target.channel !== 'push';
        return this.guard.admits(host, rank === 0, isPaced, nowMs);
      },
    });
    this.window.begin(sends.length);
    for (const row of sends) this.busy.set(recipientKey(row), nowMs + LEASE_MS);
    if (sends.length > 0) {
      transaction(() =>
        deliveries.lease(
          sends.map(({ id }) => id),
          nowMs + LEASE_MS,
        ),
      );
    }
    return sends;
  }

  private async sendGroup(group: readonly Delivery[]): Promise<void> {
    const jobs = group.map((delivery) => this.jobOf(delivery));
    const lost: Attempt = { kind: 'unreachable', reason: 'connection' };
    const attempts = await this.deps.send(jobs).catch((error: Error) => {
      this.deps.log('error', 'watch.send', { shard: this.deps.shard, reason: error.name });
      return jobs.map(() => lost);
    });
    const results = group.map((_, index) => attempts[index] ?? lost);
    const nowMs = this.deps.clock.now();
    this.window.end(results, nowMs);
    for (const row of group) {
      if (this.deps.recipientOf(row)?.target.channel === 'telegram')
        this.busy.set(recipientKey(row), nowMs + CHAT_EVERY_MS);
      else this.busy.delete(recipientKey(row));
    }
    try {
      this.deps.transaction(() => {
        for (const [index, { id }] of group.entries()) this.settle(id, results[index] ?? lost);
      });
    } catch (error) {
      // What could not be written down stays leased, and is sent again when the lease is over.
      this.deps.log('error', 'watch.settle', { shard: this.deps.shard, reason: (error as Error).message });
    }
    this.deps.onSettled();
  }

  /** A row whose recipient went between is not among those that are leased. */
  private jobOf(delivery: Delivery): SendJob {
    const { id, recipient, area, body, expiresMs } = delivery;
    const to = this.deps.recipientOf(delivery) as Recipient;
    const receipt = to.target.channel === 'push' ? receiptOf(to, id) : null;
    return { id, target: to.target, recipient, area, body: body ?? '', expiresMs, receipt };
  }

  /** Writes down what came of an attempt, inside a transaction. A row, or a recipient, that is no more is passed over. */
  private settle(id: string, attempt: Attempt): void {
    const { deliveries, clock } = this.deps;
    const nowMs = clock.now();
    const delivery = deliveries.delivery(id);
    const recipient = delivery && this.deps.recipientOf(delivery);
    if (!delivery || !recipient) return;
    const isProven = recipient.okMs !== null;
    const isOurs = this.guard.note(this.hostOf(delivery), delivery.book, attempt, isProven, nowMs);
    if (isOurs) this.deps.log('error', 'watch.forbidden', { shard: this.deps.shard, host: this.hostOf(delivery) });
    if (delivery.state !== 'pending') return;
    const after = afterAttempt(delivery, recipient, attempt, nowMs);
    const isSuperseded = after.delivery.state === 'pending' && this.hasNewer(delivery);
    deliveries.settle(isSuperseded ? { ...after.delivery, state: 'superseded', body: null } : after.delivery);
    if (JSON.stringify(after.recipient) !== JSON.stringify(recipient))
      this.deps.keepRecipient(after.recipient, recipient);
  }

  /** Whether a newer message waits that tells the recipient of the same area. */
  private hasNewer({ id, book, recipient, area }: Delivery): boolean {
    return area !== '' && this.deps.deliveries.waiting(book, recipient, area).at(-1)?.id !== id;
  }

  private hostOf(delivery: Delivery): string {
    const recipient = this.deps.recipientOf(delivery);
    return recipient ? placeOf(recipient) : '';
  }
}
