import type { NumberedStrike } from '#shared/strike.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';

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
