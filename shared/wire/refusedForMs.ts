/** No server, however confused, keeps a client away for longer. */
const MAX_MS = 5 * 60_000;

/** For how long the server asks to be left alone, if its answer says so. */
export function refusedForMs(status: number, retryAfter: string | null): number | undefined {
  if (status !== 503 && status !== 429) return undefined;
  return retryAfter !== null && /^\d{1,12}$/.test(retryAfter)
    ? Math.min(MAX_MS, Number(retryAfter) * 1_000)
    : undefined;
}
