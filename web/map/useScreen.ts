import { type RefObject, useCallback, useMemo, useState } from 'react';
import { useMapQuery } from '#web/ground/view/useMapQuery.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { createShownMoment } from '#web/sky/shown/ShownMoment.ts';
import type { PickedTime, Screen } from './parts/Screen.ts';
import { useFollowVisitor } from './place/useFollowVisitor.ts';
import { useFocusedStrike } from './strike/useFocusedStrike.ts';
import { useOpenStrike } from './strike/useOpenStrike.ts';
import { windowHolding } from './strike/windowHolding.ts';
import { useMapView } from './view/useMapView.ts';

/**
 * What is chosen on the map screen: by the address, by the visitor's position, by hand. `frame` holds the map. `embedded`:
 * it stands in a page of others, and begins with the whole region if the address says nothing else.
 */
export function useScreen(
  feed: LiveFeed,
  eventId: string | undefined,
  frame: RefObject<HTMLElement | null>,
  embedded = false,
) {
  const [query, change] = useMapQuery();
  const view = useMapView({ view: query.view, wall: query.wall || embedded }, change, frame);
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
