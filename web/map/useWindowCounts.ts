import { useMemo } from 'react';
import type { BBox } from '#shared/geo/BBox.ts';
import type { StrikeStore } from '#web/strikes/StrikeStore.ts';
import { type WindowCounts, windowCounts } from '#web/strikes/windowCounts.ts';

/** Bars of a window; of an hour each is a minute. */
const BARS = 60;

/** Counts of the strikes in view, kept up to date. */
export function useWindowCounts(
  strikes: StrikeStore,
  revision: number,
  box: BBox | undefined,
  nowMs: number,
  windowMs: number,
): WindowCounts {
  const barMs = windowMs / BARS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` stands for what changed inside the store
  return useMemo(
    () =>
      box
        ? windowCounts(strikes, box, nowMs, windowMs, barMs)
        : { total: 0, newestMs: null, barsFromMs: 0, barMs, bars: [] },
    [strikes, revision, box, nowMs, windowMs, barMs],
  );
}
