import { rowAfter, type Strikes, sliceStrikes } from '#shared/strike.ts';

const PAGE = 500;
const PAGES_PER_RESPONSE = 10;
const RETAINED_PAGES = 120;

export interface StrikePage {
  readonly strikes: Strikes;
  /** After this page the client has every strike up to this seq. */
  readonly seq: number;
}

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
