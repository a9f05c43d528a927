import { joinStrikes, rowAfter, type Strikes, sliceStrikes } from '#shared/strike.ts';
import type { FeedSnapshot } from '#shared/watch/Area.ts';
import type { PagesResult, PulsedStrikes, StrikePage } from '#worker/calls.ts';

const PAGE = 500;
const PAGES_PER_RESPONSE = 10;
const RETAINED_PAGES = 120;

/**
 * Pages of strikes for relays that start. Whole pages are cached, because after a release every relay of a
 * deployment requests the same ones within a second.
 */
export class StrikePages {
  private readonly cached = new Map<number, Strikes>();
  private readonly read: (seq: number, maxStrikes: number) => Strikes;

  constructor(read: (seq: number, maxStrikes: number) => Strikes) {
    this.read = read;
  }

  /** Up to ten pages of strikes numbered after `seq`, none after `headSeq`. */
  after(seq: number, headSeq: number): StrikePage[] {
    const pages: StrikePage[] = [];
    let reportedSeq = seq;
    while (reportedSeq < headSeq && pages.length < PAGES_PER_RESPONSE) {
      const index = Math.floor(reportedSeq / PAGE);
      const page = this.page(index);
      const strikes = sliceStrikes(page, rowAfter(page, reportedSeq));
      reportedSeq = Math.min(headSeq, (index + 1) * PAGE);
      pages.push({ strikes, seq: reportedSeq });
    }
    return pages;
  }

  private page(index: number): Strikes {
    const cached = this.cached.get(index);
    if (cached) return cached;
    const strikes = this.read(index * PAGE, PAGE);
    const page = sliceStrikes(strikes, 0, rowAfter(strikes, (index + 1) * PAGE));
    if (page.ordinals.length === PAGE) this.cache(index, page);
    return page;
  }

  private cache(index: number, page: Strikes): void {
    this.cached.set(index, page);
    const oldest = this.cached.keys().next().value;
    if (this.cached.size > RETAINED_PAGES && oldest !== undefined) this.cached.delete(oldest);
  }
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
