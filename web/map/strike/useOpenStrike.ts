import { useCallback, useEffect, useRef, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { OpenStrike } from '#web/map/parts/OpenStrike.ts';
import type { LiveFeed } from '#web/sky/feed/LiveFeed.ts';
import type { ShownMoment } from '#web/sky/shown/ShownMoment.ts';
import { type SourceScope, skySource } from '#web/sky/shown/SkySource.ts';
import { nearestStrike } from '#web/sky/strikes/findStrike.ts';
import type { FocusedStrike } from './useFocusedStrike.ts';

export interface OpenStrikeDeps extends SourceScope {
  readonly feed: LiveFeed;
  readonly moment: ShownMoment;
  readonly focused: FocusedStrike;
  readonly goTo: (position: Position) => void;
  /** Makes the time range wide enough for a strike of this instant. */
  readonly widen: (atMs: number) => void;
}

/** The strike whose popup is open: the one the address names, one chosen from a list, or one touched on the map. */
export function useOpenStrike({ feed, moment, box, windowMs, focused, goTo, widen }: OpenStrikeDeps) {
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
      const {
        strikes,
        endMs,
        toMs,
        windowMs: shownMs,
      } = skySource(feed.view, moment, { box, windowMs }, feed.clock.now());
      setOpen(nearestStrike(strikes.store, at, { fromMs: endMs - shownMs, toMs, within: reach }));
    },
    [feed, moment, box, windowMs],
  );
  const close = useCallback(() => setOpen(undefined), []);
  return { open, show, touch, close };
}
