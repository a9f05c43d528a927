import type { StrikeWindow } from '#worker/sources/source.ts';
import type { PollPlan } from './plan.ts';
import type { Read } from './readWindow.ts';

export interface ReadOutcome {
  /** Parts still to be read: none unless the answer was truncated. */
  readonly parts: readonly StrikeWindow[];
  readonly rows: number;
  readonly truncated: boolean;
  readonly reach: ResponseHorizon;
  readonly brought: boolean;
}

export function tooLong(parts: readonly StrikeWindow[]): ReadOutcome {
  return { parts, rows: Number.POSITIVE_INFINITY, truncated: true, reach: NO_BOUND, brought: false };
}

/** Latest time a response can cover, on the provider's clock. */
export interface ResponseHorizon {
  /** Bound of the mark. A `Date` that no clock can show does not bound it, or each poll would read back to there. */
  readonly markMs: number;
  /** Bound of the watermark, which must never be too far: any `Date` bounds it. */
  readonly watermarkMs: number;
}

/** For an answer without a `Date`; the estimated clock, by which the poll was planned, must do. */
export const NO_BOUND: ResponseHorizon = { markMs: Number.POSITIVE_INFINITY, watermarkMs: Number.POSITIVE_INFINITY };

export function nearerReach(one: ResponseHorizon, other: ResponseHorizon): ResponseHorizon {
  return { markMs: Math.min(one.markMs, other.markMs), watermarkMs: Math.min(one.watermarkMs, other.watermarkMs) };
}

/**
 * Mark and watermark after a complete poll that was to cover up to `plannedMs`. The watermark never runs back behind
 * `beforeMs`: the time between is a gap then.
 */
export function marksAfterPoll(
  plannedMs: number,
  reach: ResponseHorizon,
  beforeMs: number | null,
): { readonly markMs: number; readonly watermarkMs: number } {
  const markMs = Math.floor(Math.min(plannedMs, reach.markMs));
  return { markMs, watermarkMs: Math.max(0, beforeMs ?? 0, Math.floor(Math.min(markMs, reach.watermarkMs))) };
}

export interface Poll {
  readonly plan: PollPlan;
  readonly begunMs: number;
  reads: Read[];
  answered: number;
  reach: ResponseHorizon;
}

type PollVerdict =
  | 'complete'
  /** Some reads are not sent yet: the next poll waits for them. */
  | 'wait'
  /** Some reads hang or keep failing while others succeeded: they join the backlog and the mark moves. */
  | 'owe'
  /** Nothing was answered and nothing is left to send: a new poll from the same mark replaces it. */
  | 'supersede';

export function pollStatus(poll: Poll): PollVerdict {
  if (poll.reads.length === 0) return 'complete';
  if (poll.reads.some((read) => read.sentMs === undefined && read.failures === 0)) return 'wait';
  if (poll.answered > 0) return 'owe';
  return poll.reads.every((read) => read.sentMs !== undefined) ? 'supersede' : 'wait';
}
