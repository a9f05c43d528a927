import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { type Area, reachOf, SETTLE_MS } from '#shared/watch/Area.ts';
import type { WatchedPlace } from '#web/kit/addresses/watchAddress.ts';

/** The place as the machine watches it. */
export function areaOf({ shape, ringsKm, dwellMin, approachOnly = false }: WatchedPlace): Area {
  return {
    shape,
    ringsKm,
    dwellMs: dwellMin * 60_000,
    settleMs: SETTLE_MS,
    least: 1,
    approachOnly,
  };
}

/** Whether the area with its rings lies within home: elsewhere nothing is polled for sure. */
export function isWithinHome(area: Area, home: BBox): boolean {
  return bboxWithin(reachOf(area), home);
}
