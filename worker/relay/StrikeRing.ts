import type { NumberedStrike } from '#shared/strike.ts';
import type { ResetReason } from '#shared/wire/FeedEvent.ts';
import {
  type PackedStrikes,
  packedCount,
  packedOrdinal,
  packedUpTo,
  packStrikes,
  unpackStrikes,
} from '#worker/feed/StrikePages.ts';

interface Batch {
  readonly packed: PackedStrikes;
  readonly cameMs: number;
  gone: number;
}

/**
 * The newest strikes by ordinal, kept for at least `keepMs` after arrival, but never more than `maxStrikes`. It holds
 * every strike with `floorSeq < ordinal ≤ headSeq`.
 */
export class StrikeRing {
  private readonly batches: Batch[] = [];
  private held = 0;
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

  append(packed: PackedStrikes, seq: number, nowMs: number): void {
    const known = packedUpTo(packed, this.headSeq);
    const fresh = packedCount(packed) - known;
    if (fresh > 0) {
      this.batches.push({
        packed: known === 0 ? packed : packStrikes(unpackStrikes(packed, known)),
        cameMs: nowMs,
        gone: 0,
      });
      this.held += fresh;
    }
    this.headSeq = Math.max(this.headSeq, seq);
    this.prune(nowMs);
  }

  after(seq: number, maxCount: number): NumberedStrike[] {
    const found: NumberedStrike[] = [];
    for (let index = this.firstBatchAfter(seq); found.length < maxCount; index += 1) {
      const batch = this.batches[index];
      if (!batch) break;
      const from = Math.max(batch.gone, packedUpTo(batch.packed, seq));
      const to = Math.min(packedCount(batch.packed), from + maxCount - found.length);
      found.push(...unpackStrikes(batch.packed, from, to));
    }
    return found;
  }

  private firstBatchAfter(seq: number): number {
    let low = 0;
    let high = this.batches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { packed } = this.batches[middle] as Batch;
      if (packedOrdinal(packed, packedCount(packed) - 1) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private prune(nowMs: number): void {
    for (let oldest = this.batches[0]; oldest; oldest = this.batches[0]) {
      const count = packedCount(oldest.packed);
      const tooMany = Math.max(0, this.held - this.maxStrikes);
      const leaving = Math.min(count - oldest.gone, oldest.cameMs < nowMs - this.keepMs ? count : tooMany);
      if (leaving === 0) return;
      this.floorSeq = packedOrdinal(oldest.packed, oldest.gone + leaving - 1);
      this.held -= leaving;
      oldest.gone += leaving;
      if (oldest.gone === count) this.batches.shift();
    }
  }
}

type ResumeDecision =
  /** Nothing to replay: the client gave no cursor, or is up to date. */
  | { readonly kind: 'live' }
  /** Everything after `afterSeq` is still in the ring. */
  | { readonly kind: 'replay'; readonly afterSeq: number }
  /** The ring cannot fill the client's gap: it must reload. */
  | { readonly kind: 'reset'; readonly reason: ResetReason };

/** For a client with the cursor `since`, if the ring holds every strike after `floorSeq` up to `headSeq`. */
export function decideResume(since: number | undefined, floorSeq: number, headSeq: number): ResumeDecision {
  if (since === undefined || since === headSeq) return { kind: 'live' };
  if (since > headSeq) return { kind: 'reset', reason: 'unknown-seq' };
  return since < floorSeq ? { kind: 'reset', reason: 'too-old' } : { kind: 'replay', afterSeq: since };
}
