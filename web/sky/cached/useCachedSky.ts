import { useEffect, useRef } from 'react';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import type { ViewStatus } from '#web/sky/feed/viewStatus.ts';

/** Cached strikes are shown after this silence; until then the network may just be slow. */
const TIMEOUT_MS = 3_000;

/** Caches the sky while it is live, and shows it if the page starts without a network. */
export function useCachedSky(feed: LiveFeed, viewStatus: ViewStatus): void {
  const latest = useRef(viewStatus);
  useEffect(() => {
    latest.current = viewStatus;
  }, [viewStatus]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const { cacheSky } = await import('./cacheSky.ts');
      if (!left) stop = cacheSky(feed, () => latest.current);
    };
    const timer = setTimeout(() => void start().catch(() => undefined), navigator.onLine ? TIMEOUT_MS : 0);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [feed]);
}
