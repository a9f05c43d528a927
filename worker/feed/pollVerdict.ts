import type { Reach } from './coverage/marksAfterPoll.ts';
import type { PollPlan } from './plan/planPoll.ts';
import type { Read } from './Read.ts';

/** A poll under way: its plan, when it began, the reads it still needs, and how many of its calls were answered, reaching how far. */
export interface Poll {
  readonly plan: PollPlan;
  readonly begunMs: number;
  reads: Read[];
  answered: number;
  reach: Reach;
}

export type PollVerdict =
  /** Everything was read. */
  | 'complete'
  /** Some reads are not sent yet: the next poll waits for them. */
  | 'wait'
  /** Some reads hang or keep failing while others were answered: they become owed and the mark moves. */
  | 'owe'
  /** Nothing was answered and nothing is left to send: a new poll from the same mark replaces it. */
  | 'supersede';

/** What to do with a poll whose region is due again. */
export function pollVerdict(poll: Poll): PollVerdict {
  if (poll.reads.length === 0) return 'complete';
  if (poll.reads.some((read) => read.sentMs === undefined && read.failures === 0)) return 'wait';
  if (poll.answered > 0) return 'owe';
  return poll.reads.every((read) => read.sentMs !== undefined) ? 'supersede' : 'wait';
}
