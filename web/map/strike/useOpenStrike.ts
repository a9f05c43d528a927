import { useCallback, useEffect, useRef, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { OpenStrike } from '#web/map/parts/OpenStrike.ts';
import { knownUntilMs } from '#web/sky/feed/knownUntilMs.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import { shownPast } from '#web/sky/shown/past.ts';
import { nearestStrike } from '#web/sky/strikes/findStrike.ts';
import type { FocusedStrike } from './useFocusedStrike.ts';

export interface OpenStrikeSource {
  readonly feed: LiveFeed;
  readonly windowMs: number;
  readonly focused: FocusedStrike;
  readonly goTo: (position: Position) => void;
  /** Makes the time range wide enough for a strike of this instant. */
  readonly widen: (atMs: number) => void;
}

/** The strike whose popup is open: the one the address names, one chosen from a list, or one touched on the map. */
export function useOpenStrike({ feed, windowMs, focused, goTo, widen }: OpenStrikeSource) {
  const [open, setOpen] = useState<OpenStrike>();
  const show = useCallback(
    (strike: OpenStrike) => {
      setOpen(strike);
      goTo(strike);
    },
    [goTo],
  );
  const shownFocused = useRef<FocusedStrike>(undefined);
  useEffect(() => {
    // Once: a range that the visitor narrows afterwards stays narrow.
    if (focused.state !== 'found' || shownFocused.current === focused) return;
    shownFocused.current = focused;
    widen(focused.strike.atMs);
    show(focused.strike);
  }, [focused, show, widen]);
  const touch = useCallback(
    (at: Position, reach: BBox) => {
      const past = shownPast();
      const endMs = past?.atMs ?? knownUntilMs(feed.view.feed, feed.clock.now());
      const { strikes } = past ?? feed.view;
      const fromMs = endMs - (past ?? { windowMs }).windowMs;
      setOpen(nearestStrike(strikes.store, at, { fromMs, toMs: past?.atMs, within: reach }));
    },
    [feed, windowMs],
  );
  const close = useCallback(() => setOpen(undefined), []);
  return { open, show, touch, close };
}
