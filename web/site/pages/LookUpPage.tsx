import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/ask/AskScreen.module.css';
import { LookUpHelp } from '#web/tools/lookUp/LookUpHelp.tsx';

/** The question stands in the fragment, so prerendered HTML does not know it. */
const LookUpScreen = lazy(() => withinChunkTimeout(import('#web/tools/lookUp/LookUpScreen.tsx')));

/** Looks up which strikes may have lit a fire. */
export default function LookUpPage() {
  if (!useHydrated()) return <LookUpOpening />;
  return (
    <Suspense fallback={<LookUpOpening />}>
      <LookUpScreen />
    </Suspense>
  );
}

/** Shown until the page's program has arrived. */
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
