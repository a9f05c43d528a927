import { useEffect } from 'react';
import type { ApiResult } from '#web/kit/http/requestApi.ts';
import { useQuery } from '#web/kit/http/useQuery.ts';
import type { WallArea } from './wallArea.ts';

const RETRY_MS = 30_000;
const NONE: WallArea = { kind: 'none' };

/** The area of a wall's address; `none` while it loads. A failed load is retried. */
export function useWallArea(area: string | undefined): WallArea {
  const queryState = useQuery(area, (signal) => load(area ?? '', signal));
  const retry = queryState.kind === 'failed' ? queryState.retry : undefined;
  useEffect(() => {
    if (!retry) return;
    const handle = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(handle);
  }, [retry]);
  return queryState.kind === 'known' ? queryState.value : NONE;
}

/** Imported on demand, because only walls need the area code. */
async function load(area: string, signal: AbortSignal): Promise<ApiResult<WallArea>> {
  try {
    const { loadWallArea } = await import('./wallArea.ts');
    return await loadWallArea(area, signal);
  } catch {
    return { ok: false, errorKind: 'offline' };
  }
}
