import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { useTexts } from '#web/kit/i18n/index.ts';
import { IconButton } from '#web/map/kit/buttons.tsx';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import { awaitPast, showPast } from '#web/sky/shown/ShownMoment.ts';
import styles from './TimelineButton.module.css';

export const timeline: PanelPart = {
  name: 'timeline',
  order: 30,
  parameters: ['t', 'w'],
  place: 'over',
  onWall: true,
  Panel: TimelineButton,
};

const Timeline = lazy(() => import('./Timeline.tsx'));

/** An address with a moment opens the timeline too. */
function TimelineButton(props: PanelProps) {
  const { LL } = useTexts();
  const named = new URLSearchParams(useSearch()).has('t');
  const { moment } = props.screen;
  const [opened, setOpened] = useState<'asked' | 'named'>();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!named) showPast(moment, undefined);
    else if (!moment.past) awaitPast(moment);
  }, [moment, named]);
  // Stays open when the visitor goes back to now.
  if (named && !opened) setOpened('named');
  const close = useCallback(() => {
    setOpened(undefined);
    requestAnimationFrame(() => button.current?.focus());
  }, []);
  if (opened) {
    // Its own boundary: a suspended component has no effects, and the past would not be awaited.
    return (
      <Suspense>
        <Timeline {...props} focused={opened === 'asked'} onClose={close} />
      </Suspense>
    );
  }
  return (
    <div className={styles.place}>
      <IconButton
        ref={button}
        data-map-controls
        name={LL.map.history()}
        path="M3 20h18M6 16v-4M12 16V6M18 16V9"
        onClick={() => setOpened('asked')}
      />
    </div>
  );
}
