import { lazy } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { Hydrated } from '#web/kit/browser/useHydrated.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/tools/watch/screens/Setup.module.css';

/** The place is in the fragment, which only a browser knows, so HTML contains what both screens share. */
const WatchScreen = lazy(() => withinChunkTimeout(import('#web/tools/watch/screens/WatchScreen.tsx')));

export default function WatchPage() {
  return (
    <Hydrated opening={<WatchOpening />}>
      <WatchScreen />
    </Hydrated>
  );
}

function WatchOpening() {
  const { LL } = useTexts();
  return (
    <div className={styles.screen}>
      <p>{LL.watch.lead()}</p>
      <p role="status" data-opening>
        {LL.watch.loading()}
      </p>
      <p className={styles.notice}>
        {LL.watch.notice.service()} {LL.watch.notice.outdoors()}
      </p>
    </div>
  );
}
