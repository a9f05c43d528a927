import type { Attempt } from './Attempt.ts';
import { isTimeout } from './SendLane.ts';

/** Whoever answers later than this, while others wait, is slow. */
export const SLOW_MS = 1_000;
const MOST_KNOWN = 20_000;

/**
 * The recipients whose webhooks go to the slow lane, in memory alone: those whose last attempt timed out, and those that
 * took longer than a second while others waited for a slot. An answer within a second brings one back.
 */
export class SlowHooks {
  private readonly keys = new Set<string>();

  has(key: string): boolean {
    return this.keys.has(key);
  }

  add(key: string): void {
    this.keys.delete(key);
    this.keys.add(key);
    // The one that was noted longest ago is learned anew.
    const oldest = this.keys.size > MOST_KNOWN ? this.keys.values().next().value : undefined;
    if (oldest !== undefined) this.keys.delete(oldest);
  }

  note(key: string, attempt: Attempt, tookMs: number): void {
    if (isTimeout(attempt)) this.add(key);
    else if (attempt.kind !== 'unreachable' && tookMs <= SLOW_MS) this.keys.delete(key);
  }
}
