import type { BBox } from '#shared/geo/BBox.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { StrikeStore } from './StrikeStore.ts';

export interface WindowCounts {
  readonly total: number;
  readonly newestMs: number | null;
  /** A multiple of `barMs`, so that bars do not move while time passes. */
  readonly barsFromMs: number;
  readonly barMs: number;
  /** Strikes per bar, oldest first; they add up to `total`. */
  readonly bars: readonly number[];
}

/** Counts strikes in `bbox` from `endMs - windowMs` on, and before `toMs`. The zoom does not matter. */
export function windowCounts(
  strikes: StrikeStore,
  bbox: BBox,
  endMs: number,
  windowMs: number,
  barMs: number,
  toMs = Number.POSITIVE_INFINITY,
): WindowCounts {
  const { length, atMs, latitudesE5, longitudesE5 } = strikes;
  const [west, east] = [bbox.west * DEGREES_TO_E5, bbox.east * DEGREES_TO_E5];
  const [south, north] = [bbox.south * DEGREES_TO_E5, bbox.north * DEGREES_TO_E5];
  const fromMs = endMs - windowMs;
  const barsFromMs = Math.floor(fromMs / barMs) * barMs;
  const barCount = Math.floor((endMs - barsFromMs) / barMs) + 1;
  const bars = new Array<number>(barCount).fill(0);
  let total = 0;
  let newestMs: number | null = null;
  for (let row = 0; row < length; row += 1) {
    const at = atMs[row] as number;
    if (at < fromMs || at >= toMs) continue;
    const longitude = longitudesE5[row] as number;
    const latitude = latitudesE5[row] as number;
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    total += 1;
    if (newestMs === null || at > newestMs) newestMs = at;
    const bar = Math.min(barCount - 1, Math.floor((at - barsFromMs) / barMs));
    bars[bar] = (bars[bar] as number) + 1;
  }
  return { total, newestMs, barsFromMs, barMs, bars };
}
