import type { ApiResult } from './requestApi.ts';

/** Requests now and every `periodMs`, until cancelled; no callback runs after that. */
export function pollApi<T>(
  periodMs: number,
  request: (signal: AbortSignal) => Promise<ApiResult<T>>,
  onResult: (result: ApiResult<T>) => void,
): () => void {
  const leaving = new AbortController();
  const look = async () => {
    const result = await request(leaving.signal);
    if (!leaving.signal.aborted) onResult(result);
  };
  void look();
  const timer = setInterval(look, periodMs);
  return () => {
    leaving.abort();
    clearInterval(timer);
  };
}
