import type { StrikeWindow } from '#worker/provider/StrikeProvider.ts';
import type { PollPlan } from './plan/planPoll.ts';
import type { Read } from './Read.ts';

/** How much of a read its answer has settled. */
export interface Settled {
  /** Of the window, what is still to be read: none unless the answer was truncated. */
  readonly parts: readonly StrikeWindow[];
  readonly rows: number;
  readonly truncated: boolean;
  readonly reach: Reach;
  /** Whether it had new strikes. */
  readonly brought: boolean;
}

/** Of an answer that was too long to be read. */
export function tooLong(parts: readonly StrikeWindow[]): Settled {
  return { parts, rows: Number.POSITIVE_INFINITY, truncated: true, reach: NO_BOUND, brought: false };
}

/** Up to when answers can have told strikes, on the provider's clock: none tells what had not happened yet. */
export interface Reach {
  /** Of the mark. A `Date` that no clock can show does not bound it: each poll would read back to there. */
  readonly markMs: number;
  /** Of the watermark, which nobody may be told too far: any `Date` bounds it. */
  readonly watermarkMs: number;
}

/** An answer without a `Date`: the estimated clock, by which the poll was planned, must do. */
export const NO_BOUND: Reach = { markMs: Number.POSITIVE_INFINITY, watermarkMs: Number.POSITIVE_INFINITY };

/** The nearer one: both answers reach it. */
export function nearerReach(one: Reach, other: Reach): Reach {
  return { markMs: Math.min(one.markMs, other.markMs), watermarkMs: Math.min(one.watermarkMs, other.watermarkMs) };
}

/**
 * Where the mark and the watermark stand once a poll is complete that was to cover up to `plannedMs`. The watermark
 * stays where it was, `beforeMs`, rather than run back: what lies between is a gap then.
 */
export function marksAfterPoll(
  plannedMs: number,
  reach: Reach,
  beforeMs: number | null,
): { readonly markMs: number; readonly watermarkMs: number } {
  const markMs = Math.floor(Math.min(plannedMs, reach.markMs));
  return { markMs, watermarkMs: Math.max(0, beforeMs ?? 0, Math.floor(Math.min(markMs, reach.watermarkMs))) };
}

/** A poll under way: its plan, when it began, the reads it still needs, and how many of its calls were answered, reaching how far. */
export interface Poll {
  readonly plan: PollPlan;
  readonly begunMs: number;
  reads: Read[];
  answered: number;
  reach: Reach;
}

type PollVerdict =
  /** Everything was read. */
  | 'complete'
  /** Some reads are not sent yet: the next poll waits for them. */
  | 'wait'
  /** Some reads hang or keep failing while others were answered: they become owed and the mark moves. */
  | 'owe'
  /** Nothing was answered and nothing is left to send: a new poll from the same mark replaces it. */
  | 'supersede';

/** Decides what becomes of a poll whose region is due again. */
export function pollVerdict(poll: Poll): PollVerdict {
  if (poll.reads.length === 0) return 'complete';
  if (poll.reads.some((read) => read.sentMs === undefined && read.failures === 0)) return 'wait';
  if (poll.answered > 0) return 'owe';
  return poll.reads.every((read) => read.sentMs !== undefined) ? 'supersede' : 'wait';
}
