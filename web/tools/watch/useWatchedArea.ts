import { useEffect, useMemo, useState } from 'react';
import { bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import { type Area, type AreaChange, type AreaState, holdMs, type NearStrike, reachOf } from '#shared/watch/Area.ts';
import { newAreaState, type Sighting, watchArea } from '#shared/watch/watchArea.ts';
import type { FeedView } from '#web/sky/FeedView.ts';
import type { LiveFeed } from '#web/sky/LiveFeed.ts';
import type { HeldStrikes } from '#web/sky/StrikeStore.ts';
import { middleOf, nearStrikes, sightingOf } from './watchedArea.ts';

const STEP_MS = 1_000;
const RETAINED_CHANGES = 8;
/** Strikes are held at least this far around, so that requests reveal little of the place's position. */
const LEAST_HELD_KM = 100;
const MARGIN_KM = 5;
/** The watermark is behind by 2 min at most, and the provider's clock by minutes. */
export const SLACK_MS = 10 * 60_000;

export interface WatchedStep {
  readonly state: AreaState;
  /** Newest first, at most eight. */
  readonly changes: readonly AreaChange[];
  readonly sighting: Sighting;
  readonly view: FeedView;
}

/** Makes the feed follow the area, and determines its level. */
export function useWatchedArea(feed: LiveFeed, area: Area): WatchedStep {
  useEffect(() => {
    const [watch, warning, stop] = area.ringsKm;
    const reach = reachOf({ shape: area.shape, ringsKm: [watch + MARGIN_KM, warning, stop] });
    feed.show(bboxUnion(boxAround(middleOf(area), LEAST_HELD_KM), reach), holdMs(area) + SLACK_MS);
  }, [feed, area]);
  return useEvaluatedArea(feed, area);
}

/**
 * Runs the state machine on each event of the feed, and each second even if nothing arrives. The feed must hold all
 * strikes within the rings for the longest hold of a level plus `SLACK_MS`.
 */
export function useEvaluatedArea(feed: LiveFeed, area: Area): WatchedStep {
  const start = useMemo(() => firstLook(feed, area), [feed, area]);
  const [watched, setWatched] = useState(start);
  useEffect(() => {
    const middle = middleOf(area);
    const windowMs = holdMs(area) + SLACK_MS;
    let present = firstLook(feed, area);
    let known: { readonly of: HeldStrikes; readonly near: readonly NearStrike[] } | undefined;
    const step = () => {
      const { view } = feed;
      const nowMs = feed.clock.now();
      if (known?.of !== view.strikes) {
        // A source without alerts must not raise a level.
        const supportsAlerts = view.primary?.supportsAlerts ?? true;
        const near = supportsAlerts ? nearStrikes(view.strikes.store, area, middle, nowMs - windowMs) : [];
        known = { of: view.strikes, near };
      }
      const sighting = sightingOf(area, view, known.near, nowMs, present.sighting);
      const { state, changes } = watchArea(area, present.state, sighting);
      present = {
        state,
        changes: [...changes.toReversed(), ...present.changes].slice(0, RETAINED_CHANGES),
        sighting,
        view,
      };
      setWatched(present);
    };
    step();
    const leave = feed.subscribe(step);
    const handle = setInterval(step, STEP_MS);
    return () => {
      leave();
      clearInterval(handle);
    };
  }, [feed, area]);
  return watched;
}

function firstLook(feed: LiveFeed, area: Area): WatchedStep {
  const { view } = feed;
  return { state: newAreaState(), changes: [], sighting: sightingOf(area, view, [], feed.clock.now()), view };
}
