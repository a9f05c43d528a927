import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { boxAround } from '#shared/geo/BBox.ts';
import { useMapQuery } from '#web/ground/view/useMapQuery.ts';
import { DEFAULT_VIEW } from '#web/ground/view/viewBox.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { createShownMoment } from '#web/sky/shown/ShownMoment.ts';
import { useFocusedStrike, useOpenStrike, windowHolding } from './openStrike/useOpenStrike.ts';
import type { PickedTime, Screen } from './parts/Screen.ts';
import { type LookingMap, useMapView } from './parts/useMapView.ts';

/** The choices on the map screen. `frame` holds the map. `embedded`: it begins with the whole region by default. */
export function useScreen(
  feed: LiveFeed,
  eventId: string | undefined,
  frame: RefObject<HTMLElement | null>,
  embedded = false,
) {
  const [query, change] = useMapQuery();
  const view = useMapView({ ...query, wall: query.wall || embedded }, change, frame);
  const { box, goTo, fitTo, centre: centreOf } = view;
  const [moment] = useState(createShownMoment);
  const visitor = useFollowVisitor(query.view === undefined && eventId === undefined && !embedded, view);
  const { visitorAt, locate } = visitor;
  const focused = useFocusedStrike(eventId, query.hint);
  const widen = useCallback(
    (atMs: number) => {
      const wideMs = windowHolding(atMs, feed.clock.now(), query.windowMs);
      if (wideMs !== query.windowMs) change({ windowMs: wideMs }, 'replace');
    },
    [feed, query.windowMs, change],
  );
  const { open, show, touch, close } = useOpenStrike({
    feed,
    moment,
    box,
    windowMs: query.windowMs,
    focused,
    goTo,
    widen,
  });
  const [picked, pick] = useState<PickedTime>();
  const screen = useMemo<Screen>(
    () => ({ query, change, moment, centreOf, goTo, fitTo, visitorAt, locate, open, show, close, picked, pick }),
    [query, change, moment, centreOf, goTo, fitTo, visitorAt, locate, open, show, close, picked],
  );
  return { screen, view, visitor, focused: focused.state, touch };
}

/** The widest ring around a place, and some room. */
const SHOWN_KM = 22;

/** Moves the map to the visitor if nothing else says where to look (`free`) or on request; if not found, to Sofia. */
function useFollowVisitor(free: boolean, { goTo, fitTo }: Pick<LookingMap, 'goTo' | 'fitTo'>) {
  const { visitor, locate } = useVisitorPosition();
  const visitorAt = visitor.state === 'known' ? visitor.position : undefined;
  const mayMove = useRef(free);
  useEffect(() => {
    if (!mayMove.current || (!visitorAt && visitor.state !== 'failed')) return;
    mayMove.current = false;
    if (visitorAt) fitTo(boxAround(visitorAt, SHOWN_KM));
    else goTo(DEFAULT_VIEW);
  }, [visitorAt, visitor.state, goTo, fitTo]);
  const askAndFollow = useCallback(() => {
    mayMove.current = true;
    locate();
  }, [locate]);
  return { state: visitor.state, visitorAt, locate: askAndFollow };
}

export type FollowedVisitor = ReturnType<typeof useFollowVisitor>;
