import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import { IconButton } from '#web/map/kit/buttons.tsx';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import styles from './WatchPlace.module.css';

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
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = LL.map.nearest.watch();
  useEffect(() => {
    // Links of other pages lead straight here.
    if (new URLSearchParams(window.location.search).has('watch')) setOpen(true);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  return (
    <section className={styles.watch} data-open={open} aria-label={name}>
      {open ? (
        <Suspense>
          <WatchBox screen={screen} onClose={close} onLeave={() => setOpen(false)} />
        </Suspense>
      ) : (
        <IconButton
          ref={button}
          name={name}
          path="M12 3a6 6 0 0 1 6 6c0 6 2 7 2 7H4s2-1 2-7a6 6 0 0 1 6-6zM10 20h4"
          onClick={() => setOpen(true)}
        />
      )}
    </section>
  );
}
