import { useEffect, useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { useNow } from '#web/browser/useNow.ts';
import { feedTruth } from '#web/feed/feedTruth.ts';
import type { LiveFeed } from '#web/feed/LiveFeed.ts';
import { useFeedView } from '#web/feed/useLiveFeed.ts';
import { nearBox, nearestKnown } from '#web/strikes/nearestKnown.ts';
import { nearestTrend } from '#web/strikes/nearestTrend.ts';
import { knownQuiet } from './knownQuiet.ts';
import { measureFrom } from './measureFrom.ts';
import type { Sky } from './Sky.ts';
import { unknownBars } from './unknownBars.ts';
import { useWindowCounts } from './useWindowCounts.ts';
import { windowEndMs } from './windowEndMs.ts';

const DRAWN_STEP_MS = 5_000;
const ALL_READ: readonly never[] = [];

/** What the page looks at: which part of the world, how far back, and where it measures distances from. */
export interface SkyScope {
  readonly box: BBox | undefined;
  readonly windowMs: number;
  readonly point: Position | undefined;
  readonly visitorAt: Position | undefined;
  /** Whether nobody in particular looks: then nothing is measured from the middle of the map. */
  readonly wall: boolean;
}

/** Makes the feed follow the scope, and returns what is known of the sky there. */
export function useSky(feed: LiveFeed, { box, windowMs, point, visitorAt, wall }: SkyScope): Sky {
  const view = useFeedView(feed);
  const { strikes, complete, tooWide } = view;
  // Not `feed.clock`: its reading would stay wrong for a second after the device clock's offset becomes known.
  const nowMs = useNow(systemClock, 1_000) + view.clockOffsetMs;
  const drawnNowMs = Math.ceil(nowMs / DRAWN_STEP_MS) * DRAWN_STEP_MS;
  const truth = feedTruth(view, box, nowMs);
  const endMs = windowEndMs(truth, nowMs);
  const drawnEndMs = endMs === nowMs ? drawnNowMs : endMs;
  const drawnFromMs = drawnEndMs - windowMs;
  const counts = useWindowCounts(strikes, box, endMs, windowMs);
  const measure = useMemo(
    () => measureFrom({ point, visitorAt, box: wall ? undefined : box }),
    [point, visitorAt, box, wall],
  );
  useEffect(() => {
    if (box) feed.show(box, windowMs, measure && nearBox(measure.at));
  }, [feed, box, windowMs, measure]);
  const nearest = useMemo(
    () => measure && nearestKnown(strikes.store, measure.at, box, drawnFromMs),
    [strikes, measure, box, drawnFromMs],
  );
  const trend = useMemo(
    () => measure && nearestTrend(strikes.store, measure.at, drawnEndMs),
    [strikes, measure, drawnEndMs],
  );
  const unread = view.feed?.unread ?? ALL_READ;
  const unknown = useMemo(() => unknownBars(counts, { truth, complete, unread }), [counts, truth, complete, unread]);
  return {
    strikes,
    clock: feed.clock,
    clockOffsetMs: view.clockOffsetMs,
    nowMs,
    drawnNowMs,
    windowMs,
    endMs,
    drawnFromMs,
    box,
    from: point ?? visitorAt,
    measure,
    counts,
    unknown,
    truth,
    complete,
    tooWide,
    quiet: knownQuiet(truth, counts.total, unknown),
    nearest,
    trend,
    typicalDelayMs: view.feed?.typicalDelayMs ?? null,
    simulated: view.source === 'simulated',
  };
}
