const LEAST_CEILING_MS = 1_000;
const MOST_CEILING_MS = 30_000;
/** No server, however confused, keeps a client away for longer. */
const MOST_REFUSAL_MS = 5 * 60_000;
const REFUSAL_JITTER = 0.25;

/** A delay drawn evenly below a ceiling that doubles with each failure, from 1 to 30 s. `random` returns [0, 1). */
export function backOffMs(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(MOST_CEILING_MS, LEAST_CEILING_MS * 2 ** failures));
}

/** For how long a 429 or 503 asks to be left alone; undefined if it does not say. */
export function retryAfterMs(status: number, header: string | null): number | undefined {
  if ((status !== 429 && status !== 503) || header === null || !/^\d{1,12}$/.test(header)) return undefined;
  return Math.min(MOST_REFUSAL_MS, Number(header) * 1_000);
}

/** What was asked for, and up to a quarter more: it was told to everybody, who must not return together. */
export function refusalDelayMs(askedMs: number, failures: number, random: () => number): number {
  return Math.max(Math.round(askedMs * (1 + random() * REFUSAL_JITTER)), backOffMs(failures, random));
}
