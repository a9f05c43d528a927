import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import FiresScreen from './FiresScreen.tsx';
import { useSmoulders } from './FiresTabs.tsx';

const HoldoverScreen = lazy(() => withinChunkTimeout(import('./HoldoverScreen.tsx')));

/** What satellites saw, and what nobody may have seen yet. */
export default function FiresViews() {
  if (!useSmoulders()) return <FiresScreen />;
  return (
    <Suspense>
      <HoldoverScreen />
    </Suspense>
  );
}
