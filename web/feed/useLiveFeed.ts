import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { systemClock } from '#shared/time/Clock.ts';
import type { FeedView } from './FeedView.ts';
import { LiveFeed } from './LiveFeed.ts';
import { pageSignals } from './PageSignals.ts';
import { systemTimers } from './Timers.ts';

/** This tab's feed while the component is mounted; undefined on the first render. */
export function useLiveFeed(neverIdle: boolean): LiveFeed | undefined {
  const [feed, setFeed] = useState<LiveFeed>();
  // Before the first paint: a frame without the map would let what is below it jump.
  useLayoutEffect(() => {
    const started = new LiveFeed({
      openStream: (url) => new EventSource(url),
      fetchBytes: (path, init) => fetch(path, init),
      clock: systemClock,
      timers: systemTimers,
      random: Math.random,
      signals: pageSignals(window, systemTimers, () => neverIdle),
    });
    setFeed(started);
    return () => started.stop();
  }, [neverIdle]);
  return feed;
}

/** What the page may know of the feed, kept up to date. */
export function useFeedView(feed: LiveFeed): FeedView {
  return useSyncExternalStore(feed.subscribe, () => feed.view);
}
