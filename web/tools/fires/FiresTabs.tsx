import { useHash } from '#web/kit/browser/browserState.ts';
import { useHydrated } from '#web/kit/browser/useHydrated.tsx';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Fires.module.css';

/** In the fragment, because the query belongs to the map. */
const HOLDOVER = '#holdover';

export const useSmoulders = (): boolean => useHash() === HOLDOVER;

/** The two views of the tool. Prerendered, so that nothing moves on hydration. */
export function FiresTabs() {
  const texts = useTexts().LL.fires.views;
  const smoulders = useSmoulders();
  // Without scripts no fragment works.
  const works = useHydrated();
  return (
    <nav className={styles.views} aria-label={texts.label()}>
      <a href={works ? '#fires' : undefined} aria-current={smoulders ? undefined : 'page'}>
        {texts.fires()}
      </a>
      <a href={works ? HOLDOVER : undefined} aria-current={smoulders ? 'page' : undefined}>
        {texts.holdover()}
      </a>
    </nav>
  );
}
