import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { SearchResult } from '#web/kit/places/PlaceCombobox.tsx';
import styles from '#web/map/controls/controls.module.css';
import kit from '#web/map/kit/cards.module.css';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';

export const search: PanelPart = { name: 'search', order: 5, place: 'over', onWall: false, Panel: SearchPanel };

const SearchBox = lazy(() => withinChunkTimeout(import('./SearchBox.tsx')));

/** Opens the search. The chosen place becomes the measuring point; a range is only fitted into the view. */
function SearchPanel({ screen: { change, goTo, fitTo, centreOf } }: PanelProps) {
  const { LL } = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const texts = LL.map.search;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  const choose = useCallback(
    ({ position, box }: SearchResult) => {
      if (box) fitTo(box);
      else {
        change({ point: position }, 'push');
        goTo(position);
      }
      close();
    },
    [change, goTo, fitTo, close],
  );
  return (
    <search className={styles.search} data-open={open}>
      {open ? (
        <Suspense fallback={<p className={`${kit.card} ${styles.searchWaiting}`}>{texts.loading()}</p>}>
          <SearchBox near={centreOf} onChoose={choose} onClose={close} />
        </Suspense>
      ) : (
        <button
          ref={button}
          type="button"
          className={`${kit.card} ${styles.searchOpen}`}
          aria-label={texts.open()}
          aria-keyshortcuts="/"
          onClick={() => setOpen(true)}
        >
          <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true">
            <path d="M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13zM15.500 15.500 20.500 20.500" />
          </svg>
          <span>{texts.open()}</span>
        </button>
      )}
    </search>
  );
}
