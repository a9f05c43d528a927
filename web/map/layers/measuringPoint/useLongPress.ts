import { useEffect, useRef } from 'react';
import type { MapLayerMouseEvent, MapRef, MapTouchEvent } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';

const HOLD_MS = 500;
/** A finger that holds still moves so far at most, in CSS pixels. */
const STILL_PX = 10;

/** Calls `onPress` with where one finger was held on the map for 500 ms, or where the map was clicked with the right button. */
export function useLongPress(map: MapRef | undefined, onPress: (at: Position) => void): void {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    if (!map) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start: MapTouchEvent | undefined;
    const release = () => {
      clearTimeout(timer);
      start = undefined;
    };
    let reportedMs = Number.NEGATIVE_INFINITY;
    const report = ({ lngLat }: MapTouchEvent | MapLayerMouseEvent) => {
      release();
      reportedMs = performance.now();
      press.current({ latitude: lngLat.lat, longitude: lngLat.lng });
    };
    const onTouchStart = (event: MapTouchEvent) => {
      release();
      if (event.points.length !== 1) return;
      start = event;
      timer = setTimeout(() => report(event), HOLD_MS);
    };
    const onTouchMove = ({ point, points }: MapTouchEvent) => {
      if (points.length !== 1 || (start && start.point.dist(point) > STILL_PX)) release();
    };
    const onContextMenu = (event: MapLayerMouseEvent) => {
      event.preventDefault();
      event.originalEvent.preventDefault();
      // Android opens its menu at the end of a long press, which has been reported already.
      if (event.originalEvent.timeStamp - reportedMs < 2 * HOLD_MS) return;
      report(event);
    };
    map.on('touchstart', onTouchStart);
    map.on('touchmove', onTouchMove);
    map.on('touchend', release);
    map.on('touchcancel', release);
    map.on('contextmenu', onContextMenu);
    return () => {
      release();
      map.off('touchstart', onTouchStart);
      map.off('touchmove', onTouchMove);
      map.off('touchend', release);
      map.off('touchcancel', release);
      map.off('contextmenu', onContextMenu);
    };
  }, [map]);
}
