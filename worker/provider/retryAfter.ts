const DEFAULT_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** How long a `Retry-After` header asks to wait (seconds or an HTTP date), bounded; 10 s where it says nothing useful. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const seconds = header === null ? Number.NaN : Number(header);
  const untilMs = header === null ? Number.NaN : Date.parse(header);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : untilMs - nowMs;
  return Number.isFinite(waitMs) && waitMs >= 0 ? Math.min(waitMs, LONGEST_PAUSE_MS) : DEFAULT_PAUSE_MS;
}
