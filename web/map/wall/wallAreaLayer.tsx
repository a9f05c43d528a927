import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { cornersOf } from '#shared/geo/shape/Shape.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { useAddressPart } from '#web/ground/view/useAddressPart.ts';
import { displaySize, wallScale } from '#web/ground/view/viewBox.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { useWallArea } from './useWallArea.ts';
import { wallAddress } from './wallAddress.ts';

export const wallAreaLayer: LayerPart = {
  name: 'wall-area',
  order: 15,
  parameters: wallAddress.names,
  lies: 'over-names',
  Layer: WallAreaLayer,
};

function WallAreaLayer({ screen, beforeId }: LayerProps) {
  const [{ area }] = useAddressPart(wallAddress);
  const { theme, wall } = screen.query;
  const known = useWallArea(wall ? area : undefined);
  const polygons = known.kind === 'known' ? known.polygons : undefined;
  const outline = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: (polygons ?? []).map((polygon) => ({
        type: 'Feature' as const,
        properties: {},
        geometry: { type: 'LineString' as const, coordinates: cornersOf(polygon).map((corner) => [...corner]) },
      })),
    }),
    [polygons],
  );
  if (!polygons) return null;
  const { measure, edge } = mapColours[theme];
  const width = 2 * wallScale(displaySize());
  return (
    <Source id="wall-area" type="geojson" data={outline}>
      <Layer
        id="wall-area-edge"
        beforeId={beforeId}
        type="line"
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': edge, 'line-width': 2 * width, 'line-opacity': 0.7 }}
      />
      <Layer
        id="wall-area"
        beforeId={beforeId}
        type="line"
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': measure, 'line-width': width }}
      />
    </Source>
  );
}
