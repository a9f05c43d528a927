import { useEffect, useRef } from 'react';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';

/** Cached strikes are shown after this silence; until then the network may just be slow. */
const PATIENCE_MS = 3_000;

/** Caches the sky while it is live, and shows it if the page starts without a network. */
export function useKeptSky(feed: LiveFeed, truth: FeedTruth): void {
  const latest = useRef(truth);
  useEffect(() => {
    latest.current = truth;
  }, [truth]);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const start = async () => {
      const { keepSky } = await import('./keepSky.ts');
      if (!left) stop = keepSky(feed, () => latest.current);
    };
    const timer = setTimeout(() => void start().catch(() => undefined), navigator.onLine ? PATIENCE_MS : 0);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [feed]);
}
