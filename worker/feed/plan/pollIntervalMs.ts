const BUSY_WITHIN_MS = 2 * 60_000;
const QUIET_AFTER_MS = 10 * 60_000;
const QUIET_MS = 15_000;
const VERY_QUIET_MS = 30_000;
/** While somebody watches a place, the first strike after a quiet spell must not wait. */
const WATCHED_MS = 10_000;

/**
 * How long until a region is polled again: `busyMs` while strikes arrive, 15 s after 2 minutes without any, 30 s after
 * 10 minutes; where it is `watched`, 10 s at most. `lastStrikeMs` is when the region's newest strike was first seen.
 */
export function pollIntervalMs(
  busyMs: number,
  lastStrikeMs: number | undefined,
  nowMs: number,
  watched = false,
): number {
  const sinceMs = lastStrikeMs === undefined ? Number.POSITIVE_INFINITY : nowMs - lastStrikeMs;
  if (sinceMs <= BUSY_WITHIN_MS) return busyMs;
  if (watched) return Math.max(busyMs, WATCHED_MS);
  return Math.max(busyMs, sinceMs <= QUIET_AFTER_MS ? QUIET_MS : VERY_QUIET_MS);
}
