import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { Shape } from '#shared/geo/Shape.ts';
import type { MapTheme } from '#shared/sky/colours.ts';
import { shapeGeometry } from '#web/ground/picture/shapeGeometry.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';

interface ShapeOnMapProps {
  /** Unique on the map. */
  readonly id: string;
  readonly shape: Shape;
  readonly theme: MapTheme;
  readonly beforeId: string;
}

/** A point, line or area that was chosen or is being drawn. */
export function ShapeOnMap({ id, shape, theme, beforeId }: ShapeOnMapProps) {
  const data = useMemo(() => ({ type: 'Feature' as const, properties: {}, geometry: shapeGeometry(shape) }), [shape]);
  const { edge, measure } = mapColours[theme];
  return (
    <Source id={`${id}-shape`} type="geojson" data={data}>
      <Layer
        id={`${id}-fill`}
        beforeId={beforeId}
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        paint={{ 'fill-color': measure, 'fill-opacity': 0.25 }}
      />
      <Layer
        id={`${id}-line`}
        beforeId={beforeId}
        type="line"
        filter={['!=', ['geometry-type'], 'Point']}
        paint={{ 'line-color': measure, 'line-width': 3 }}
      />
      <Layer
        id={`${id}-point`}
        beforeId={beforeId}
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{ 'circle-color': measure, 'circle-radius': 7, 'circle-stroke-color': edge, 'circle-stroke-width': 2 }}
      />
    </Source>
  );
}
