import type { BBox } from '#shared/geo/BBox.ts';
import { joinStrikes, type NumberedStrike, type StrikeHint, type Strikes } from '#shared/strike.ts';
import type { FeedSnapshot } from '#shared/watch/Area.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import type { LeaseReport } from './ledger.ts';
import type { TimeSpan } from './plan.ts';
import type { StrikePage } from './StrikePages.ts';

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

/** They cross to another machine, so any of them may reject. */
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

/** Requests the following strikes until the Feed has no more or `accept` returns false. Returns the last response. */
export async function followFeed<Reported extends PagesResult>(
  seq: number,
  request: (seq: number) => Promise<Reported>,
  accept: (reported: Reported) => boolean,
): Promise<Reported> {
  for (let next = seq; ; ) {
    const reported = await request(next);
    if (!accept(reported) || reported.complete) return reported;
    next = reported.pages.at(-1)?.seq ?? next;
  }
}

interface FeedCursor {
  readonly epoch: string;
  readonly seq: number;
}

/** No strikes without a cursor, or if the Feed's epoch has changed, because ordinals then differ. */
export async function updatesSince(
  cursor: FeedCursor | undefined,
  request: (seq: number | null) => Promise<PulsedStrikes>,
): Promise<{ readonly snapshot: FeedSnapshot; readonly strikes: Strikes }> {
  if (!cursor) return { snapshot: (await request(null)).snapshot, strikes: joinStrikes([]) };
  const parts: Strikes[] = [];
  const { snapshot } = await followFeed(cursor.seq, request, (pulsedStrikes) => {
    if (pulsedStrikes.snapshot.epoch !== cursor.epoch) return false;
    parts.push(...pulsedStrikes.pages.map(({ strikes }) => strikes));
    return true;
  });
  return { snapshot, strikes: joinStrikes(snapshot.epoch === cursor.epoch ? parts : []) };
}
