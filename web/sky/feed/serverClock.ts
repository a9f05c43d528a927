import { medianOf } from '#shared/medianOf.ts';

const MAX_SAMPLES = 9;
/** If the device clock is further off than this, the page shows a warning. */
export const CLOCK_WARNING_MS = 5_000;

/** The newest differences `serverTimeMs − arrival`, oldest first, at most nine. */
export type OffsetSamples = readonly number[];

export function addOffsetSample(samples: OffsetSamples, serverTimeMs: number, arrivedAtMs: number): OffsetSamples {
  return [...samples, serverTimeMs - arrivedAtMs].slice(-MAX_SAMPLES);
}

/**
 * Returns what to add to this device's time to get the server's: the median, so that one event that sat in a buffer for
 * seconds does not move every age on the screen. 0 without samples.
 */
export function clockOffsetMs(samples: OffsetSamples): number {
  return medianOf(samples) ?? 0;
}
