/** How many messages are taken on one UTC day, and from whom. */
export interface ContactLimits {
  /** Sent the same day: of one near network, of one wide network, of all together. */
  readonly sameDay: { readonly near: number; readonly wide: number; readonly all: number };
  /** Taken at all, those that are deferred included. */
  readonly taken: { readonly near: number; readonly wide: number };
  /** Deferred messages that may wait at a time before a network's first of the day, or a further one, is refused. */
  readonly waiting: { readonly first: number; readonly further: number };
}

/** How many messages were taken so far today, and how many wait. */
export interface ContactTally {
  readonly near: number;
  readonly wide: number;
  readonly waiting: number;
}

/** Messages that one household or machine may have sent on a day; a minute has the same limit (`CONTACT_RATE`). */
const NEAR_A_DAY = 10;

/** No limit, as a number that SQL can take. */
const UNLIMITED = 1_000_000_000;

/**
 * The limits that follow from the day's cap. A wide network has a tenth of it. Beyond a limit a message is stored for a
 * coming day, up to as many again from its network. With a proof that a person wrote it, its network's number no longer
 * matters. The queue has a bound of its own, and room that only the first message of a network may use.
 */
export function contactLimits(dailyCap: number, proven: boolean): ContactLimits {
  const wide = Math.max(NEAR_A_DAY, Math.ceil(dailyCap / 10));
  return {
    sameDay: { near: NEAR_A_DAY, wide, all: dailyCap },
    taken: proven ? { near: UNLIMITED, wide: UNLIMITED } : { near: 2 * NEAR_A_DAY, wide: 2 * wide },
    waiting: proven ? { first: 4 * dailyCap, further: 3 * dailyCap } : { first: 2 * dailyCap, further: dailyCap },
  };
}

/** How many deferred messages go out a day: beside the messages of the day itself, so that these never have to wait. */
export function releasedADay(dailyCap: number): number {
  return Math.max(1, Math.floor(dailyCap / 2));
}

/** Which limit refused a message: its own network's, or the queue's, which all fill together. */
export function refusedBy(tally: ContactTally, limits: ContactLimits): 'network' | 'everybody' {
  return tally.near >= limits.taken.near || tally.wide >= limits.taken.wide ? 'network' : 'everybody';
}
