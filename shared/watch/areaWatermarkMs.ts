import { type BBox, bboxOverlaps } from '#shared/geo/BBox.ts';
import type { Pulse } from './Pulse.ts';

/**
 * The latest instant up to which the pulse lets an area be judged: home was read up to there, and within `spanMs` before
 * it no gap meets `reach`. Null if there is none, or if the pulse does not tell all of its gaps.
 */
export function areaWatermarkMs(pulse: Pulse, reach: BBox, spanMs: number): number | null {
  if (pulse.watermarkMs === null || pulse.gapsCut) return null;
  const near = pulse.gaps.filter(([west, south, east, north]) => bboxOverlaps({ west, south, east, north }, reach));
  let watermarkMs = Math.min(pulse.watermarkMs, pulse.providerNowMs);
  for (;;) {
    const hole = near.find(([, , , , fromMs, toMs]) => fromMs < watermarkMs && toMs > watermarkMs - spanMs);
    if (!hole) return watermarkMs;
    watermarkMs = hole[4];
  }
}
