import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useTexts } from '#web/kit/i18n/index.ts';
import type { SearchAnswer } from '#web/kit/places/usePlaceSearch.ts';
import { IconButton } from '#web/map/kit/buttons.tsx';
import kit from '#web/map/kit/Card.module.css';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import styles from './search.module.css';

export const search: PanelPart = { name: 'search', order: 5, place: 'over', onWall: false, Panel: SearchPanel };

const SearchBox = lazy(() => import('./SearchBox.tsx'));

/** Opens the search. The chosen place becomes the measuring point; a whole range is shown, and measured from nowhere. */
function SearchPanel({ screen: { change, goTo, fitTo, centreOf } }: PanelProps) {
  const { LL } = useTexts();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const words = LL.map.search;
  const close = useCallback(() => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  const choose = useCallback(
    ({ position, box }: SearchAnswer) => {
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
        <Suspense fallback={<p className={`${kit.card} ${styles.waiting}`}>{words.loading()}</p>}>
          <SearchBox near={centreOf} onChoose={choose} onClose={close} />
        </Suspense>
      ) : (
        <IconButton
          ref={button}
          name={words.open()}
          path="M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13zM15.500 15.500 20.500 20.500"
          onClick={() => setOpen(true)}
        />
      )}
    </search>
  );
}
