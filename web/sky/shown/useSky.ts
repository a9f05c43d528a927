import { useEffect, useMemo } from 'react';
import { type BBox, bboxOverlaps } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { useNow } from '#web/kit/browser/useNow.ts';
import { feedTruth } from '#web/sky/feed/feedTruth.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { useFeedView } from '#web/sky/feed/useLiveFeed.ts';
import { nearBox, nearestKnown } from '#web/sky/strikes/nearestKnown.ts';
import { nearestTrend } from '#web/sky/strikes/nearestTrend.ts';
import { type CellsNow, cellsNow } from './cellsNow.ts';
import { knownQuiet } from './knownQuiet.ts';
import { measureFrom } from './measureFrom.ts';
import { usePast, usePastAwaited } from './past.ts';
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

/** Makes the feed follow the scope, and returns what is known of the sky there: now, or in the past that is shown. */
export function useSky(feed: LiveFeed, { box, windowMs: liveWindowMs, point, visitorAt, wall }: SkyScope): Sky {
  const view = useFeedView(feed);
  const past = usePast();
  const awaited = usePastAwaited();
  const { strikes, tooWide } = past ?? view;
  const complete = !awaited && (past ?? view).complete;
  const { windowMs } = past ?? { windowMs: liveWindowMs };
  // Not `feed.clock`: its reading would stay wrong for a second after the device clock's offset becomes known.
  const presentMs = useNow(systemClock, 1_000) + view.clockOffsetMs;
  const nowMs = past?.atMs ?? presentMs;
  // No strike of now is shown for one of the past.
  const toMs = past?.atMs ?? (awaited ? nowMs - windowMs - DRAWN_STEP_MS : Number.POSITIVE_INFINITY);
  const drawnNowMs = past?.atMs ?? Math.ceil(nowMs / DRAWN_STEP_MS) * DRAWN_STEP_MS;
  const live = awaited ? ({ kind: 'connecting' } as const) : feedTruth(view, box, presentMs);
  const truth = past ? ({ kind: 'past', whole: past.whole, live, byHour: past.counts !== undefined } as const) : live;
  const endMs = windowEndMs(truth, nowMs);
  const drawnEndMs = endMs === nowMs ? drawnNowMs : endMs;
  const drawnFromMs = drawnEndMs - windowMs;
  const ofStrikes = useWindowCounts(strikes, box, endMs, windowMs, toMs);
  const byHour = past?.counts;
  const counts = byHour ?? ofStrikes;
  const measure = useMemo(
    () => measureFrom({ point, visitorAt, box: wall ? undefined : box }),
    [point, visitorAt, box, wall],
  );
  useEffect(() => {
    if (box) feed.show(box, liveWindowMs, measure && nearBox(measure.at));
  }, [feed, box, liveWindowMs, measure]);
  const nearest = useMemo(
    // Of an hour's count nothing nearer than its tile is known.
    () => (byHour ? undefined : measure && nearestKnown(strikes.store, measure.at, box, drawnFromMs, toMs)),
    [byHour, strikes, measure, box, drawnFromMs, toMs],
  );
  const trend = useMemo(
    () => measure && nearestTrend(strikes.store, measure.at, drawnEndMs, toMs),
    [strikes, measure, drawnEndMs, toMs],
  );
  const unread = (past ?? view.feed)?.unread ?? ALL_READ;
  const unknown = useMemo(
    () => unknownBars(counts, { truth, complete: complete || byHour !== undefined, unread }),
    [counts, truth, complete, byHour, unread],
  );
  const home = view.areas?.home;
  const atHome = !home || !box || bboxOverlaps(home, box);
  const cells = useSteadyCells(cellsNow(view.cells, truth, presentMs, atHome));
  return {
    strikes,
    clock: feed.clock,
    clockOffsetMs: view.clockOffsetMs,
    nowMs,
    presentMs,
    drawnNowMs,
    windowMs,
    endMs,
    drawnFromMs,
    toMs,
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
    cells,
    simulated: view.source === 'simulated',
    home,
  };
}

/** The same object while it says the same: what is drawn of cells is costly. */
function useSteadyCells(cells: CellsNow): CellsNow {
  const { kind } = cells;
  const event = cells.kind === 'told' ? cells.event : undefined;
  return useMemo(() => (event ? { kind: 'told', event } : { kind }) as CellsNow, [kind, event]);
}
