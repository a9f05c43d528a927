import { useMemo } from 'react';
import { bboxCentre } from '#shared/geo/BBox.ts';
import { boxAroundShape } from '#shared/geo/Shape.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import type { Rings } from '#web/ground/picture/shownRings.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { ShapeOnMap } from '#web/map/choosing/ShapeOnMap.tsx';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { LinePath, type LinePoint, MapLines, pathOf } from '#web/map/strikeLayers/MapLines.tsx';
import { useInView } from './PictureLayer.tsx';
import { RingHandles } from './RingHandles.tsx';

interface RingsLayerProps extends Pick<LayerProps, 'screen' | 'beforeId'> {
  readonly rings: Rings;
}

/** The rings around a watched place, with handles for users who may change them. */
export default function RingsLayer({ rings, screen, beforeId }: RingsLayerProps) {
  const { shape, ringsKm, onChange, followsMap } = rings;
  const { theme } = screen.query;
  const anchor = useMemo((): LinePoint => middleOf(shape), [shape]);
  const paths = useMemo(
    () => distanceContours(shape, ringsKm).map((segments) => pathOf(segments, anchor)),
    [shape, ringsKm, anchor],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: while a ring is moved the map stays
  const place = useMemo(() => (followsMap ? undefined : boxAroundShape(shape, ringsKm[0])), [shape, followsMap]);
  useInView(place);
  const { edge, rings: colours } = mapColours[theme];
  return (
    <>
      <MapLines anchor={anchor}>
        {paths.map((d, ring) => (
          <LinePath
            // biome-ignore lint/suspicious/noArrayIndexKey: a ring is what it is by its place
            key={ring}
            d={d}
            colour={colours[ring] ?? colours[2]}
            widthPx={3}
            edge={{ colour: edge, widthPx: 6 }}
          />
        ))}
      </MapLines>
      {onChange && <RingHandles shape={shape} ringsKm={ringsKm} onChange={onChange} />}
      <ShapeOnMap id="watched" shape={shape} theme={theme} beforeId={beforeId} />
    </>
  );
}

function middleOf(shape: Rings['shape']): LinePoint {
  const { longitude, latitude } = bboxCentre(boxAroundShape(shape, 0));
  return [longitude, latitude];
}
