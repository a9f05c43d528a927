import type { ImageSourceSpecification } from 'maplibre-gl';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { FireDangerBody } from '#shared/fires/FiresBody.ts';
import { fireDangerPath } from '#shared/wire/apiPaths.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';

interface DangerLayerProps {
  readonly danger: FireDangerBody;
  readonly beforeId: LayerProps['beforeId'];
}

/** Below names and all that is known: the colours are of who made the picture, and pale, as fires and strikes count more. */
export default function DangerLayer({ danger: { day, bbox }, beforeId }: DangerLayerProps) {
  const [west, south, east, north] = bbox;
  const corners: ImageSourceSpecification['coordinates'] = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  return (
    <Source id="fire-danger" type="image" url={fireDangerPath(day)} coordinates={corners}>
      <Layer
        id="fire-danger"
        beforeId={beforeId}
        type="raster"
        paint={{ 'raster-opacity': 0.45, 'raster-resampling': 'nearest', 'raster-fade-duration': 0 }}
      />
    </Source>
  );
}
