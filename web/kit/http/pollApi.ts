import type { ApiResult } from './ask.ts';

/** Requests now and every `periodMs`, until cancelled; no callback runs after that. */
export function pollApi<T>(
  periodMs: number,
  ask: (signal: AbortSignal) => Promise<ApiResult<T>>,
  onAnswer: (asked: ApiResult<T>) => void,
): () => void {
  const leaving = new AbortController();
  const look = async () => {
    const asked = await ask(leaving.signal);
    if (!leaving.signal.aborted) onAnswer(asked);
  };
  void look();
  const timer = setInterval(look, periodMs);
  return () => {
    leaving.abort();
    clearInterval(timer);
  };
}
