import type { PlanePoint, Velocity } from './plane.ts';

export const TRENDS = ['steady', 'growing', 'fading'] as const;
export type Trend = (typeof TRENDS)[number];

/** A group of flashes that is followed from minute to minute, at one instant and on a plane. */
export interface StormCell extends PlanePoint, Velocity {
  /** Never reused while the nowcast runs. */
  readonly id: number;
  /** Of the last ten minutes. */
  readonly flashes: number;
  /** Nine in ten of its flashes lie within. */
  readonly radiusKm: number;
  /** Uncertainty of each axis of the velocity, km/min. */
  readonly sigma: number;
  /** Enough is known of its motion to say where it goes. */
  readonly showArrow: boolean;
  readonly trend: Trend;
  readonly bornMs: number;
  /** Where it was each minute of the last thirty, oldest first, without now. */
  readonly track: readonly PlanePoint[];
}

/** One in twenty steady cells is called growing or fading. */
const DEVIATIONS = 2;

/** Trend from two five-minute counts. Given their sum, one of two Poisson counts of equal rate is binomial. */
export function trendOf(early: number, late: number): Trend {
  const sum = early + late;
  if (sum === 0) return 'steady';
  const score = (late - early) / Math.sqrt(sum);
  if (score >= DEVIATIONS) return 'growing';
  return score <= -DEVIATIONS ? 'fading' : 'steady';
}
