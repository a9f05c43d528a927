import { lazy } from 'react';
import type { LayerPart, LayerProps } from '#web/map/parts/MapPart.ts';
import { useWatchDraft } from './watchDraft.ts';

const DraftLayer = lazy(() => import('./DraftLayer.tsx'));

/** Apart from the panel, which loads before the map's program. */
export const watchPlaceLayer: LayerPart = {
  name: 'watch-rings',
  order: 25,
  lies: 'over-names',
  Layer: WatchPlaceLayer,
};

function WatchPlaceLayer({ screen, beforeId }: LayerProps) {
  const draft = useWatchDraft();
  return draft && <DraftLayer draft={draft} screen={screen} beforeId={beforeId} />;
}
