const DEFAULT_PAUSE_MS = 10_000;
/** `Retry-After: 0` from a provider that keeps refusing would otherwise be no pause at all. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

/** How long a `Retry-After` header asks to wait (seconds or an HTTP date), bounded; 10 s where it says nothing useful. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const seconds = text === '' ? Number.NaN : Number(text);
  const untilMs = Date.parse(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : untilMs - nowMs;
  if (!Number.isFinite(waitMs) || waitMs < 0) return DEFAULT_PAUSE_MS;
  return Math.max(SHORTEST_PAUSE_MS, Math.min(waitMs, LONGEST_PAUSE_MS));
}
