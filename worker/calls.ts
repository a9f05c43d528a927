import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { ForecastResult } from '#shared/nowcast/arrivalAt.ts';
import type { CellsUpdate } from '#shared/nowcast/CellsUpdate.ts';
import type { DaySums } from '#shared/nowcast/grades.ts';
import type { NumberedStrike, StrikeHint, Strikes } from '#shared/strike.ts';
import type { TimeSpan } from '#shared/time.ts';
import type { FeedSnapshot } from '#shared/watch/Area.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import type { ReplayedBody, VerificationBody } from '#shared/wire/VerificationBody.ts';

/*
 * What Feed, relays, Nowcast and Hindcast answer. Their calls cross to another machine, so any may reject. What a
 * Watch object answers follows from its operations (watch/operations.ts).
 */

export interface Lease {
  readonly relay: string;
  readonly cells: Readonly<Record<string, number>>;
  readonly viewers: number;
}

export interface LeaseReport extends Lease {
  readonly droppedReaders: number;
}

export interface StrikePage {
  readonly strikes: Strikes;
  /** After this page the client has every strike up to this seq. */
  readonly seq: number;
}

export interface LeaseResult {
  readonly seq: number;
  readonly facts: FeedFacts;
}

/** Strikes in order; `complete` when there are no more yet. */
export interface PagesResult {
  readonly pages: readonly StrikePage[];
  readonly complete: boolean;
}

/** Strikes, and the Feed's pulse in the same turn. */
export interface PulsedStrikes extends PagesResult {
  readonly snapshot: FeedSnapshot;
}

/** New strikes for a relay. `afterSeq` is the seq before the batch, by which the relay detects holes. */
export interface StrikeBatch extends LeaseResult {
  readonly afterSeq: number;
  readonly strikes: Strikes;
}

export interface RelayLoads {
  readonly count: number;
  /** By a relay's index; may be longer than `count`. */
  readonly viewers: readonly number[];
  /** Today's secret for pseudonyms of addresses. */
  readonly salt: string;
}

export interface FeedCalls {
  /** Sets the alarm to now if none is set, if it is more than 30 s overdue, or if it was set by an object that died. */
  ensureAlarm(): Promise<void>;
  /** Reports a relay's viewers and their cells, valid for 90 s. Zero viewers end the lease. */
  lease(report: LeaseReport): Promise<LeaseResult>;
  strikesAfter(seq: number): Promise<PagesResult>;
  /** The seq just before a ring that reaches `retentionMs` back and holds at most `maxStrikes`. */
  ringFloor(retentionMs: number, maxStrikes: number): Promise<number>;
  relayLoads(): Promise<RelayLoads>;
  /** Asks the provider for a strike missing in the archive; `busy` if no call can be spared now. */
  find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'>;
  status(): Promise<FeedStatus>;
  /** Up to 5,000 strikes numbered after `seq` (none if it is null), and the Feed's pulse in the same turn. */
  updatesAfter(seq: number | null): Promise<PulsedStrikes>;
  /** For 90 s `shard` then counts as watching: it is woken with news, and a quiet home is polled every 10 s. */
  watchUpdates(shard: string, seq: number | null): Promise<PulsedStrikes>;
  /** Known strikes of the last 26 h. */
  strikesWithin(bbox: BBox, span: TimeSpan): Promise<Strikes>;
}

export interface RelayCalls {
  /** Batches may arrive out of order or not at all: the relay notices and asks the Feed. */
  push(batch: StrikeBatch): Promise<void>;
  /** Delivers home's storm cells. Older ones than the relay has change nothing. */
  pushCells(event: CellsEvent): Promise<void>;
}

/** The newest storm cells, and the corners of each one's outline in the same order. */
export interface OutlinedCells {
  readonly updates: CellsUpdate;
  readonly outlines: readonly (readonly Position[])[];
  /** The provider's clock minus ours. */
  readonly providerOffsetMs: number;
}

export interface NowcastCalls {
  /** Sets the alarm to now if none is set, if it is overdue, or if it was set by an object that died. */
  ensureAlarm(): Promise<void>;
  /** As sent to streams; null if there are none yet. */
  newest(): Promise<CellsEvent | null>;
  /** The event sent to streams at a past instant, or up to five minutes earlier; null if none was stored. */
  reportedAt(atMs: number): Promise<CellsEvent | null>;
  /** In input order. Null if the newest cells are late or missing, or if chances are withheld as unreliable. */
  resultsAt(places: readonly Position[]): Promise<readonly ForecastResult[] | null>;
  outlined(): Promise<OutlinedCells | null>;
  verification(): Promise<NowcastVerification>;
  /** Fits corrections to hindcast outcomes too, where too few published forecasts came true. Safe to repeat. */
  acceptReplayed(replayed: ReplayedSums): Promise<void>;
}

export interface HindcastCalls {
  /** As the Nowcast's, until the replay is done. The minute's jobs call it; the replay begins after the backfill. */
  ensureAlarm(): Promise<void>;
  /** Null before it begins, and once it is too old to publish. */
  verification(): Promise<ReplayedBody | null>;
}

/** The Nowcast object's part of `GET /api/v1/verification`: all but the Feed's. */
export type NowcastVerification = Omit<VerificationBody, 'source' | 'feed' | 'replayed'> & {
  readonly uptime: VerificationBody['feed']['uptime'];
};

/** Outcomes of forecasts that were computed afterwards, up to an instant. */
export interface ReplayedSums {
  readonly toMs: number;
  readonly sums: DaySums;
}
