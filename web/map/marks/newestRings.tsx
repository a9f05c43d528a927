import { useEffect, useState } from 'react';
import { Marker, useMap } from 'react-map-gl/maplibre';
import { ICON_ZOOM, sparkColours, sparkPx } from '#shared/sky/colours.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { visibleBox } from '#web/map/parts/useMapView.ts';
import { newestStrikes } from '#web/sky/findStrikes.ts';
import styles from '../kit/marks.module.css';

export const newestRings: LayerPart = {
  name: 'newest-rings',
  order: 10,
  lies: 'over-strikes',
  Layer: NewestRings,
  embedded: true,
};

/** The newest strikes of the last minute keep a ring, so that they can be found again after their flash. */
const NEW_MS = 60_000;
const RINGS = 3;
const LEAST_RADIUS_PX = 9;
const ICON_RADIUS_PX = 21;

function NewestRings({ sky: { strikes, greyed }, screen, visible: visibleWindow }: LayerProps) {
  const map = useMap().current;
  const [zoom, setZoom] = useState(() => map?.getZoom() ?? 0);
  useEffect(() => {
    if (!map) return;
    const read = () => setZoom(map.getZoom());
    map.on('zoom', read);
    return () => {
      map.off('zoom', read);
    };
  }, [map]);
  if (!map || greyed || visibleWindow.toMs !== Number.POSITIVE_INFINITY) return null;
  const { ring, ringEdge } = sparkColours[screen.query.theme];
  const radius = zoom >= ICON_ZOOM ? ICON_RADIUS_PX : Math.max(LEAST_RADIUS_PX, 1.9 * sparkPx(zoom));
  const newest = newestStrikes(strikes.store, { fromMs: visibleWindow.nowMs - NEW_MS, within: visibleBox(map) }, RINGS);
  return newest.map(({ ordinal, latitude, longitude }) => (
    <Marker key={ordinal} latitude={latitude} longitude={longitude} className={styles.newestMark ?? ''}>
      <svg className={styles.ring} width={2 * radius + 4} height={2 * radius + 4} data-newest-ring aria-hidden="true">
        <circle cx="50%" cy="50%" r={radius} stroke={ringEdge} strokeWidth="3.4" strokeOpacity="0.7" />
        <circle cx="50%" cy="50%" r={radius} stroke={ring} strokeWidth="1.7" />
      </svg>
    </Marker>
  ));
}
