import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { systemClock } from '#shared/Clock.ts';
import { takePreviewedSlice } from '#web/sky/handOver/previewedSlices.ts';
import { newestFeed } from '#web/sky/source/newestFeed.ts';
import type { FeedView } from './FeedView.ts';
import { LiveFeed } from './LiveFeed.ts';
import { openEventStream, pageSignals } from './LiveFeedDeps.ts';
import { systemTimers } from './Timers.ts';

/** Runs this tab's feed while mounted; undefined on the first render. */
export function useLiveFeed(neverIdle: boolean): LiveFeed | undefined {
  const [feed, setFeed] = useState<LiveFeed>();
  // Before the first paint: a frame without the map would make the content below it jump.
  useLayoutEffect(() => {
    const started = new LiveFeed({
      openStream: openEventStream,
      fetchBytes: (path, init) =>
        takePreviewedSlice(window.previewedSlices, path, performance.now()) ?? fetch(path, init),
      clock: systemClock,
      timers: systemTimers,
      random: Math.random,
      signals: pageSignals(window, systemTimers, () => neverIdle),
    });
    newestFeed.is = started;
    setFeed(started);
    return () => started.stop();
  }, [neverIdle]);
  return feed;
}

/** The feed's view. It changes often while slices arrive: React batches the changes and prioritises input. */
export function useFeedView(feed: LiveFeed): FeedView {
  const [seen, setSeen] = useState({ feed, view: feed.view });
  useEffect(() => {
    const follow = () => startTransition(() => setSeen({ feed, view: feed.view }));
    follow();
    return feed.subscribe(follow);
  }, [feed]);
  return seen.feed === feed ? seen.view : feed.view;
}
