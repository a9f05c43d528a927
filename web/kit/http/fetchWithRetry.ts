/** Limits set by the specification. */
const REQUEST_TIMEOUT_MS = 10_000;
export const RETRY_WAITS_MS = [2_000, 4_000, 8_000] as const;

export interface RetryDeps {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
}

/** If a server asks to wait longer than this, there is no retry. */
const MAX_RETRY_AFTER_S = 60;

/** Retries after 2, 4 and 8 s without a response or at a status ≥ 500. Rejects if the last try has no response. */
export async function fetchWithRetry(url: string, init: RequestInit, { fetch, wait }: RetryDeps): Promise<Response> {
  const attempt = () => fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  for (const waitMs of RETRY_WAITS_MS) {
    const response = await attempt().catch(() => null);
    if (response && (response.status < 500 || retryAfterS(response) > MAX_RETRY_AFTER_S)) return response;
    await wait(waitMs);
  }
  return attempt();
}

function retryAfterS({ headers }: Response): number {
  return Number(headers.get('retry-after'));
}
