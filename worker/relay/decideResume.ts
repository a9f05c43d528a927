import type { ResetReason } from '#shared/wire/FeedEvent.ts';

export type ResumeDecision =
  /** Live from here: the client named no cursor, or has everything. */
  | { readonly kind: 'live' }
  /** Everything after `afterSeq` is still in the ring. */
  | { readonly kind: 'replay'; readonly afterSeq: number }
  | { readonly kind: 'reset'; readonly reason: ResetReason };

/**
 * How a stream begins for a client whose cursor is `since`, when the ring holds every strike after `floorSeq` up to
 * `headSeq`.
 */
export function decideResume(since: number | undefined, floorSeq: number, headSeq: number): ResumeDecision {
  if (since === undefined || since === headSeq) return { kind: 'live' };
  if (since > headSeq) return { kind: 'reset', reason: 'unknown-seq' };
  return since < floorSeq ? { kind: 'reset', reason: 'too-old' } : { kind: 'replay', afterSeq: since };
}
