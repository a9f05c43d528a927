import { MINUTE_MS } from './minutesDue.ts';

const LEAST_MS = 10_000;
/** A poll that is under way when the minute is over needs a moment. */
const GRACE_MS = 2_000;

/**
 * How long to wait before the Feed is asked again: until it should have read the minute that follows `atMs`, at least 10 s.
 * Null: nothing is known yet.
 */
export function nextAskMs(heard: { readonly atMs: number; readonly watermarkMs: number } | null): number {
  if (!heard) return LEAST_MS;
  const untilReadMs = heard.atMs + MINUTE_MS - heard.watermarkMs + GRACE_MS;
  return Math.min(MINUTE_MS, Math.max(LEAST_MS, untilReadMs));
}
