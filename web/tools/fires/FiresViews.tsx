import { lazy, Suspense } from 'react';
import { useHash } from '#web/kit/browser/browserState.ts';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Fires.module.css';
import FiresScreen from './FiresScreen.tsx';

const HoldoverScreen = lazy(() => withinChunkTimeout(import('#web/tools/holdover/HoldoverScreen.tsx')));

/** In the fragment, as the query is the map's. */
const HOLDOVER = '#holdover';

/** What satellites saw, and what nobody may have seen yet. */
export default function FiresViews() {
  const words = useTexts().LL.fireList.views;
  const smoulders = useHash() === HOLDOVER;
  return (
    <>
      <nav className={styles.views} aria-label={words.label()}>
        <a href="#fires" aria-current={smoulders ? undefined : 'page'}>
          {words.fires()}
        </a>
        <a href={HOLDOVER} aria-current={smoulders ? 'page' : undefined}>
          {words.holdover()}
        </a>
      </nav>
      {smoulders ? (
        <Suspense>
          <HoldoverScreen />
        </Suspense>
      ) : (
        <FiresScreen />
      )}
    </>
  );
}
