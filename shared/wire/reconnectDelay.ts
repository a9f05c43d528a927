const MIN_CEILING_MS = 1_000;
const MAX_CEILING_MS = 30_000;
const REFUSAL_JITTER = 0.25;

/**
 * A delay with full jitter: drawn evenly below a ceiling that doubles with each failure, from 1 s to 30 s. Drawing from
 * the whole range, not around its end, keeps thousands of clients from returning in step after an outage. `random`
 * returns numbers in [0, 1).
 */
export function reconnectDelayMs(failures: number, random: () => number): number {
  const ceilingMs = Math.min(MAX_CEILING_MS, MIN_CEILING_MS * 2 ** failures);
  return Math.round(random() * ceilingMs);
}

/**
 * How long a refused client stays away that was asked to for `forMs`: that or up to a quarter more, because everybody
 * is given the same time, and it grows as any delay. With 0, as when no time was given, it is `reconnectDelayMs`.
 */
export function refusalDelayMs(forMs: number, failures: number, random: () => number): number {
  return Math.max(Math.round(forMs * (1 + random() * REFUSAL_JITTER)), reconnectDelayMs(failures, random));
}

/** No server can keep a client away for longer. */
const MAX_MS = 5 * 60_000;

/** For how long the server asks to be left alone, if its answer says so. */
export function refusedForMs(status: number, retryAfter: string | null): number | undefined {
  if (status !== 503 && status !== 429) return undefined;
  return retryAfter !== null && /^\d{1,12}$/.test(retryAfter)
    ? Math.min(MAX_MS, Number(retryAfter) * 1_000)
    : undefined;
}
