import { useEffect, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { systemClock } from '#shared/time/Clock.ts';
import { useNow } from '#web/browser/useNow.ts';
import { newestStrikes } from '#web/strikes/findStrike.ts';
import type { StrikeStore } from '#web/strikes/StrikeStore.ts';
import type { MapTheme } from '../../view/MapTheme.ts';
import { THUNDER_MS, thunderRings, thunderShown } from './thunderRings.ts';

const STEP_MS = 500;
const MOST_STRIKES = 12;

export interface ThunderProps {
  readonly strikes: StrikeStore;
  readonly theme: MapTheme;
  readonly typicalDelayMs: number | null;
  /** Add to this device's time to get the server's. */
  readonly clockOffsetMs: number;
}

/** Rings that run from the newest strikes at the speed of sound: when they reach a place, it thunders there. */
export function Thunder(props: ThunderProps) {
  const map = useMap().current;
  const [zoom, setZoom] = useState(() => map?.getZoom() ?? 0);
  useEffect(() => {
    if (!map) return;
    const read = () => setZoom(map.getZoom());
    map.on('zoomend', read);
    return () => {
      map.off('zoomend', read);
    };
  }, [map]);
  return thunderShown(zoom, props.typicalDelayMs) ? <Rings {...props} /> : null;
}

function Rings({ strikes, theme, clockOffsetMs }: ThunderProps) {
  const map = useMap().current;
  const nowMs = useNow(systemClock, STEP_MS) + clockOffsetMs;
  const bounds = map?.getBounds();
  const within = bounds && {
    west: bounds.getWest() - 0.3,
    south: bounds.getSouth() - 0.2,
    east: bounds.getEast() + 0.3,
    north: bounds.getNorth() + 0.2,
  };
  const newest = newestStrikes(strikes, { fromMs: nowMs - THUNDER_MS, ...(within ? { within } : {}) }, MOST_STRIKES);
  const rings = {
    type: 'FeatureCollection' as const,
    features: thunderRings(newest, nowMs).map(({ coordinates, strength }) => ({
      type: 'Feature' as const,
      properties: { strength },
      geometry: { type: 'LineString' as const, coordinates },
    })),
  };
  return (
    <Source id="thunder" type="geojson" data={rings}>
      <Layer
        id="thunder"
        type="line"
        paint={{
          'line-color': theme === 'light' ? '#4f1954' : '#fbf5af',
          'line-width': 2,
          'line-opacity': ['*', 0.7, ['get', 'strength']],
        }}
      />
    </Source>
  );
}
