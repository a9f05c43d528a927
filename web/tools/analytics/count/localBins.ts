import { type Bin, binHours, type HourCounts } from './HourCounts.ts';
import { localTime } from './localTime.ts';

/** By local day, oldest first. A day on which clocks change has 23 or 25 hours. */
export function dayBins(counts: HourCounts): Bin[] {
  return binHours(counts, (hourMs) => localTime(hourMs).day);
}

/** By local month, oldest first. */
export function monthBins(counts: HourCounts): Bin[] {
  return binHours(counts, (hourMs) => localTime(hourMs).day.slice(0, 7));
}

/** By hour of the local day, 0 to 23, whether or not any of them lies in the time. */
export function hourOfDayBins(counts: HourCounts): Bin[] {
  const found = new Map(binHours(counts, (hourMs) => String(localTime(hourMs).hour)).map((bin) => [bin.key, bin]));
  return Array.from({ length: 24 }, (_, hour) => {
    const key = String(hour);
    return found.get(key) ?? { key, strikes: 0, lengthMs: 0, observedMs: 0 };
  });
}
