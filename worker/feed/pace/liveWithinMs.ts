import { FEED_LIVE_WITHIN_MS } from '#shared/limits.ts';

const LEAST_MS = 20_000;
const MISSED_POLLS = 3;

/** Home counts as live for so long after its last success while it is polled every `intervalMs`: 20 to 60 s. */
export function liveWithinMs(intervalMs: number): number {
  return Math.min(FEED_LIVE_WITHIN_MS, Math.max(LEAST_MS, MISSED_POLLS * intervalMs));
}
