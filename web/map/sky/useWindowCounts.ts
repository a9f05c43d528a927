import { useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { HeldStrikes } from '#web/strikes/HeldStrikes.ts';
import { type WindowCounts, windowCounts } from '#web/strikes/windowCounts.ts';

/** Bars of a window; of an hour each is a minute. */
const BARS = 60;

/** Counts of the strikes in view, kept up to date. */
export function useWindowCounts(
  strikes: HeldStrikes,
  box: BBox | undefined,
  nowMs: number,
  windowMs: number,
): WindowCounts {
  const barMs = windowMs / BARS;
  return useMemo(
    () =>
      box
        ? windowCounts(strikes.store, box, nowMs, windowMs, barMs)
        : { total: 0, newestMs: null, barsFromMs: 0, barMs, bars: [] },
    [strikes, box, nowMs, windowMs, barMs],
  );
}
