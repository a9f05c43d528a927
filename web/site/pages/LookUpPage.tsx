import { lazy } from 'react';
import { Hydrated } from '#web/kit/browser/Hydrated.tsx';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { AskOpening } from '#web/tools/ask/AskOpening.tsx';
import { LookUpHelp } from '#web/tools/lookUp/LookUpHelp.tsx';

/** The question is in the fragment, which prerendering does not know. */
const LookUpScreen = lazy(() => withinChunkTimeout(import('#web/tools/lookUp/LookUpScreen.tsx')));

export default function LookUpPage() {
  const opening = (
    <AskOpening words={useTexts().LL.lookUp}>
      <LookUpHelp />
    </AskOpening>
  );
  return (
    <Hydrated opening={opening}>
      <LookUpScreen />
    </Hydrated>
  );
}
