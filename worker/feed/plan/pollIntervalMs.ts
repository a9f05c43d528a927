const BUSY_WITHIN_MS = 2 * 60_000;
const QUIET_AFTER_MS = 10 * 60_000;
const QUIET_MS = 15_000;
const VERY_QUIET_MS = 30_000;

/**
 * How long until a region is polled again: `busyMs` while strikes arrive, 15 s after 2 minutes without any, 30 s after
 * 10 minutes. `lastStrikeMs` is when the region's newest strike was first seen.
 */
export function pollIntervalMs(busyMs: number, lastStrikeMs: number | undefined, nowMs: number): number {
  const sinceMs = lastStrikeMs === undefined ? Number.POSITIVE_INFINITY : nowMs - lastStrikeMs;
  if (sinceMs <= BUSY_WITHIN_MS) return busyMs;
  return Math.max(busyMs, sinceMs <= QUIET_AFTER_MS ? QUIET_MS : VERY_QUIET_MS);
}
