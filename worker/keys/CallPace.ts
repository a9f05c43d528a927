import type { Clock } from '#shared/time/Clock.ts';

/** Calls that come too fast wait for so long at most; then it is better that the client waits. */
const MOST_WAIT_MS = 2_000;
/** So long a silence is saved up for a burst. */
const BURST_MS = 2_000;

/**
 * How fast one account's calls go on in one isolate: what is left of a minute is not spent at once, so that a burst of one
 * client does not make others wait.
 */
export class CallPace {
  private readonly clock: Clock;
  /** When the next call would go on if none ever came faster. */
  private dueMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** How long the call has to wait; undefined if that is too long and it should come again later. */
  waitMs(callsASecond: number): number | undefined {
    const nowMs = this.clock.now();
    const dueMs = Math.max(this.dueMs, nowMs - BURST_MS);
    const waitMs = Math.max(0, dueMs - nowMs);
    if (waitMs > MOST_WAIT_MS) return undefined;
    this.dueMs = dueMs + 1_000 / callsASecond;
    return waitMs;
  }
}
