import { useEffect, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { useSnapshot } from 'valtio';
import { mapColours } from '#web/ground/view/mapColours.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { flashFeatures, followSatellite, satelliteFlashes } from './satelliteFlashes.ts';

/** Twice the 8 km by which a flash may be off, in pixels at zoom 0 of the middle of home (40° N): 512 tiles. */
const PIXELS_AT_0 = (16 / 40_075 / Math.cos((40 * Math.PI) / 180)) * 512;
const DEEPEST = 14;

/** Discs as wide as their places are uncertain: soft, so that nobody takes one for a strike. */
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
        type="circle"
        paint={{
          'circle-color': satellite,
          'circle-blur': 0.6,
          'circle-opacity': ['-', 0.4, ['*', 0.25, ['get', 'age']]],
          'circle-radius': [
            'interpolate',
            ['exponential', 2],
            ['zoom'],
            0,
            Math.max(3, PIXELS_AT_0 / 2),
            DEEPEST,
            (PIXELS_AT_0 / 2) * 2 ** DEEPEST,
          ],
        }}
      />
    </Source>
  );
}
