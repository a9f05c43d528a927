import { lazy } from 'react';
import type { LayerProps } from '#web/map/parts/MapPart.ts';
import { useWatchDraft } from '#web/map/watchDraft/watchDraft.ts';

const DraftLayer = lazy(() => import('./DraftLayer.tsx'));

/** The place that is being chosen, with its rings. */
export function WatchPlaceLayer({ screen }: LayerProps) {
  const draft = useWatchDraft();
  return draft && <DraftLayer draft={draft} theme={screen.query.theme} visitorAt={screen.visitorAt} />;
}
