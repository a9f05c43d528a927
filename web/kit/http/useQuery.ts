import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError, ApiResult } from './requestApi.ts';

export type QueryState<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly share: number }
  | (Omit<ApiError, 'ok'> & { readonly kind: 'failed'; readonly retry: () => void })
  | { readonly kind: 'known'; readonly value: T };

type Query<T> = (signal: AbortSignal, onProgress: (share: number) => void) => Promise<ApiResult<T>>;

/** Refetches when `key` changes and discards the old result. Idle without a key. */
export function useQuery<T>(key: string | undefined, request: Query<T>): QueryState<T> {
  const [state, setState] = useState<{ readonly key: string | undefined; readonly state: QueryState<T> }>();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const asking = useRef(request);
  asking.current = request;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same
  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    const set = (next: QueryState<T>) => {
      if (!leaving.signal.aborted) setState({ key, state: next });
    };
    set({ kind: 'loading', share: 0 });
    void asking
      .current(leaving.signal, (share) => set({ kind: 'loading', share }))
      .then((result) => set(result.ok ? { kind: 'known', value: result.value } : { ...result, kind: 'failed', retry }));
    return () => leaving.abort();
  }, [key, attempt, retry]);
  if (key === undefined) return { kind: 'idle' };
  return state?.key === key ? state.state : { kind: 'loading', share: 0 };
}
