import { Marker, useMap } from 'react-map-gl/maplibre';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import styles from './MeasuringPoint.module.css';
import { useLongPress } from './useLongPress.ts';

/** The point that distances are measured from: set by a long press or a right click, dragged, removed by its cross. */
export function MeasuringPoint({ screen: { query, change } }: LayerProps) {
  const { LL } = useTexts();
  const { point, wall } = query;
  const words = LL.map.nearest;
  const map = useMap().current;
  useLongPress(wall ? undefined : map, (at) => change({ point: at }, 'push'));
  if (!point) return null;
  return (
    <Marker
      className={styles.marker ?? ''}
      latitude={point.latitude}
      longitude={point.longitude}
      draggable={!wall}
      onDragEnd={({ lngLat }) => change({ point: { latitude: lngLat.lat, longitude: lngLat.lng } }, 'push')}
    >
      <span className={styles.mark} role="img" aria-label={words.point()} title={words.point()} />
      {!wall && (
        <button
          type="button"
          className={styles.remove}
          aria-label={words.remove()}
          title={words.remove()}
          onClick={(event) => {
            // Else the map below takes it for a click on itself.
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
