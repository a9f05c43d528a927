import type { Clock } from '#shared/Clock.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import type { FeedCalls } from '#worker/calls.ts';
import type { LedgerStorage } from '#worker/feed/ledger.ts';
import type { Config } from '#worker/http/config.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import type { Attempt, SendJob } from './delivery.ts';
import { TryLedger, WatchlistWrites } from './limits.ts';
import { DeliveryLedger } from './outbox.ts';
import { RecipientStore } from './recipients.ts';
import { WatchLedger, WatchlistLedger } from './watchlists.ts';

/** One object cannot evaluate more in time. */
const MOST_AREAS = 10_000;

export interface WatchDeps {
  readonly storage: LedgerStorage;
  readonly shard: string;
  readonly config: Pick<Config, 'watchLateReportMs' | 'watchDailyCap' | 'source' | 'watchBot'>;
  /** Called for each look: a stub stays broken after its object died. */
  readonly feed: () => Pick<FeedCalls, 'watchUpdates' | 'strikesWithin'>;
  /** Forecasts from the newest storm cells, in the order of the places; null if there are none. */
  readonly forecasts: (places: readonly Position[]) => Promise<readonly ForecastResult[] | null>;
  readonly send: (job: SendJob) => Promise<Attempt>;
  readonly sendSoon: () => void;
  /** Call when areas or recipients changed, so that the Feed is queried again. */
  readonly lookSoon: () => void;
  readonly onSettled: () => void;
  /** Attempts these once and stores nothing. */
  readonly sendOnce: (jobs: readonly SendJob[]) => void;
  readonly mostAreas?: number;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

export interface WatchStores extends Required<WatchDeps> {
  readonly ledger: WatchLedger;
  readonly watchlists: WatchlistLedger;
  readonly recipients: RecipientStore;
  readonly deliveries: DeliveryLedger;
  readonly testLimits: TryLedger;
  readonly writes: WatchlistWrites;
  readonly isSimulated: boolean;
}

export function openStores(around: WatchDeps): WatchStores {
  const { sql } = around.storage;
  return {
    mostAreas: MOST_AREAS,
    ...around,
    ledger: new WatchLedger(around.storage),
    watchlists: new WatchlistLedger(sql),
    recipients: new RecipientStore(sql),
    deliveries: new DeliveryLedger(sql),
    testLimits: new TryLedger(sql),
    writes: new WatchlistWrites(),
    isSimulated: around.config.source === 'simulated',
  };
}
