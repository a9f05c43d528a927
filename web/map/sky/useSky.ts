import { useEffect, useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { useNow } from '#web/browser/useNow.ts';
import { feedTruth } from '#web/feed/feedTruth.ts';
import type { LiveFeed } from '#web/feed/LiveFeed.ts';
import { useFeedView } from '#web/feed/useLiveFeed.ts';
import { nearBox, nearestKnown } from '#web/strikes/nearestKnown.ts';
import type { Sky } from './Sky.ts';
import { useWindowCounts } from './useWindowCounts.ts';

const DRAWN_STEP_MS = 5_000;

/** What the page looks at: which part of the world, how far back, and where it measures distances from. */
export interface SkyScope {
  readonly box: BBox | undefined;
  readonly windowMs: number;
  readonly from: Position | undefined;
}

/** Makes the feed follow the scope, and returns what is known of the sky there. */
export function useSky(feed: LiveFeed, { box, windowMs, from }: SkyScope): Sky {
  const view = useFeedView(feed);
  const { strikes, complete, tooWide } = view;
  // Not `feed.clock`: its reading would stay wrong for a second after the device clock's offset becomes known.
  const nowMs = useNow(systemClock, 1_000) + view.clockOffsetMs;
  const drawnNowMs = Math.ceil(nowMs / DRAWN_STEP_MS) * DRAWN_STEP_MS;
  const counts = useWindowCounts(strikes, box, nowMs, windowMs);
  useEffect(() => {
    if (box) feed.show(box, windowMs, from && nearBox(from));
  }, [feed, box, windowMs, from]);
  const nearest = useMemo(
    () => from && nearestKnown(strikes.store, from, box, drawnNowMs - windowMs),
    [strikes, from, box, drawnNowMs, windowMs],
  );
  return {
    strikes,
    clock: feed.clock,
    clockOffsetMs: view.clockOffsetMs,
    nowMs,
    drawnNowMs,
    windowMs,
    box,
    from,
    counts,
    truth: feedTruth(view, box, counts.total, nowMs),
    complete,
    tooWide,
    nearest,
    typicalDelayMs: view.feed?.typicalDelayMs ?? null,
    simulated: view.source === 'simulated',
  };
}
