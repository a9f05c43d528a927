import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { nearestStrike } from '#shared/sky/placeFacts.ts';
import { decodeCells } from '#shared/wire/cellsEvent.ts';
import { DEFAULT_VIEW, mapAddress, middleOfView, WIDEN_WITHIN_KM } from '#web/ground/view/mapQuery.ts';
import { useVisitorPosition } from '#web/kit/browser/useVisitorPosition.ts';
import { useAddress } from '#web/kit/routing/address.ts';
import { newestStrikes } from '#web/sky/findStrikes.ts';
import type { LiveFeed } from '#web/sky/LiveFeed.ts';
import { createPlayhead } from '#web/sky/Playhead.ts';
import type { Sky } from '#web/sky/Sky.ts';
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
  const [query, change] = useAddress(mapAddress, 'query');
  const view = useMapView({ ...query, wall: query.wall || embedded }, change, frame, !query.wall && !embedded);
  const { box, goTo, fitTo, centre: centreOf } = view;
  const [moment] = useState(createPlayhead);
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
const VISIBLE_KM = 22;

/** Moves the map to the visitor if nothing else sets the view (`free`) or on request; if not found, to Sofia. */
function useFollowVisitor(free: boolean, { goTo, centreOn, fitTo, isChosen }: LookingMap) {
  const { visitor, locate } = useVisitorPosition();
  const visitorAt = visitor.state === 'known' ? visitor.position : undefined;
  const mayMove = useRef(free);
  useEffect(() => {
    if (!mayMove.current || (!visitorAt && visitor.state !== 'failed')) return;
    mayMove.current = false;
    if (!visitorAt) goTo(DEFAULT_VIEW);
    else if (isChosen()) centreOn(visitorAt);
    else fitTo(boxAround(visitorAt, VISIBLE_KM));
  }, [visitorAt, visitor.state, goTo, centreOn, fitTo, isChosen]);
  const requestAndFollow = useCallback(() => {
    mayMove.current = true;
    locate();
  }, [locate]);
  return { state: visitor.state, visitorAt, locate: requestAndFollow };
}

const WEATHER_MS = 30 * 60_000;
/** Later, a map that moves by itself would startle the reader. */
const WIDENED_WITHIN_MS = 10_000;

/** Widens a first view without lightning in its middle, once, until the nearest storm is there. */
export function useWeatherInView(
  sky: Sky,
  { visitorAt }: Screen,
  { isChosen, widenTo }: LookingMap,
  isRequested: boolean,
) {
  const untilMs = useRef<number>(undefined);
  const isOver = useRef(false);
  useEffect(() => {
    const { box, presentMs, viewStatus, complete, strikes, cells } = sky;
    if (isOver.current || !box || !complete || viewStatus.kind !== 'live') return;
    isOver.current = !isRequested;
    if (isOver.current) return;
    untilMs.current ??= presentMs + WIDENED_WITHIN_MS;
    const scope = { fromMs: presentMs - WEATHER_MS, toMs: Number.POSITIVE_INFINITY };
    const [inView] = newestStrikes(strikes.store, { ...scope, within: middleOfView(box) }, 1);
    isOver.current = inView !== undefined || isChosen() || visitorAt !== undefined || presentMs > untilMs.current;
    // The cells reach further than the strikes that this device holds.
    if (isOver.current || cells.kind !== 'told') return;
    isOver.current = true;
    const known = nearestStrike(strikes.store, DEFAULT_VIEW, scope);
    const storms: Position[] = [...(known ? [known] : []), ...decodeCells(cells.event).cells];
    const nearest = nearestOf(storms, DEFAULT_VIEW);
    if (nearest && distanceKm(DEFAULT_VIEW, nearest) <= WIDEN_WITHIN_KM) widenTo(nearest);
  }, [sky, visitorAt, isChosen, widenTo, isRequested]);
}

const nearestOf = (places: readonly Position[], to: Position): Position | undefined =>
  places.toSorted((a, b) => distanceKm(to, a) - distanceKm(to, b))[0];

export type FollowedVisitor = ReturnType<typeof useFollowVisitor>;
