import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import FiresScreen from './FiresScreen.tsx';
import { useSmoulders } from './FiresTabs.tsx';

const HoldoverScreen = lazy(() => withinChunkTimeout(import('./HoldoverScreen.tsx')));

/** Fires seen by satellites, and fires that may still be undetected. */
export default function FiresViews() {
  if (!useSmoulders()) return <FiresScreen />;
  return (
    <Suspense>
      <HoldoverScreen />
    </Suspense>
  );
}
