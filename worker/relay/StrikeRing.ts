import type { NumberedStrike } from '#shared/strike.ts';

/**
 * The newest strikes by ordinal, kept for at least `keepMs` after arrival, but never more than `maxStrikes`. It holds
 * every strike with `floorSeq < ordinal ≤ headSeq`.
 */
export class StrikeRing {
  private strikes: NumberedStrike[] = [];
  private cameMs: number[] = [];
  private readonly keepMs: number;
  private readonly maxStrikes: number;
  floorSeq: number;
  headSeq: number;

  constructor(floorSeq: number, keepMs: number, maxStrikes: number) {
    this.floorSeq = floorSeq;
    this.headSeq = floorSeq;
    this.keepMs = keepMs;
    this.maxStrikes = maxStrikes;
  }

  /** Adds the strikes after `headSeq` and moves the head to `seq`. Returns the strikes that were new. */
  append(strikes: readonly NumberedStrike[], seq: number, nowMs: number): NumberedStrike[] {
    const fresh = strikes.filter((strike) => strike.ordinal > this.headSeq);
    for (const strike of fresh) {
      this.strikes.push(strike);
      this.cameMs.push(nowMs);
    }
    this.headSeq = Math.max(this.headSeq, seq);
    this.prune(nowMs);
    return fresh;
  }

  /** The first `maxCount` strikes numbered after `seq`, in order. */
  after(seq: number, maxCount: number): NumberedStrike[] {
    const start = this.firstAfter(seq);
    return this.strikes.slice(start, start + maxCount);
  }

  private firstAfter(seq: number): number {
    let low = 0;
    let high = this.strikes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.strikes[middle]?.ordinal ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private prune(nowMs: number): void {
    let gone = Math.max(0, this.strikes.length - this.maxStrikes);
    while (gone < this.strikes.length && (this.cameMs[gone] ?? nowMs) < nowMs - this.keepMs) gone += 1;
    if (gone === 0) return;
    this.floorSeq = this.strikes[gone - 1]?.ordinal ?? this.floorSeq;
    this.strikes.splice(0, gone);
    this.cameMs.splice(0, gone);
  }
}
