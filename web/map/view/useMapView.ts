import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { formatMapQuery, type MapQuery, parseMapQuery } from './mapQuery.ts';
import { DEFAULT_VIEW, type MapView, REGION_VIEW, viewBox } from './viewBox.ts';

const CLOSE_ZOOM = 11;

/** Returns a key of the view, rounded as in the address. */
function viewKey(view: MapView | undefined): string {
  return formatMapQuery({ ...parseMapQuery(''), view });
}

/**
 * Keeps the map's view and the address in step: starts from the address, writes each move back to it, and follows it
 * when it changes by other means (Back, a link). `frame` is measured to know the view before there is a map.
 */
export function useMapView(
  { view, wall }: MapQuery,
  change: (part: Partial<MapQuery>, step: 'replace') => void,
  frame: RefObject<HTMLElement | null>,
) {
  const map = useRef<MapRef | undefined>(undefined);
  const waiting = useRef<Position | undefined>(undefined);
  const [initialView] = useState(view ?? (wall ? REGION_VIEW : DEFAULT_VIEW));
  const reported = useRef(viewKey(initialView));
  const [box, setBox] = useState<BBox>();

  useEffect(() => {
    const { clientWidth = 1280, clientHeight = 640 } = frame.current ?? {};
    setBox((known) => known ?? viewBox(initialView, clientWidth, clientHeight));
  }, [frame, initialView]);

  const goTo = useCallback(({ latitude, longitude }: Position) => {
    waiting.current = { latitude, longitude };
    if (!map.current) return;
    waiting.current = undefined;
    const zoom = Math.max(CLOSE_ZOOM, map.current.getZoom());
    map.current.easeTo({ center: [longitude, latitude], zoom, duration: 600 });
  }, []);

  const onMap = useCallback(
    (made: MapRef) => {
      map.current = made;
      if (waiting.current) goTo(waiting.current);
    },
    [goTo],
  );

  const onView = useCallback(
    (seen: MapView, seenBox: BBox) => {
      setBox(seenBox);
      if (viewKey(seen) === reported.current) return;
      reported.current = viewKey(seen);
      change({ view: seen }, 'replace');
    },
    [change],
  );

  const jumpTo = useCallback(({ longitude, latitude, zoom }: MapView) => {
    map.current?.jumpTo({ center: [longitude, latitude], zoom });
  }, []);

  useEffect(() => {
    if (!view || viewKey(view) === reported.current) return;
    reported.current = viewKey(view);
    jumpTo(view);
  }, [view, jumpTo]);

  const zoomIn = useCallback(() => void map.current?.zoomIn(), []);
  const zoomOut = useCallback(() => void map.current?.zoomOut(), []);
  const centre = useCallback((): Position | undefined => {
    const at = map.current?.getCenter();
    return at && { latitude: at.lat, longitude: at.lng };
  }, []);

  return { box, initialView, goTo, jumpTo, zoomIn, zoomOut, centre, onMap, onView };
}

export type LookingMap = ReturnType<typeof useMapView>;
