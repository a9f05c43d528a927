const DEFAULT_PAUSE_MS = 10_000;
/** Keeps `Retry-After: 0` from meaning no pause at all. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** Nobody asks for more than a day. What does is broken, and must not silence the map for a quarter of an hour. */
const MAX_BELIEVED_MS = 24 * 60 * 60_000;

/** The wait a `Retry-After` header (seconds or an HTTP date) asks for, from 1 s to 15 min; 10 s if unreadable or not believed. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const seconds = text === '' ? Number.NaN : Number(text);
  const untilMs = Date.parse(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : untilMs - nowMs;
  if (!Number.isFinite(waitMs) || waitMs < 0 || waitMs > MAX_BELIEVED_MS) return DEFAULT_PAUSE_MS;
  return Math.max(MIN_PAUSE_MS, Math.min(waitMs, MAX_PAUSE_MS));
}
