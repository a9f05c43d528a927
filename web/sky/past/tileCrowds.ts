import { AGE_STEPS, ageStepOf } from '#shared/ageClass.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { DAY_GRIDS, type DayCount } from '#shared/wire/dayGrid.ts';
import type { HourSpan } from '#web/sky/feed/TileCoverage.ts';
import type { CountedCrowds } from '#web/sky/strikes/Crowds.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import { tileWithin } from './DayGrids.ts';

/** Below this width of the view, in degrees, a tile is a large part of it, and its strikes are soon read. */
const LEAST_DEGREES = 4;

interface LookingBack {
  readonly box: BBox | undefined;
  readonly windowMs: number;
  readonly playing: boolean;
  /** Time that passes in a second of playing. */
  readonly rateMs: number;
  readonly complete: boolean;
}

/**
 * How a past window is drawn.
 * - `strikes`: each for itself.
 * - `counts`: hourly counts by tile, without reading strikes: at 6 h a second a day of them passes in 4 s.
 * - `either`: counts until all strikes are held.
 */
export function drawnAs({ box, windowMs, playing, rateMs, complete }: LookingBack): 'strikes' | 'counts' | 'either' {
  if (!box || box.east - box.west < LEAST_DEGREES) return 'strikes';
  if (playing && (rateMs >= 6 * HOUR_MS || windowMs >= 6 * HOUR_MS)) return 'counts';
  return complete || windowMs < HOUR_MS ? 'strikes' : 'either';
}

const SIDE = 2 ** DAY_GRIDS.hours.zoom;
const WORLD = 2 ** 32;
/** The level of crowds at which their grid is that of the tiles: 24 of 512 pixels make 1,024 columns. */
const LEVEL = Math.log2((SIDE * 24) / 512);

/** Hourly counts as drawn, the oldest hour first: a square for each tile with strikes, with the age of most of its hours. */
export function tileCrowds(hours: readonly (readonly DayCount[])[]): CountedCrowds {
  const strikes = new Map<number, Int32Array>();
  // An hour's count tells of no minutes: its middle stands for it.
  const bounds = { fresh: 0, recent: 0, range: hours.length };
  for (const [hour, counts] of hours.entries()) {
    const step = ageStepOf(hours.length - hour - 0.5, bounds);
    for (const { x, y, strikes: more } of counts) {
      const tile = x * SIDE + y;
      const ages = strikes.get(tile) ?? new Int32Array(AGE_STEPS);
      strikes.set(tile, ages);
      ages[step] = (ages[step] ?? 0) + more;
    }
  }
  return {
    scope: { level: LEVEL },
    drawnAs: 'squares',
    crowds: {
      each(see) {
        for (const [tile, ages] of strikes) {
          const [x, y] = [Math.floor(tile / SIDE), tile % SIDE];
          const total = ages.reduce((sum, count) => sum + count, 0);
          see(middle(x), middle(y), ages.indexOf(Math.max(...ages)), total);
        }
      },
      // Minutes are not known, so a square tells nothing.
      at: () => undefined,
      cellKey: () => 0,
    },
  };
}

const middle = (column: number) => ((column + 0.5) * (WORLD / SIDE)) | 0;

export function tileCounts(hours: readonly (readonly DayCount[])[], box: BBox, { fromHour }: HourSpan): WindowCounts {
  const bars = hours.map((counts) =>
    counts.reduce((sum, count) => sum + (tileWithin(box, count) ? count.strikes : 0), 0),
  );
  const total = bars.reduce((sum, strikes) => sum + strikes, 0);
  return { total, newestMs: null, barsFromMs: fromHour * HOUR_MS, barMs: HOUR_MS, bars };
}
