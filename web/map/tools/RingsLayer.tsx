import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { boxAroundShape } from '#shared/geo/shape/Shape.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import type { Rings } from '#web/ground/picture/shownRings.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { ShapeOnMap } from '#web/map/choosing/ShapeOnMap.tsx';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { useInView } from './PictureLayer.tsx';
import { linesOf } from './pictureFeatures.ts';
import { RingHandles } from './RingHandles.tsx';

interface RingsLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly rings: Rings;
}

/** The rings around a watched place, with handles for whoever may change them. */
export default function RingsLayer({ rings, screen, beforeId }: RingsLayerProps) {
  const { shape, ringsKm, onChange, followsMap } = rings;
  const { theme } = screen.query;
  const contours = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: distanceContours(shape, ringsKm).map((segments, ring) => ({
        type: 'Feature' as const,
        properties: { ring },
        geometry: linesOf(segments),
      })),
    }),
    [shape, ringsKm],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: while a ring is moved the map stays
  const place = useMemo(() => (followsMap ? undefined : boxAroundShape(shape, ringsKm[0])), [shape, followsMap]);
  useInView(place);
  const { edge, rings: colours } = mapColours[theme];
  const [watch, warning, stop] = colours;
  return (
    <>
      <Source id="rings" type="geojson" data={contours}>
        <Layer
          id="rings-edge"
          beforeId={beforeId}
          type="line"
          paint={{ 'line-color': edge, 'line-width': 6, 'line-opacity': 0.7 }}
        />
        <Layer
          id="rings"
          beforeId={beforeId}
          type="line"
          layout={{ 'line-cap': 'round' }}
          paint={{
            'line-color': ['match', ['get', 'ring'], 0, watch, 1, warning, stop],
            'line-width': 3,
          }}
        />
      </Source>
      {onChange && <RingHandles shape={shape} ringsKm={ringsKm} onChange={onChange} />}
      <ShapeOnMap id="watched" shape={shape} theme={theme} beforeId={beforeId} />
    </>
  );
}
