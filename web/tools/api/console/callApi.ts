const TIMEOUT_MS = 20_000;

/** Headers that tell a caller something; the others are the same for every answer. */
const TELLING = [
  'content-type',
  'cache-control',
  'complete-to',
  'unread',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
] as const;

/** What came back, whatever its status. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  readonly body: string;
  readonly tookMs: number;
}

/** Calls our API. Rejects when no answer comes within 20 s, or `signal` ends the wait. */
export async function callApi(path: string, signal: AbortSignal): Promise<ApiAnswer> {
  const beganMs = performance.now();
  const response = await fetch(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  const body = await response.text();
  const headers = TELLING.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const contentType = response.headers.get('content-type') ?? '';
  return { status: response.status, headers, contentType, body, tookMs: Math.round(performance.now() - beganMs) };
}
