import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { useDrawnFires } from '#web/sky/fires/drawnFires.ts';

/** Above the rings of an open fire, below strikes. */
export const fires: LayerPart = { name: 'fires', order: 28, lies: 'over-names', Layer: Fires };

const FiresLayer = lazy(() => withinChunkTimeout(import('./FiresLayer.tsx')));

function Fires(props: LayerProps) {
  const drawn = useDrawnFires();
  return drawn && <FiresLayer {...props} drawn={drawn} />;
}
