import { HOUR_MS } from '#shared/time/hourKey.ts';
import { PASS_MS } from './attributeFire.ts';
import type { Hotspot } from './Hotspot.ts';

/** Used if no overpass is known, and the longest assumed time between two. */
const USUAL_LOOK_HOURS = 6;
const MOST_HOURS = 12;

/**
 * Overpass times inferred from hotspots, because the files list no overpasses. A swath is wider than home, so any
 * hotspot proves an overpass of all of it.
 */
export class OverpassTimes {
  private readonly timesMs: Float64Array;

  constructor(hotspots: Iterable<Pick<Hotspot, 'atMs'>>) {
    this.timesMs = Float64Array.from(new Set(Array.from(hotspots, ({ atMs }) => atMs))).sort();
  }

  /** Hours between an overpass and the one before it. */
  hoursBefore(atMs: number): number {
    let [low, high] = [0, this.timesMs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.timesMs[middle] as number) < atMs - PASS_MS) low = middle + 1;
      else high = middle;
    }
    const beforeMs = this.timesMs[low - 1];
    return beforeMs === undefined ? USUAL_LOOK_HOURS : Math.min(MOST_HOURS, (atMs - beforeMs) / HOUR_MS);
  }
}
