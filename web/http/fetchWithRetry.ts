/** Limits of a call, as the specification sets them. */
export const REQUEST_TIMEOUT_MS = 10_000;
export const RETRY_WAITS_MS = [2_000, 4_000, 8_000] as const;

interface Means {
  fetch: typeof fetch;
  /** Resolves after `ms` milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/**
 * A call that outlives a bad moment: without an answer, or with one of 500 and above, it is repeated after 2, 4 and
 * 8 s. Any other answer is returned as it is. Rejects when the last try has no answer.
 */
export async function fetchWithRetry(url: string, init: RequestInit, { fetch, wait }: Means): Promise<Response> {
  const attempt = () => fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  for (const waitMs of RETRY_WAITS_MS) {
    const response = await attempt().catch(() => null);
    if (response && response.status < 500) return response;
    await wait(waitMs);
  }
  return attempt();
}
