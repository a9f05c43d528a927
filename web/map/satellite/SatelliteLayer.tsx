import { useEffect, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useSnapshot } from 'valtio';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { LANDMARK_IMAGE } from '#web/map/basemap/landmarks.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { flashFeatures, followSatellite, satelliteFlashes } from './satelliteFlashes.ts';

/** Hollow squares, unlike strikes. */
export function SatelliteLayer({ sky, screen, beforeId }: LayerProps) {
  useEffect(followSatellite, []);
  const { told } = useSnapshot(satelliteFlashes);
  const data = useMemo(() => told && flashFeatures(told, sky.clock.now()), [told, sky.clock]);
  if (!told || !data) return null;
  const { satellite } = mapColours[screen.query.theme];
  return (
    <Source id="satellite" type="geojson" data={data} attribution={told.attribution}>
      <Layer
        id="satellite-flashes"
        beforeId={beforeId}
        type="symbol"
        layout={{
          'icon-image': `${LANDMARK_IMAGE}satellite`,
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
        paint={{ 'icon-color': satellite, 'icon-opacity': ['-', 0.9, ['*', 0.4, ['get', 'age']]] }}
      />
    </Source>
  );
}
