import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { FiresTabs } from '#web/tools/fires/FiresTabs.tsx';
import { QueryIntro } from '#web/tools/query/QueryIntro.tsx';

/** The fires are not known while prerendering. */
const FiresViews = lazy(() => withinChunkTimeout(import('#web/tools/fires/FiresViews.tsx')));

export default function FiresPage() {
  const opening = <QueryIntro texts={useTexts().LL.fires} />;
  return (
    <>
      <FiresTabs />
      <Hydrated opening={opening}>
        <FiresViews />
      </Hydrated>
    </>
  );
}
