import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { ErrorBoundary } from '#web/kit/components/ErrorBoundary.tsx';
import { previewElement } from '#web/sky/handOver/previewElement.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { EmbedLoading, MapLoading, MapMissing } from './MapLoading.tsx';

/** Only browsers draw maps: the build for prerendering leaves out a megabyte. */
const importMapPage = () =>
  import.meta.env.SSR
    ? Promise.reject(new Error('No map while prerendering'))
    : withinChunkTimeout(import('#web/site/pages/MapPage.tsx'));
const MapPage = lazy(importMapPage);

/** Starts to fetch the map's code before its first render. A failure surfaces when the page renders. */
export function preloadMapPage(): void {
  importMapPage().catch(() => undefined);
}

interface MapRouteProps {
  readonly eventId?: string;
}

/** The map for pages of others. Until its code is there, nothing is shown that could be taken for a quiet sky. */
export function EmbedRoute() {
  if (!useHydrated()) return <EmbedLoading />;
  return (
    <ErrorBoundary fallback={(error) => <ErrorScreen error={error} />}>
      <Suspense fallback={<EmbedLoading />}>
        <MapPage embedded />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The map page. Its code loads separately, so that other pages stay light; prerendered HTML holds only its frame. */
export function MapRoute({ eventId }: MapRouteProps) {
  if (!useHydrated()) return <MapLoading />;
  return (
    <ErrorBoundary fallback={showAbovePreview}>
      <Suspense fallback={<MapLoading />}>
        <MapPage {...(eventId === undefined ? {} : { eventId })} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Says what failed. The preview, if the page has one, still shows what it knows of the sky. */
function showAbovePreview(error: unknown) {
  return (
    <>
      <ErrorScreen error={error} />
      {previewElement() && <MapMissing />}
    </>
  );
}
