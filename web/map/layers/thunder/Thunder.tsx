import { useEffect, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { useMediaQuery } from '#web/browser/useMediaQuery.ts';
import { useNow } from '#web/browser/useNow.ts';
import { newestStrikes } from '#web/strikes/findStrike.ts';
import type { LayerProps } from '../../parts/MapPart.ts';
import { mapColours } from '../../view/mapColours.ts';
import { shownBox } from '../../view/shownBox.ts';
import { THUNDER_MS, thunderRings, thunderShown } from './thunderRings.ts';

const STEP_MS = 500;
/** Enough for the newest to be among them even if some are too new to be heard. */
const MAX_STRIKES = 12;

/** Rings that spread from the newest strikes at the speed of sound: a place hears the thunder when one reaches it. */
export function Thunder(props: LayerProps) {
  const map = useMap().current;
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [zoom, setZoom] = useState(() => map?.getZoom() ?? 0);
  useEffect(() => {
    if (!map) return;
    const read = () => setZoom(map.getZoom());
    map.on('zoomend', read);
    return () => {
      map.off('zoomend', read);
    };
  }, [map]);
  const { greyed, typicalDelayMs } = props.sky;
  return !still && !greyed && thunderShown(zoom, typicalDelayMs) ? <Rings {...props} /> : null;
}

function Rings({ sky: { strikes, clock }, screen }: LayerProps) {
  const map = useMap().current;
  const nowMs = useNow(clock, STEP_MS);
  const shown = map && shownBox(map);
  const within = shown && {
    west: shown.west - 0.3,
    south: shown.south - 0.2,
    east: shown.east + 0.3,
    north: shown.north + 0.2,
  };
  const scope = { fromMs: nowMs - THUNDER_MS, ...(within ? { within } : {}) };
  const rings = {
    type: 'FeatureCollection' as const,
    features: thunderRings(newestStrikes(strikes.store, scope, MAX_STRIKES), nowMs).map(
      ({ coordinates, strength }) => ({
        type: 'Feature' as const,
        properties: { strength },
        geometry: { type: 'LineString' as const, coordinates },
      }),
    ),
  };
  return (
    <Source id="thunder" type="geojson" data={rings}>
      <Layer
        id="thunder"
        type="line"
        paint={{
          'line-color': mapColours[screen.query.theme].fresh.main,
          'line-width': 2,
          'line-opacity': ['*', 0.7, ['get', 'strength']],
        }}
      />
    </Source>
  );
}
