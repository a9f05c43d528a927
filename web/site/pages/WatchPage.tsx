import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { withinChunkTimeout } from '#web/kit/browser/withinChunkTimeout.ts';
import { WatchOpening } from '#web/tools/watch/screens/WatchOpening.tsx';

/** Which place is watched stands in the fragment, which only a browser knows: HTML holds what both screens begin with. */
const WatchScreen = lazy(() => withinChunkTimeout(import('#web/tools/watch/screens/WatchScreen.tsx')));

/** Watches one place; without one, asks for it. */
export default function WatchPage() {
  if (!useHydrated()) return <WatchOpening />;
  return (
    <Suspense fallback={<WatchOpening />}>
      <WatchScreen />
    </Suspense>
  );
}
