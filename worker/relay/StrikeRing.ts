import type { NumberedStrike } from '#shared/strike.ts';

/**
 * The newest strikes by number, kept for at least `keepMs` after they came, but never more than `most`. It holds every
 * strike with `floorSeq < ordinal ≤ headSeq`.
 */
export class StrikeRing {
  private strikes: NumberedStrike[] = [];
  private cameMs: number[] = [];
  private readonly keepMs: number;
  private readonly most: number;
  floorSeq: number;
  headSeq: number;

  constructor(floorSeq: number, keepMs: number, most: number) {
    this.floorSeq = floorSeq;
    this.headSeq = floorSeq;
    this.keepMs = keepMs;
    this.most = most;
  }

  /** Adds what follows `headSeq`, up to `seq`; strikes at or before it are already there. Returns what was new. */
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

  /** At most `most` strikes numbered after `seq`, in order. */
  after(seq: number, most: number): NumberedStrike[] {
    const start = this.firstAfter(seq);
    return this.strikes.slice(start, start + most);
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
    let gone = Math.max(0, this.strikes.length - this.most);
    while (gone < this.strikes.length && (this.cameMs[gone] ?? nowMs) < nowMs - this.keepMs) gone += 1;
    if (gone === 0) return;
    this.floorSeq = this.strikes[gone - 1]?.ordinal ?? this.floorSeq;
    this.strikes.splice(0, gone);
    this.cameMs.splice(0, gone);
  }
}
