import { lazy, Suspense } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { PageIntro } from '#web/kit/components/Page.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import { PageLink } from '#web/kit/routing/PageLink.tsx';
import styles from '#web/site/places/PlaceLists.module.css';

const PlaceLists = lazy(() => withinChunkTimeout(import('#web/site/places/PlaceLists.tsx')));

/** Links to the page of every town and peak, so that search engines find them. */
export default function PlacesPage() {
  const { LL } = useTexts();
  const texts = LL.places;
  return (
    <>
      <PageIntro title={LL.head.places.title()} lead={texts.lead()} />
      <div className={styles.lists}>
        <Suspense>
          <PlaceLists />
        </Suspense>
        <p className={styles.note}>
          {texts.missing()} <PageLink page="map">{texts.toMap()}</PageLink>
        </p>
        <p className={styles.note}>{texts.credit()}</p>
      </div>
    </>
  );
}
