import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { IconButton } from '#web/map/kit/buttons.tsx';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import styles from './WatchPlace.module.css';
import { openDraft, useWatchDraft } from './watchDraft.ts';

const WatchBox = lazy(() => import('./WatchBox.tsx'));

export const watchPlace: PanelPart = {
  name: 'watch-place',
  order: 20,
  place: 'over',
  onWall: false,
  Panel: WatchPlace,
};

function WatchPlace({ screen }: PanelProps) {
  const { LL } = useTexts();
  const draft = useWatchDraft();
  const button = useRef<HTMLButtonElement>(null);
  const name = LL.map.nearest.watch();
  useEffect(() => {
    // Links of other pages lead straight here.
    if (new URLSearchParams(window.location.search).has('watch')) openDraft(true);
    return () => openDraft(false);
  }, []);
  const close = useCallback(() => {
    openDraft(false);
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  return (
    <section className={styles.watch} data-open={draft !== undefined} aria-label={name}>
      {draft ? (
        <Suspense>
          <WatchBox draft={draft} screen={screen} onClose={close} />
        </Suspense>
      ) : (
        <IconButton
          ref={button}
          name={name}
          path="M12 3a6 6 0 0 1 6 6c0 6 2 7 2 7H4s2-1 2-7a6 6 0 0 1 6-6zM10 20h4"
          onClick={() => openDraft(true)}
        />
      )}
    </section>
  );
}
