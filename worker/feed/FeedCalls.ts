import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import type { LeaseReport } from './ledger/LeaseLedger.ts';

/** What the Feed tells a relay with every lease. */
export interface LeaseAnswer {
  readonly seq: number;
  readonly facts: FeedFacts;
}

/** Strikes after some seq, in order; `complete` where nothing follows them yet. */
export interface StrikesAnswer {
  readonly strikes: readonly NumberedStrike[];
  readonly seq: number;
  readonly complete: boolean;
}

/** One batch of new strikes on its way to a relay. `afterSeq` is the seq before it, by which a hole is noticed. */
export interface StrikeBatch extends LeaseAnswer {
  readonly afterSeq: number;
  readonly strikes: readonly NumberedStrike[];
}

/** What the rest of the Worker may ask of the Feed. */
export interface FeedCalls {
  /** Sets the alarm where none is set or the one that is set is long past. */
  ensureAlarm(): Promise<void>;
  /** A relay says who watches what there, for the next 90 s; no viewers end its lease. */
  lease(report: LeaseReport): Promise<LeaseAnswer>;
  /** A page of the strikes numbered after `seq`. */
  strikesAfter(seq: number): Promise<StrikesAnswer>;
  /** The seq from which a ring begins that reaches `keepMs` back and holds no more than `most` strikes. */
  ringFloor(keepMs: number, most: number): Promise<number>;
  /** How many relays to spread new streams over. */
  relayCount(): Promise<number>;
  /** Asks the provider for a strike that the archive does not have; `busy` where the budget has no call for it now. */
  find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'>;
  status(): Promise<FeedStatus>;
}

/** What the Feed may ask of a relay. */
export interface RelayCalls {
  /** New strikes. Batches may arrive out of order or not at all: the relay notices and asks. */
  push(batch: StrikeBatch): Promise<void>;
}
