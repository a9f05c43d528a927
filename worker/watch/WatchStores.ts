import type { Position } from '#shared/geo/geodesy.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedCalls } from '#worker/feed/FeedCalls.ts';
import type { LedgerStorage } from '#worker/feed/ledger/FeedLedger.ts';
import type { Log } from '#worker/observability/log.ts';
import type { Config } from '#worker/settings/config.ts';
import { BookLedger } from './book/BookLedger.ts';
import { BookWrites } from './book/networkShare.ts';
import { WatchLedger } from './book/WatchLedger.ts';
import type { Attempt, SendJob } from './deliver/Attempt.ts';
import { DeliveryLedger } from './deliver/DeliveryLedger.ts';
import { RecipientStore } from './deliver/RecipientStore.ts';
import { TryLedger } from './deliver/tries.ts';

/** What one object can judge in time. */
const MOST_AREAS = 10_000;

/** What a Watch object finds around it. */
export interface WatchSurroundings {
  readonly storage: LedgerStorage;
  readonly shard: string;
  readonly config: Pick<Config, 'watchSettleMs' | 'watchDailyCap' | 'source' | 'watchBot'>;
  /** Called anew for each look: a stub whose object died stays broken. */
  readonly feed: () => Pick<FeedCalls, 'watchNews' | 'strikesWithin'>;
  /** What the newest storm cells say of places, in their order; null where nothing can be said. */
  readonly forecasts: (places: readonly Position[]) => Promise<readonly PlaceAnswer[] | null>;
  /** One attempt, with connections of its own. */
  readonly send: (job: SendJob) => Promise<Attempt>;
  /** There may be messages to send. */
  readonly sendSoon: () => void;
  /** Areas or recipients are others now: the Feed is to be asked again. */
  readonly lookSoon: () => void;
  /** An attempt was settled: others may have room now. */
  readonly onSettled: () => void;
  /** These are to be tried once, and are kept nowhere. */
  readonly sendOnce: (jobs: readonly SendJob[]) => void;
  /** How many areas it may watch, where that is to be tried with few. */
  readonly mostAreas?: number;
  readonly clock: Clock;
  /** Returns so many random bytes. */
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

/** The surroundings, and all that the object has written. Every part of it works on these. */
export interface WatchStores extends Required<WatchSurroundings> {
  readonly ledger: WatchLedger;
  readonly books: BookLedger;
  readonly recipients: RecipientStore;
  readonly deliveries: DeliveryLedger;
  readonly tries: TryLedger;
  readonly writes: BookWrites;
  /** Whether the strikes are simulated: then every message says so. */
  readonly isSimulated: boolean;
}

export function openStores(around: WatchSurroundings): WatchStores {
  const { sql } = around.storage;
  return {
    mostAreas: MOST_AREAS,
    ...around,
    ledger: new WatchLedger(around.storage),
    books: new BookLedger(sql),
    recipients: new RecipientStore(sql),
    deliveries: new DeliveryLedger(sql),
    tries: new TryLedger(sql),
    writes: new BookWrites(),
    isSimulated: around.config.source === 'simulated',
  };
}
