import { type BBox, bboxOverlaps } from '#shared/geo/BBox.ts';
import type { AreaState, Sight } from './AreaState.ts';
import type { Pulse } from './Pulse.ts';

/**
 * Up to when the pulse lets an area be judged: home was read, and within `spanMs` before it no gap meets `reach`. Null
 * if there is none, or if the pulse does not tell all of its gaps.
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

const DELAYED_AFTER_MS = 60_000;
const BLIND_AFTER_MS = 120_000;
/** After blindness data must hold for so long before it counts. */
export const STEADY_MS = 60_000;

interface Seen {
  readonly sight: Sight;
  readonly steadySinceMs: number | null;
}

/** The age of what we know of an area: its watermark by the provider's clock, and the pulse since it was heard. */
export function lagMs(pulse: Pulse | null, watermarkMs: number | null, heardMs: number | null, nowMs: number): number {
  if (!pulse || watermarkMs === null || heardMs === null) return Number.POSITIVE_INFINITY;
  return pulse.providerNowMs - watermarkMs + Math.max(0, nowMs - heardMs);
}

/** After blindness, sight needs a minute of timely news; the first sight does not. */
export function seeArea(state: AreaState, lag: number, nowMs: number): Seen {
  if (lag > BLIND_AFTER_MS) return { sight: 'unknown', steadySinceMs: null };
  const sight = lag > DELAYED_AFTER_MS ? 'delayed' : 'seen';
  if (state.sight !== 'unknown' || !state.seenBefore) return { sight, steadySinceMs: null };
  if (sight === 'delayed') return { sight: 'unknown', steadySinceMs: null };
  const steadySinceMs = state.steadySinceMs ?? nowMs;
  return nowMs - steadySinceMs >= STEADY_MS ? { sight, steadySinceMs: null } : { sight: 'unknown', steadySinceMs };
}
