import { medianOf } from '#shared/numbers.ts';

const MAX_SAMPLES = 9;
/** The page shows a warning if the device clock is off by more. */
export const CLOCK_WARNING_MS = 5_000;

/** The newest differences `serverTimeMs − arrival`, oldest first, at most nine. */
export type OffsetSamples = readonly number[];

export function addOffsetSample(samples: OffsetSamples, serverTimeMs: number, arrivedAtMs: number): OffsetSamples {
  return [...samples, serverTimeMs - arrivedAtMs].slice(-MAX_SAMPLES);
}

/** Returns server time minus device time: the median, so that one late event does not shift ages. 0 without samples. */
export function clockOffsetMs(samples: OffsetSamples): number {
  return medianOf(samples) ?? 0;
}
