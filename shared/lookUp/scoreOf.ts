import { DAY_MS } from '#shared/time/hourKey.ts';

/** What fell farther from the fire is no candidate. */
const FARTHEST_KM = 10;

/** What fell longer before the report is no candidate. */
export const LONGEST_SMOULDER_MS = 14 * DAY_MS;

/**
 * From 0 to 1, how well a stroke fits a fire: what is left of 10 km and of 14 days, times the likelihood that it struck
 * there. For a ranking; it is no probability. `distanceKm` is 0 within the fire, `ageMs` counts from stroke to report.
 */
export function scoreOf(distanceKm: number, ageMs: number, likelihood: number): number {
  if (ageMs < 0) return 0;
  return Math.max(0, 1 - distanceKm / FARTHEST_KM) * Math.max(0, 1 - ageMs / LONGEST_SMOULDER_MS) * likelihood;
}
