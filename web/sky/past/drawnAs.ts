import type { BBox } from '#shared/geo/BBox.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';

/** Below this width of the view, in degrees, a tile is a large part of it, and its strikes are soon read. */
const LEAST_DEGREES = 4;

export interface LookingBack {
  readonly box: BBox | undefined;
  readonly windowMs: number;
  readonly playing: boolean;
  /** How much time passes in a second while playing. */
  readonly rateMs: number;
  /** Whether every strike of the window is held. */
  readonly complete: boolean;
}

/**
 * What is drawn of a window of the past:
 * - `strikes`: each for itself.
 * - `counts`: counts by hour and tile; strikes are not even read. A storm that passes at 6 h a second is a day of strikes in 4 s.
 * - `either`: counts until all strikes are held.
 */
export function drawnAs({ box, windowMs, playing, rateMs, complete }: LookingBack): 'strikes' | 'counts' | 'either' {
  if (!box || box.east - box.west < LEAST_DEGREES) return 'strikes';
  if (playing && (rateMs >= 6 * HOUR_MS || windowMs >= 6 * HOUR_MS)) return 'counts';
  return complete || windowMs < HOUR_MS ? 'strikes' : 'either';
}
