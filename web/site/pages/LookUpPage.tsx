import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/ask/AskScreen.module.css';
import { LookUpHelp } from '#web/tools/lookUp/LookUpHelp.tsx';

/** The question is in the fragment, which prerendering does not know. */
const LookUpScreen = lazy(() => withinChunkTimeout(import('#web/tools/lookUp/LookUpScreen.tsx')));

export default function LookUpPage() {
  if (!useHydrated()) return <LookUpOpening />;
  return (
    <Suspense fallback={<LookUpOpening />}>
      <LookUpScreen />
    </Suspense>
  );
}

function LookUpOpening() {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <h1>{LL.lookUp.title()}</h1>
      <p>{LL.lookUp.lead()}</p>
      <p role="status" data-opening>
        {LL.lookUp.loading()}
      </p>
      <noscript>
        <p>{LL.lookUp.noScript()}</p>
      </noscript>
      <LookUpHelp />
    </div>
  );
}
