import type { Map as MapLibreMap, Point } from 'maplibre-gl';
import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { useRenderedFires } from '#web/sky/fires/renderedFires.ts';

const FiresLayer = lazy(() => withinChunkTimeout(import('./FiresLayer.tsx')));

const FIRES_LAYER = 'fires';

/** Above the distances around an open fire, below strikes. */
export const fireMarks: LayerPart = {
  name: 'fires',
  order: 28,
  lies: 'over-names',
  Layer: Fires,
  handlesTap: isOnFire,
};

function Fires(props: LayerProps) {
  const renderedFires = useRenderedFires();
  return renderedFires && <FiresLayer {...props} id={FIRES_LAYER} rendered={renderedFires} />;
}

function isOnFire(map: MapLibreMap, point: Point): boolean {
  return (
    map.getLayer(FIRES_LAYER) !== undefined && map.queryRenderedFeatures(point, { layers: [FIRES_LAYER] }).length > 0
  );
}
