import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { Attempt, SendJob } from '#worker/watch/deliver/Attempt.ts';
import { type OpenWatch, openWatch } from '#worker/watch/openWatch.ts';
import { keepUpRecipients } from '#worker/watch/recipientUpkeep.ts';
import { nextAlarmMs } from '#worker/watch/wakings.ts';
import type { VirtualFeed } from './VirtualFeed.ts';

const UPKEEP_EVERY_MS = 60_000;
const DEAD_MS = 3_000;

export interface WatchMoments {
  /** A message was decided, and the transaction is about to be committed. True: the object dies, nothing is written. */
  readonly diesBeforeCommit: () => boolean;
  /** It is committed, and not sent. True: the object dies here. */
  readonly diesBeforeSend: () => boolean;
  /** The far side has answered. True: the object dies before it writes that down. */
  readonly diesBeforeSettle: () => boolean;
}

/** What a Watch object is made of, over real storage in virtual time, woken as the platform would wake them. */
export class VirtualWatch {
  watch!: OpenWatch;
  private readonly storage: DurableObjectStorage;
  private readonly time: VirtualTime;
  private readonly feed: VirtualFeed;
  private readonly post: (job: SendJob) => Promise<Attempt>;
  private readonly moments: WatchMoments;
  private life = 0;
  private nextLookMs = Number.POSITIVE_INFINITY;
  private alarmMs: number | undefined;
  private keptUpMs = 0;
  private random = 0;

  constructor(
    storage: DurableObjectStorage,
    time: VirtualTime,
    feed: VirtualFeed,
    post: (job: SendJob) => Promise<Attempt>,
    moments: WatchMoments,
  ) {
    this.storage = storage;
    this.time = time;
    this.feed = feed;
    this.post = post;
    this.moments = moments;
    this.live();
  }

  die(deadMs = DEAD_MS): void {
    this.life += 1;
    const { life } = this;
    void this.time.sleep(deadMs).then(() => life === this.life && this.live());
  }

  wake(): void {
    if (this.isAlive) void this.look(this.life);
  }

  private isAlive = false;
  private isWriting = false;

  private live(): void {
    this.life += 1;
    const { life, storage, time } = this;
    const isHere = () => life === this.life;
    this.isAlive = true;
    this.watch = openWatch({
      storage: { sql: storage.sql, transactionSync: (closure) => this.transact(life, closure) },
      shard: '0',
      config: { watchSettleMs: 60_000, watchDailyCap: 2_000, source: 'live', watchBot: undefined },
      feed: () => this.feed.calls,
      forecasts: async () => null,
      fireNews: async () => [],
      send: async (job) => {
        const attempt = await this.post(job);
        if (isHere() && this.moments.diesBeforeSettle()) this.die();
        return isHere() ? attempt : new Promise<never>(() => {});
      },
      sendSoon: () => {
        if (!isHere()) return;
        if (this.moments.diesBeforeSend()) this.die();
        else this.sendSoon(life);
      },
      onSettled: () => isHere() && this.sendSoon(life),
      lookSoon: () => {},
      sendOnce: () => {},
      clock: time,
      random: (bytes) => Uint8Array.from({ length: bytes }, () => (this.random = (this.random * 73 + 41) % 256)),
      log: () => {},
    });
    this.nextLookMs = time.now();
    this.alarmMs = undefined;
    this.arm(life);
  }

  /** One that died writes nothing more. */
  private transact<Result>(life: number, closure: () => Result): Result {
    if (life !== this.life) throw new Error('dead');
    const before = this.countDeliveries();
    const isPart = this.isWriting;
    this.isWriting = true;
    try {
      return this.storage.transactionSync(() => {
        const result = closure();
        // A part is committed with the whole.
        if (isPart) return result;
        if (this.countDeliveries() > before && this.moments.diesBeforeCommit()) throw new Error('killed');
        return result;
      });
    } catch (error) {
      if ((error as Error).message === 'killed') this.die();
      throw error;
    } finally {
      this.isWriting = isPart;
    }
  }

  private countDeliveries(): number {
    return this.storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM delivery').one().n;
  }

  private sendSoon(life: number): void {
    void this.watch.pump.run().then(() => life === this.life && this.arm(life));
  }

  private async look(life: number): Promise<void> {
    const nextMs = await this.watch.engine.run();
    if (life !== this.life) return;
    this.nextLookMs = nextMs;
    if (this.time.now() >= this.keptUpMs + UPKEEP_EVERY_MS) {
      this.keptUpMs = this.time.now();
      keepUpRecipients(this.watch);
    }
    this.sendSoon(life);
    this.arm(life);
  }

  private arm(life: number): void {
    const nowMs = this.time.now();
    const dueMs = nextAlarmMs(nowMs, {
      nextLookMs: this.nextLookMs,
      dueMs: this.watch.pump.nextDueMs(),
      armedMs: this.alarmMs,
    });
    if (dueMs === undefined) return;
    this.alarmMs = dueMs;
    void this.time.sleep(dueMs - nowMs).then(() => {
      if (life !== this.life || this.alarmMs !== dueMs) return;
      this.alarmMs = undefined;
      this.sendSoon(life);
      if (this.time.now() >= this.nextLookMs) void this.look(life);
    });
  }
}
