import type { Attempt } from './Attempt.ts';

const FIRST = 24;
const LEAST = 6;
const MOST = 240;
const GROWS_BY = 1;

/**
 * How many messages one object has under way at once. A far side, or our own machine, that is slower than what is sent to
 * it would let every attempt run out of its five seconds, and the attempts after it too: so it begins narrow, each answer
 * widens it by one, which doubles it with each round, and each time-out halves it, no more than once in the time of an
 * attempt.
 */
export class SendWindow {
  private size = FIRST;
  private underWay = 0;
  private narrowedMs = Number.NEGATIVE_INFINITY;
  private readonly tryMs: number;

  constructor(tryMs: number) {
    this.tryMs = tryMs;
  }

  /** How many more may be sent now. */
  get room(): number {
    return Math.max(0, Math.floor(this.size) - this.underWay);
  }

  begin(count: number): void {
    this.underWay += count;
  }

  end(attempts: readonly Attempt[], nowMs: number): void {
    this.underWay -= attempts.length;
    const isLate = attempts.some((attempt) => attempt.kind === 'unreachable' && attempt.reason === 'timeout');
    if (!isLate) {
      this.size = Math.min(MOST, this.size + GROWS_BY * attempts.length);
      return;
    }
    if (nowMs - this.narrowedMs < this.tryMs) return;
    this.narrowedMs = nowMs;
    this.size = Math.max(LEAST, this.size / 2);
  }
}
