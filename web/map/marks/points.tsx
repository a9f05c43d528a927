import { useEffect, useRef } from 'react';
import { type MapLayerMouseEvent, type MapRef, type MapTouchEvent, Marker, useMap } from 'react-map-gl/maplibre';
import type { Position } from '#shared/geo/geodesy.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import styles from '../kit/marks.module.css';

export const places: LayerPart = { name: 'places', order: 30, lies: 'over-strikes', Layer: PlaceMarks };

export const measuringPoint: LayerPart = {
  name: 'measuring-point',
  order: 31,
  lies: 'over-strikes',
  Layer: MeasuringPoint,
};

function PlaceMarks({ screen: { visitorAt } }: LayerProps) {
  const { LL } = useTexts();
  return visitorAt && <Mark at={visitorAt} className={styles.visitor} name={LL.map.locate.here()} />;
}

interface MarkProps {
  readonly at: Position;
  readonly className: string | undefined;
  readonly name: string;
}

function Mark({ at, className, name }: MarkProps) {
  return (
    <Marker className={styles.self ?? ''} latitude={at.latitude} longitude={at.longitude}>
      <span className={`${styles.pointMark} ${className}`} role="img" aria-label={name} title={name}>
        <span className={styles.pointTip} aria-hidden="true">
          {name}
        </span>
      </span>
    </Marker>
  );
}

/** Set by a long press or a right click, dragged, removed by its cross. */
function MeasuringPoint({ screen: { query, change } }: LayerProps) {
  const { LL } = useTexts();
  const { point, wall } = query;
  const texts = LL.map.nearest;
  const map = useMap().current;
  // Marker moves to its props at each render, also during a drag: a clock tick would undo the drag.
  const dragged = useRef<Position>(undefined);
  useLongPress(wall ? undefined : map, (at) => change({ point: at }, 'push'));
  if (!point) return null;
  const { latitude, longitude } = dragged.current ?? point;
  return (
    <Marker
      className={styles.marker ?? ''}
      latitude={latitude}
      longitude={longitude}
      draggable={!wall}
      onDrag={({ lngLat }) => {
        dragged.current = { latitude: lngLat.lat, longitude: lngLat.lng };
      }}
      onDragEnd={({ lngLat }) => {
        dragged.current = undefined;
        change({ point: { latitude: lngLat.lat, longitude: lngLat.lng } }, 'push');
      }}
    >
      <span className={styles.point} role="img" aria-label={texts.point()} title={texts.point()} />
      {!wall && (
        <button
          type="button"
          className={styles.remove}
          aria-label={texts.remove()}
          title={texts.remove()}
          onClick={(event) => {
            // Otherwise the map treats it as a click.
            event.stopPropagation();
            change({ point: undefined }, 'push');
          }}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      )}
    </Marker>
  );
}

const HOLD_MS = 500;
/** A still finger moves at most this far, in CSS pixels. */
const STILL_PX = 10;

/** Calls `onPress` where one finger was held for 500 ms, or on a right click. */
function useLongPress(map: MapRef | undefined, onPress: (at: Position) => void): void {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    if (!map) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    let start: MapTouchEvent | undefined;
    const release = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
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
      timer = setTimeout(() => {
        // A swipe delayed by a busy page is handled before the next frame.
        frame = requestAnimationFrame(() => report(event));
      }, HOLD_MS);
    };
    const onTouchMove = ({ point, points }: MapTouchEvent) => {
      if (points.length !== 1 || (start && start.point.dist(point) > STILL_PX)) release();
    };
    const onContextMenu = (event: MapLayerMouseEvent) => {
      event.preventDefault();
      event.originalEvent.preventDefault();
      // Android opens its menu after a long press, which has been reported already.
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
