import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { withinChunkTimeout } from '#web/kit/browser/loadChunks.ts';
import { useTexts } from '#web/kit/i18n/index.ts';
import { field, useAddress } from '#web/kit/routing/address.ts';
import styles from '#web/map/controls/controls.module.css';
import type { PanelPart, PanelProps } from '#web/map/parts/MapPart.ts';
import { HISTORY_PARAMETER } from '#web/map/tools/mapTools.ts';
import { awaitPast, showPast } from '#web/sky/Playhead.ts';

export const timeline: PanelPart = {
  name: 'timeline',
  order: 30,
  parameters: ['t', 'w', HISTORY_PARAMETER],
  place: 'foot',
  onWall: true,
  Panel: TimelineButton,
};

const Timeline = lazy(() => withinChunkTimeout(import('./Timeline.tsx')));

/** `history=1`: the tool's link sets it, until the address contains a moment. */
const historyAddress = field(HISTORY_PARAMETER, { parse: () => true, format: (is) => (is ? '1' : '') }, false);

/** An address with a moment, or with `history`, opens the timeline too. */
function TimelineButton(props: PanelProps) {
  const { LL } = useTexts();
  const named = new URLSearchParams(useSearch()).has('t');
  const [requested, request] = useAddress(historyAddress, 'query');
  const { moment } = props.screen;
  const [opened, setOpened] = useState<'asked' | 'named'>();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!named) showPast(moment, undefined);
    else if (!moment.past) awaitPast(moment);
  }, [moment, named]);
  // Stays open when the visitor returns to now.
  if (named && !opened) setOpened('named');
  const close = useCallback(() => {
    setOpened(undefined);
    request(false, 'replace');
    requestAnimationFrame(() => button.current?.focus());
  }, [request]);
  if (opened || requested) {
    // A separate boundary: a suspended component runs no effects, so the past would not be awaited.
    return (
      <Suspense>
        <Timeline {...props} focused={opened !== 'named'} onClose={close} />
      </Suspense>
    );
  }
  return (
    <button
      ref={button}
      type="button"
      className={styles.replay}
      aria-label={LL.map.replay()}
      onClick={() => setOpened('asked')}
    >
      <svg viewBox="0 0 24 24" width="1.25em" height="1.25em" aria-hidden="true">
        <path d="M7 4.500v15l12-7.500z" fill="currentColor" />
      </svg>
      <span>{LL.map.replay()}</span>
    </button>
  );
}
