export type FailedAnswer =
  /** 500 and above, or no answer at all: worth another try. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The other side says how long to wait: 429, or Retry-After on a 5xx. */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same answer. */
  | { readonly kind: 'rejected'; readonly reason: string };

export function classifyAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>, nowMs: number): FailedAnswer {
  const reason = `status ${status}`;
  const retryAfter = headers.get('retry-after');
  if (status === 429 || (status >= 500 && retryAfter !== null)) {
    return { kind: 'paused', reason, retryAfterMs: retryAfterMs(retryAfter, nowMs) };
  }
  return status >= 500 ? { kind: 'failed', reason } : { kind: 'rejected', reason };
}

const DEFAULT_PAUSE_MS = 10_000;
/** Keeps `Retry-After: 0` from meaning no pause at all. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** A longer wait is broken, and must not silence the map for a quarter of an hour. */
const MAX_BELIEVED_MS = 24 * 60 * 60_000;

/** From seconds or an HTTP date, 1 s to 15 min; 10 s if unreadable or not believed. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const seconds = text === '' ? Number.NaN : Number(text);
  const untilMs = Date.parse(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : untilMs - nowMs;
  if (!Number.isFinite(waitMs) || waitMs < 0 || waitMs > MAX_BELIEVED_MS) return DEFAULT_PAUSE_MS;
  return Math.max(MIN_PAUSE_MS, Math.min(waitMs, MAX_PAUSE_MS));
}

export const MAX_RETRIES = 3;

/** The wait before retry number `retry` (1, 2, 3): 2, 4 and 8 s, spread by a fifth either way by `random` (0..1). */
export function retryDelayMs(retry: number, random: number): number {
  return Math.round(1000 * 2 ** retry * (0.8 + 0.4 * random));
}
