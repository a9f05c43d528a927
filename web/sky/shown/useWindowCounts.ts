import { useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import { type WindowCounts, windowCounts } from '#web/sky/strikes/windowCounts.ts';

/** Bars per window; those of an hour are a minute each. */
const BARS = 60;

/** Returns the counts of the strikes in view. */
export function useWindowCounts(
  strikes: HeldStrikes,
  box: BBox | undefined,
  endMs: number,
  windowMs: number,
  toMs: number,
): WindowCounts {
  const barMs = windowMs / BARS;
  return useMemo(
    () =>
      box
        ? windowCounts(strikes.store, box, endMs, windowMs, barMs, toMs)
        : { total: 0, newestMs: null, barsFromMs: 0, barMs, bars: [] },
    [strikes, box, endMs, windowMs, barMs, toMs],
  );
}
