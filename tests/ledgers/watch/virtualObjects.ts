import { COVERAGE, type FakeProvider, HOME } from '#tests/ledgers/runFeed.ts';
import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import type { FeedCalls } from '#worker/calls.ts';
import { Backfill } from '#worker/feed/Backfill.ts';
import { FeedEngine } from '#worker/feed/FeedEngine.ts';
import { feedSnapshot } from '#worker/feed/feedStatus.ts';
import { FeedLedger } from '#worker/feed/ledger.ts';
import { StrikePages } from '#worker/feed/StrikePages.ts';
import type { ProviderResponse } from '#worker/sources/source.ts';
import type { Attempt, SendJob } from '#worker/watch/delivery.ts';
import { nextAlarmMs } from '#worker/watch/engine.ts';
import type { Message } from '#worker/watch/messages.ts';
import { type OpenWatch, openWatch } from '#worker/watch/openWatch.ts';
import { maintainRecipients } from '#worker/watch/upkeep.ts';

/** Where something dies. The first five at the first strike, the last three while the all-clear is waited for. */
const DEATHS = [
  'nowhere',
  'feed before numbering',
  'feed after numbering',
  'push lost',
  'watch before commit',
  'watch before send',
  'watch before settle',
  'watch in countdown',
  'redeploy',
] as const;

/** How the first recipient's far side behaves; the second's is always well. */
const DESTINATIONS = ['well', '500', 'hang', 'cut after accept', '429', '410', 'slow'] as const;

/** How strikes come. */
const FEEDS = [
  'prompt',
  'late 45 s',
  'late 90 s',
  'late 4 min',
  'late 12 min',
  'doubled',
  'outage across the all-clear',
  'clock 5 min behind, restart',
  'clock 5 min ahead, restart',
  'forgot',
] as const;

/** One combination of things that go wrong. */
export interface Cell {
  readonly death: (typeof DEATHS)[number];
  readonly destination: (typeof DESTINATIONS)[number];
  readonly feed: (typeof FEEDS)[number];
}

export const ALL_CELLS: readonly Cell[] = DEATHS.flatMap((death) =>
  DESTINATIONS.flatMap((destination) => FEEDS.map((feed) => ({ death, destination, feed }))),
);

/** Each thing by itself, and a walk through the rest that meets every pair of a death and a feed's state within ten runs. */
export const SOME_CELLS: readonly Cell[] = [
  ...DEATHS.map((death) => ({ death, destination: 'well', feed: 'prompt' }) as const),
  ...DESTINATIONS.slice(1).map((destination) => ({ death: 'nowhere', destination, feed: 'prompt' }) as const),
  ...FEEDS.slice(1).map((feed) => ({ death: 'nowhere', destination: 'well', feed }) as const),
];

export const titleOf = ({ death, destination, feed }: Cell) =>
  `dies: ${death}; far side: ${destination}; feed: ${feed}`;

/** A message that the far side has, whether or not it could say so. */
export interface Arrival {
  readonly atMs: number;
  readonly to: string;
  readonly id: string;
  readonly message: Message;
}

const LOST: Attempt = { kind: 'unreachable', reason: 'connection' };

/** Two webhooks: `faulty` errs on the first attempts of every message as the cell has it, `well` never does. */
export class Destination {
  readonly arrivals: Arrival[] = [];
  private readonly attempts = new Map<string, number>();
  private readonly time: VirtualTime;
  private readonly behaviour: Cell['destination'];

  constructor(time: VirtualTime, behaviour: Cell['destination']) {
    this.time = time;
    this.behaviour = behaviour;
  }

  async post(job: SendJob): Promise<Attempt> {
    const message = JSON.parse(job.body) as Message;
    const { challenge } = message.data;
    if (challenge !== undefined) return { kind: 'accepted', result: JSON.stringify({ challenge }) };
    const attempts = (this.attempts.get(job.id) ?? 0) + 1;
    this.attempts.set(job.id, attempts);
    const accept = (): Attempt => {
      this.arrivals.push({ atMs: this.time.now(), to: job.recipient, id: job.id, message });
      return { kind: 'accepted' };
    };
    if (job.recipient !== 'faulty') return accept();
    switch (this.behaviour) {
      case 'well':
        return accept();
      case '500':
        return attempts <= 3 ? { kind: 'refused', status: 500, refusal: { kind: 'passing' } } : accept();
      case '429':
        return attempts <= 2
          ? { kind: 'refused', status: 429, refusal: { kind: 'passing', retryAfterMs: 2_000 } }
          : accept();
      case '410':
        return { kind: 'refused', status: 410, refusal: { kind: 'closed' } };
      case 'hang':
        if (attempts > 2) return accept();
        await this.time.sleep(5_000);
        return { kind: 'unreachable', reason: 'timeout' };
      case 'cut after accept':
        accept();
        return attempts === 1 ? LOST : { kind: 'accepted' };
      case 'slow':
        await this.time.sleep(4_000);
        return accept();
    }
  }
}

const FEED_TABLES = ['strike', 'high_water', 'read_backlog', 'on_demand_region', 'lease'];

const never = () => new Promise<never>(() => {});

