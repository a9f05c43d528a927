import { lazy } from 'react';
import type { LayerProps } from '../../parts/MapPart.ts';
import { useWatchDraft } from '../../watchDraft/watchDraft.ts';

const DraftLayer = lazy(() => import('./DraftLayer.tsx'));

/** The place that is being chosen, with its rings. */
export function WatchPlaceLayer({ screen }: LayerProps) {
  const draft = useWatchDraft();
  return draft && <DraftLayer draft={draft} theme={screen.query.theme} visitorAt={screen.visitorAt} />;
}
