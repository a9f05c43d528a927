import { lazy, useCallback, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from '#web/map/controls/controls.module.css';
import { ActionButton } from '#web/map/kit/buttons.tsx';
import { Part } from '#web/map/parts/Part.tsx';
import type { Screen } from '#web/map/parts/Screen.ts';

const WatchBox = lazy(() => withinChunkTimeout(import('./WatchBox.tsx')));

interface WatchPlaceProps {
  readonly screen: Screen;
  /** True if it is the next step to offer. Links from other pages open the box in any case. */
  readonly offered: boolean;
}

/** Opens the box that sets up alerts for lightning. */
export function WatchPlace({ screen, offered }: WatchPlaceProps) {
  const { LL } = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Links from other pages lead straight here.
    if (new URLSearchParams(window.location.search).has('watch')) setOpen(true);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  return (
    <>
      {offered && (
        <ActionButton
          ref={button}
          name={LL.map.tellMe()}
          path="M12 3a6 6 0 0 1 6 6c0 6 2 7 2 7H4s2-1 2-7a6 6 0 0 1 6-6zM10 20h4"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      )}
      {open && (
        <section className={styles.watch} aria-label={LL.map.nearest.watch()} data-tell>
          <Part>
            <WatchBox screen={screen} onClose={close} onLeave={() => setOpen(false)} />
          </Part>
        </section>
      )}
    </>
  );
}