interface FeedMoments {
  /** The provider has answered, and nothing of it is numbered yet. True: the Feed dies here. */
  readonly diesBeforeNumbering: (providerResponse: ProviderResponse) => boolean;
  /** Strikes are numbered, and nobody was notified. True: the Feed dies here. */
  readonly diesAfterNumbering: () => boolean;
  /** Watch objects have updates to read. */
  readonly wake: () => void;
}

/** The product's Feed engine over a real ledger in virtual time, with the calls that a Watch object makes on it. */
export class VirtualFeed {
  readonly ledger: FeedLedger;
  private readonly storage: DurableObjectStorage;
  private readonly time: VirtualTime;
  private readonly provider: FakeProvider;
  private readonly moments: FeedMoments;
  private engine: FeedEngine | undefined;
  private pages!: StrikePages;
  private epochs = 0;

  constructor(storage: DurableObjectStorage, time: VirtualTime, provider: FakeProvider, moments: FeedMoments) {
    this.storage = storage;
    this.ledger = new FeedLedger(storage);
    this.time = time;
    this.provider = provider;
    this.moments = moments;
    this.live();
  }

  /** What was in memory is gone; another goes on after so long. */
  die(deadMs: number): void {
    this.engine = undefined;
    void this.time.sleep(deadMs).then(() => this.live());
  }

  /** All state is lost: the successor starts numbering again. */
  forget(): void {
    this.engine = undefined;
    for (const table of FEED_TABLES) this.storage.sql.exec(`DELETE FROM ${table}`);
    this.storage.sql.exec("DELETE FROM watch_state WHERE name <> 'cursor'");
    this.live();
  }

  get isAlive(): boolean {
    return this.engine !== undefined;
  }

  readonly calls: Pick<FeedCalls, 'watchUpdates' | 'strikesWithin'> = {
    watchUpdates: async (_shard, seq) => {
      if (!this.isAlive) throw new Error('the Feed is not there');
      const snapshot = feedSnapshot(this.ledger, this.time.now());
      if (!snapshot) throw new Error('the ledger has no epoch');
      if (seq === null) return { snapshot, pages: [], complete: true };
      const pages = this.pages.after(seq, snapshot.seq);
      return { snapshot, pages, complete: (pages.at(-1)?.seq ?? seq) >= snapshot.seq };
    },
    strikesWithin: async (bbox, span) => this.ledger.strikes.within(bbox, span),
  };

  private live(): void {
    const { ledger, time, provider, moments } = this;
    this.epochs += 1;
    ledger.facts.beginEpoch(`epoch-${this.epochs}`);
    this.pages = new StrikePages((seq, most) => ledger.strikes.after(seq, most));
    const born: FeedEngine = new FeedEngine({
      ledger,
      provider: {
        way: provider.way,
        traits: provider.traits,
        list: async (window) => {
          const providerResponse = await provider.list(window);
          if (born === this.engine && moments.diesBeforeNumbering(providerResponse)) this.die(3_000);
          return born === this.engine ? providerResponse : never();
        },
      },
      clock: time,
      random: () => 0.5,
      log: () => {},
      sleep: (delayMs) => time.sleep(delayMs).then(() => (born === this.engine ? undefined : never())),
      publish: () => {
        if (born === this.engine && moments.diesAfterNumbering()) this.die(3_000);
        else moments.wake();
      },
      announce: () => moments.wake(),
      polled: () => moments.wake(),
      isWatched: () => true,
      areas: { home: HOME, coverage: COVERAGE },
      pollIntervalMs: 5_000,
      maxRps: 2,
      backfill: new Backfill({
        ledger,
        home: HOME,
        maxRows: provider.traits.rows.max,
        days: 0,
        storePast: async () => true,
        log: () => {},
      }),
    });
    this.engine = born;
    void this.alarms(born);
  }

  private async alarms(born: FeedEngine): Promise<void> {
    while (this.engine === born) {
      const nextMs = await born.run();
      await this.time.sleep(Math.max(1, nextMs - this.time.now()));
    }
  }
}

const UPKEEP_EVERY_MS = 60_000;
const DEAD_MS = 3_000;

interface WatchMoments {
  /** A message was decided, and the transaction is about to be committed. True: the object dies, nothing is written. */
  readonly diesBeforeCommit: () => boolean;
  /** It is committed, and not sent. True: the object dies here. */
  readonly diesBeforeSend: () => boolean;
  /** The far side has answered. True: the object dies before it writes that down. */
  readonly diesBeforeFinish: () => boolean;
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
  private maintainedMs = 0;
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
    this.watch = openWatch(
      {
        storage: { sql: storage.sql, transactionSync: (closure) => this.transact(life, closure) },
        shard: '0',
        config: { watchLateReportMs: 60_000, watchDailyCap: 2_000, source: 'live', watchBot: undefined },
        feed: () => this.feed.calls,
        forecasts: async () => null,
        send: async (job) => {
          const attempt = await this.post(job);
          if (isHere() && this.moments.diesBeforeFinish()) this.die();
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
      },
      [],
    );
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
    if (this.time.now() >= this.maintainedMs + UPKEEP_EVERY_MS) {
      this.maintainedMs = this.time.now();
      maintainRecipients(this.watch);
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
