import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { LookUpHelp } from '#web/tools/lookUp/LookUpHelp.tsx';
import { QueryIntro } from '#web/tools/query/QueryIntro.tsx';

/** The query is in the fragment, which is unknown while prerendering. */
const LookUpScreen = lazy(() => withinChunkTimeout(import('#web/tools/lookUp/LookUpScreen.tsx')));

export default function LookUpPage() {
  const opening = (
    <QueryIntro texts={useTexts().LL.lookUp}>
      <LookUpHelp />
    </QueryIntro>
  );
  return (
    <Hydrated opening={opening}>
      <LookUpScreen />
    </Hydrated>
  );
}
