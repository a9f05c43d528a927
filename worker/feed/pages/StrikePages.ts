import type { NumberedStrike } from '#shared/strike.ts';
import { type PackedStrikes, packedUpTo, packStrikes, unpackStrikes } from './PackedStrikes.ts';

/** Strikes packed at a time, cut at the same ordinals for every relay that asks. */
const PAGE = 500;
const PAGES_AN_ANSWER = 10;
const KEPT_PAGES = 120;

export interface StrikePage {
  readonly strikes: PackedStrikes;
  /** The seq up to which everything is told with this page. */
  readonly seq: number;
}

/**
 * What relays that start are given: the strikes numbered after some seq, in pages. Whole pages are kept packed, because
 * after a release every relay of a deployment asks for the same ones within a second.
 */
export class StrikePages {
  private readonly kept = new Map<number, PackedStrikes>();
  private readonly read: (seq: number, maxStrikes: number) => readonly NumberedStrike[];

  /** `read` returns the first `maxStrikes` strikes numbered after a seq, in order. */
  constructor(read: (seq: number, maxStrikes: number) => readonly NumberedStrike[]) {
    this.read = read;
  }

  /** Up to ten pages of strikes numbered after `seq`, none of them after `headSeq`. */
  after(seq: number, headSeq: number): StrikePage[] {
    const pages: StrikePage[] = [];
    let toldSeq = seq;
    while (toldSeq < headSeq && pages.length < PAGES_AN_ANSWER) {
      const index = Math.floor(toldSeq / PAGE);
      const page = this.page(index);
      const known = packedUpTo(page, toldSeq);
      toldSeq = Math.min(headSeq, (index + 1) * PAGE);
      pages.push({ strikes: known === 0 ? page : packStrikes(unpackStrikes(page, known)), seq: toldSeq });
    }
    return pages;
  }

  private page(index: number): PackedStrikes {
    const kept = this.kept.get(index);
    if (kept) return kept;
    const end = (index + 1) * PAGE;
    const strikes = this.read(index * PAGE, PAGE).filter(({ ordinal }) => ordinal <= end);
    const page = packStrikes(strikes);
    if (strikes.length === PAGE) this.keep(index, page);
    return page;
  }

  private keep(index: number, page: PackedStrikes): void {
    this.kept.set(index, page);
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > KEPT_PAGES && oldest !== undefined) this.kept.delete(oldest);
  }
}
