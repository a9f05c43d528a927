import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import type { PictureOfCells } from '#web/ground/picture/Picture.ts';
import { DENSITY_COLOURS } from '#web/ground/view/densityColours.ts';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { useInView } from './PictureLayer.tsx';
import { densityFeatures } from './pictureFeatures.ts';

interface CellsLayerProps extends Pick<LayerProps, 'beforeId'> {
  readonly picture: PictureOfCells;
}

/** A density over the ground, which shows through; what is hardly known is paler. */
export default function CellsLayer({ picture, beforeId }: CellsLayerProps) {
  const data = useMemo(() => densityFeatures(picture), [picture]);
  useInView(picture);
  return (
    <Source id="answer-cells" type="geojson" data={data}>
      <Layer
        id="answer-cells"
        beforeId={beforeId}
        type="fill"
        paint={{
          'fill-antialias': false,
          'fill-color': ['to-color', ['at', ['get', 'level'], ['literal', [...DENSITY_COLOURS]]]],
          'fill-opacity': ['case', ['get', 'few'], 0.3, 0.7],
        }}
      />
    </Source>
  );
}
