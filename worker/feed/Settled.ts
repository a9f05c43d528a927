import type { StrikeWindow } from '#worker/provider/StrikeProvider.ts';
import { NO_BOUND, type Reach } from './coverage/marksAfterPoll.ts';

/** What an answer settles of the read that it answers. */
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
