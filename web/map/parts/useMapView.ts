import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { MapRef } from 'react-map-gl/maplibre';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import {
  DEFAULT_VIEW,
  displaySize,
  fittingView,
  formatMapQuery,
  type MapQuery,
  type MapView,
  openingView,
  parseMapQuery,
  savedView,
  saveView,
  viewBox,
  viewReaching,
} from '#web/ground/view/mapQuery.ts';
import { endPreview } from '#web/sky/previewElement.ts';

/** Returns a key of the view, rounded as in the address. */
function viewKey(view: MapView | undefined): string {
  return formatMapQuery({ ...parseMapQuery(''), view });
}

/**
 * Keeps the map's view and the address in sync, both ways. `frame` is measured before there is a map. `returning`: a
 * view that the visitor chooses is saved on the device, and starts the next visit.
 */
export function useMapView(
  { view, wall, rotation }: Pick<MapQuery, 'view' | 'wall' | 'rotation'>,
  change: (part: Partial<MapQuery>, step: 'replace') => void,
  frame: RefObject<HTMLElement | null>,
  returning: boolean,
) {
  const map = useRef<MapRef | undefined>(undefined);
  const waiting = useRef<((visible: MapRef) => void) | undefined>(undefined);
  const [mapView] = useState(() => (returning ? savedView() : undefined));
  const [initialView] = useState(() => openingView({ view, savedView: mapView, wall, rotation }, displaySize()));
  const chosen = useRef(view !== undefined || mapView !== undefined);
  /** True if something was shown on purpose: a result, a place, the visitor. */
  const aimed = useRef(false);
  const reported = useRef(viewKey(initialView));
  const [box, setBox] = useState<BBox>();

  const mapless = useRef<MapView>(initialView);

  const lookWithoutMap = useCallback(
    (requested: MapView) => {
      const { clientWidth = 1280, clientHeight = 640 } = frame.current ?? {};
      mapless.current = requested;
      setBox(viewBox(requested, clientWidth, clientHeight));
    },
    [frame],
  );

  useEffect(() => {
    if (!map.current) lookWithoutMap(mapless.current);
  }, [lookWithoutMap]);

  /** Moves the map, at once or when it is loaded; the last request wins. Texts follow `requested` at once. */
  const move = useCallback(
    (requested: MapView, wish: (visible: MapRef) => void) => {
      aimed.current = true;
      // The preview shows one view only, and the texts must match it.
      if (viewKey(requested) !== viewKey(initialView)) endPreview();
      if (map.current) return wish(map.current);
      waiting.current = wish;
      lookWithoutMap(requested);
    },
    [initialView, lookWithoutMap],
  );

  const goTo = useCallback(
    ({ latitude, longitude }: Position) => {
      const go = (visible: MapRef) => {
        const zoom = Math.max(DEFAULT_VIEW.zoom, visible.getZoom());
        visible.easeTo({ center: [longitude, latitude], zoom, duration: 600, ...besideCard(visible) });
      };
      move({ latitude, longitude, zoom: Math.max(DEFAULT_VIEW.zoom, mapless.current.zoom) }, go);
    },
    [move],
  );

  const onMap = useCallback((created: MapRef) => {
    map.current = created;
    created.on('movestart', ({ originalEvent }) => {
      if (originalEvent) chosen.current = true;
    });
    waiting.current?.(created);
    waiting.current = undefined;
  }, []);

  const onView = useCallback(
    (seen: MapView, seenBox: BBox) => {
      setBox(seenBox);
      if (viewKey(seen) === reported.current) return;
      reported.current = viewKey(seen);
      if (returning && chosen.current) saveView(seen);
      change({ view: seen }, 'replace');
    },
    [change, returning],
  );

  const fitTo = useCallback(
    (requested: BBox, duration = 600) => {
      const { clientWidth = 1280, clientHeight = 640 } = frame.current ?? {};
      const view = fittingView(requested, clientWidth, clientHeight);
      const { latitude, longitude, zoom } = view;
      move(view, (visible) => visible.easeTo({ center: [longitude, latitude], zoom, duration }));
    },
    [frame, move],
  );

  const jumpTo = useCallback(
    (requested: MapView) => {
      const { latitude, longitude, zoom } = requested;
      move(requested, (visible) => visible.jumpTo({ center: [longitude, latitude], zoom }));
    },
    [move],
  );

  useEffect(() => {
    if (!view || viewKey(view) === reported.current) return;
    reported.current = viewKey(view);
    jumpTo(view);
  }, [view, jumpTo]);

  const centreOn = useCallback(
    ({ latitude, longitude }: Position) =>
      move({ latitude, longitude, zoom: mapless.current.zoom }, (visible) =>
        visible.easeTo({ center: [longitude, latitude], duration: 600, ...besideCard(visible) }),
      ),
    [move],
  );

  /** Widens the first view until it shows a place, unless the visitor chose it or it shows something else. */
  const widenTo = useCallback(
    (at: Position) => {
      const { clientWidth = 1280, clientHeight = 640 } = frame.current ?? {};
      if (!chosen.current && !aimed.current)
        jumpTo(viewReaching(initialView, at, { width: clientWidth, height: clientHeight }));
    },
    [frame, initialView, jumpTo],
  );

  /** Where a running step ends, so that a second press adds to it, or takes it back, wherever the map is meanwhile. */
  const steppingTo = useRef<number>(undefined);
  const zoomBy = useCallback((steps: number) => {
    chosen.current = true;
    const visible = map.current;
    if (!visible) return;
    const wanted = (steppingTo.current ?? visible.getZoom()) + steps;
    const zoom = Math.min(visible.getMaxZoom(), Math.max(visible.getMinZoom(), wanted));
    visible.easeTo({ zoom });
    if (!visible.isZooming()) return;
    steppingTo.current = zoom;
    visible.once('moveend', () => {
      steppingTo.current = undefined;
    });
  }, []);
  const zoomIn = useCallback(() => zoomBy(1), [zoomBy]);
  const zoomOut = useCallback(() => zoomBy(-1), [zoomBy]);
  /** True if the visitor chose the view, so it must not change by itself. */
  const isChosen = useCallback(() => chosen.current, []);
  const centre = useCallback((): Position => {
    const at = map.current?.getCenter();
    return at ? { latitude: at.lat, longitude: at.lng } : mapless.current;
  }, []);

  return { box, initialView, isChosen, goTo, centreOn, fitTo, widenTo, jumpTo, zoomIn, zoomOut, centre, onMap, onView };
}

export type LookingMap = ReturnType<typeof useMapView>;

/** Returns the visible box of the map. A map of the whole world may reach beyond 180°: see `clampBox`. */
export function visibleBox(map: MapRef): BBox {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

export interface CoveredPx {
  readonly left: number;
  readonly bottom: number;
}

/** A phone's sheet covers the lower part of the map, a card its left side. If the whole map is covered, half counts. */
export function coveredPx(map: MapRef): CoveredPx {
  const panel = document.querySelector('[data-tool-sheet]')?.getBoundingClientRect();
  const frame = map.getContainer().getBoundingClientRect();
  if (!panel || panel.height === 0) return { left: 0, bottom: 0 };
  const isSheet = panel.width > frame.width / 2;
  const within = (px: number, most: number) => Math.min(Math.max(0, px), most / 2);
  return {
    left: isSheet ? 0 : within(panel.right - frame.left, frame.width),
    bottom: isSheet ? within(frame.bottom - panel.top, frame.height) : 0,
  };
}

/** Offsets the map's middle to the middle of its visible part. */
function besideCard(map: MapRef): { readonly offset: [right: number, down: number] } {
  const { left, bottom } = coveredPx(map);
  return { offset: [left / 2, -bottom / 2] };
}
