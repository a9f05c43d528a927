import type { FakeProvider } from '#tests/ledgers/FakeProvider.ts';
import { COVERAGE, HOME } from '#tests/ledgers/runFeed.ts';
import type { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { Backfill } from '#worker/feed/Backfill.ts';
import { feedPulse } from '#worker/feed/describeFeed.ts';
import type { FeedCalls } from '#worker/feed/FeedCalls.ts';
import { FeedEngine } from '#worker/feed/FeedEngine.ts';
import { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { packStrikes, StrikePages } from '#worker/feed/StrikePages.ts';
import type { ProviderAnswer } from '#worker/sources/port/StrikeSource.ts';

const FEED_TABLES = ['strike', 'covered', 'owed', 'foreign_region', 'lease'];

const never = () => new Promise<never>(() => {});

export interface FeedMoments {
  /** The provider has answered, and nothing of it is numbered yet. True: the Feed dies here. */
  readonly diesBeforeNumbering: (answer: ProviderAnswer) => boolean;
  /** Strikes are numbered, and nobody was told. True: the Feed dies here. */
  readonly diesAfterNumbering: () => boolean;
  /** There is news for whoever watches. */
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

  /** Everything is gone: whoever follows gives numbers again. */
  forget(): void {
    this.engine = undefined;
    for (const table of FEED_TABLES) this.storage.sql.exec(`DELETE FROM ${table}`);
    this.storage.sql.exec("DELETE FROM fact WHERE name <> 'cursor'");
    this.live();
  }

  get isAlive(): boolean {
    return this.engine !== undefined;
  }

  readonly calls: Pick<FeedCalls, 'watchNews' | 'strikesWithin'> = {
    watchNews: async (_shard, seq) => {
      if (!this.isAlive) throw new Error('the Feed is not there');
      const pulse = feedPulse(this.ledger, this.time.now());
      if (!pulse) throw new Error('the ledger has no epoch');
      if (seq === null) return { pulse, pages: [], complete: true };
      const pages = this.pages.after(seq, pulse.seq);
      return { pulse, pages, complete: (pages.at(-1)?.seq ?? seq) >= pulse.seq };
    },
    strikesWithin: async (bbox, span) => packStrikes(this.ledger.strikes.within(bbox, span)),
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
          const answer = await provider.list(window);
          if (born === this.engine && moments.diesBeforeNumbering(answer)) this.die(3_000);
          return born === this.engine ? answer : never();
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
        keep: async () => true,
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
