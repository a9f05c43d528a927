import type { PlanePoint, Velocity } from './plane.ts';

export const TRENDS = ['steady', 'growing', 'fading'] as const;
export type Trend = (typeof TRENDS)[number];

/** A group of flashes that is tracked from minute to minute, at one instant and on a plane. */
export interface StormCell extends PlanePoint, Velocity {
  /** Never reused while the nowcast runs. */
  readonly id: number;
  /** Flashes of the last ten minutes. */
  readonly flashes: number;
  /** Nine in ten of its flashes lie inside. */
  readonly radiusKm: number;
  /** Uncertainty of each axis of the velocity, km/min. */
  readonly sigma: number;
  /** True if its motion is certain enough to show a direction. */
  readonly showArrow: boolean;
  readonly trend: Trend;
  readonly bornMs: number;
  /** Its positions in each of the last thirty minutes, oldest first, without the present one. */
  readonly track: readonly PlanePoint[];
}

/** At this threshold, one in twenty steady cells is labelled growing or fading. */
const DEVIATIONS = 2;

/** Trend from two five-minute counts. Given their sum, one of two Poisson counts with equal rates is binomial. */
export function trendOf(early: number, late: number): Trend {
  const sum = early + late;
  if (sum === 0) return 'steady';
  const score = (late - early) / Math.sqrt(sum);
  if (score >= DEVIATIONS) return 'growing';
  return score <= -DEVIATIONS ? 'fading' : 'steady';
}
