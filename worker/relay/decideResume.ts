import type { ResetReason } from '#shared/wire/FeedEvent.ts';

export type ResumeDecision =
  /** Nothing to replay: the client gave no cursor, or is up to date. */
  | { readonly kind: 'live' }
  /** Everything after `afterSeq` is still in the ring. */
  | { readonly kind: 'replay'; readonly afterSeq: number }
  /** The ring cannot fill the client's gap: it must reload. */
  | { readonly kind: 'reset'; readonly reason: ResetReason };

/**
 * How to begin a stream for a client whose cursor is `since`, if the ring holds every strike after `floorSeq` up to
 * `headSeq`.
 */
export function decideResume(since: number | undefined, floorSeq: number, headSeq: number): ResumeDecision {
  if (since === undefined || since === headSeq) return { kind: 'live' };
  if (since > headSeq) return { kind: 'reset', reason: 'unknown-seq' };
  return since < floorSeq ? { kind: 'reset', reason: 'too-old' } : { kind: 'replay', afterSeq: since };
}
