import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/browser/withinChunkTimeout.ts';
import { MapLoading } from './MapLoading.tsx';

/** Only browsers draw maps: the build for prerendering leaves a megabyte out. */
const importMapPage = () =>
  import.meta.env.SSR
    ? Promise.reject(new Error('No map while prerendering'))
    : withinChunkTimeout(import('#web/pages/MapPage.tsx'));
const MapPage = lazy(importMapPage);

/** Starts to fetch the map's code ahead of its first render. A failure shows when the page renders. */
export function preloadMapPage(): void {
  importMapPage().catch(() => undefined);
}

/** The map's code loads on its own, so that every other page stays light; prerendered HTML holds its frame. */
export function MapRoute({ eventId }: { eventId?: string }) {
  if (!useHydrated()) return <MapLoading />;
  return (
    <Suspense fallback={<MapLoading />}>
      <MapPage {...(eventId === undefined ? {} : { eventId })} />
    </Suspense>
  );
}
