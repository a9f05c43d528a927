import { useCallback, useEffect, useState } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { nearestStrike } from '#web/strikes/findStrike.ts';
import type { StrikeStore } from '#web/strikes/StrikeStore.ts';
import type { OpenStrike } from './StrikePopup.tsx';
import type { FocusedStrike } from './useFocusedStrike.ts';

export interface OpenStrikeSource {
  readonly strikes: StrikeStore;
  readonly clockOffsetMs: number;
  readonly windowMs: number;
  readonly focused: FocusedStrike;
  readonly goTo: (position: Position) => void;
}

/** The strike whose popup is open: the one the address names, one chosen from a list, or one touched on the map. */
export function useOpenStrike({ strikes, clockOffsetMs, windowMs, focused, goTo }: OpenStrikeSource) {
  const [open, setOpen] = useState<OpenStrike>();
  const show = useCallback(
    (strike: OpenStrike) => {
      setOpen(strike);
      goTo(strike);
    },
    [goTo],
  );
  useEffect(() => {
    if (focused.state === 'found') show(focused.strike);
  }, [focused, show]);
  const pick = useCallback(
    (at: Position, reach: BBox) => {
      const fromMs = systemClock.now() + clockOffsetMs - windowMs;
      setOpen(nearestStrike(strikes, at, { fromMs, within: reach }));
    },
    [strikes, clockOffsetMs, windowMs],
  );
  const close = useCallback(() => setOpen(undefined), []);
  return { open, show, pick, close };
}
