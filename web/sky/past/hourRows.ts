import type { BBox } from '#shared/geo/BBox.ts';
import { HOUR_MS } from '#shared/time.ts';
import { DAY_GRIDS, type DayCount } from '#shared/wire/dayGrid.ts';
import type { HourSpan } from '#web/sky/feed/TileCoverage.ts';
import { DRAWN_INTS_PER_ROW, DRAWN_TIME_UNIT_MS, type DrawnRows, newGeneration } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import { tileWithin } from './DayGrids.ts';

/** Below this width of the view, in degrees, a tile is a large part of it, and its strikes load quickly. */
const LEAST_DEGREES = 4;

interface LookingBack {
  readonly box: BBox | undefined;
  readonly windowMs: number;
  readonly playing: boolean;
  /** Time that passes in a second of playback. */
  readonly rateMs: number;
  readonly complete: boolean;
}

/**
 * How a past window is rendered.
 * - `strikes`: each strike.
 * - `counts`: hourly counts by tile, without loading strikes: at 6 h a second a day of them passes in 4 s.
 * - `either`: counts until all strikes are held.
 */
export function drawnAs({ box, windowMs, playing, rateMs, complete }: LookingBack): 'strikes' | 'counts' | 'either' {
  if (!box || box.east - box.west < LEAST_DEGREES) return 'strikes';
  if (playing && (rateMs >= 6 * HOUR_MS || windowMs >= 6 * HOUR_MS)) return 'counts';
  return complete || windowMs < HOUR_MS ? 'strikes' : 'either';
}

const SIDE = 2 ** DAY_GRIDS.hours.zoom;
const WORLD = 2 ** 32;

/**
 * Rendered hourly counts, the oldest hour first: a row for each tile and hour with strikes, in the middle of both,
 * because counts have no exact place and time.
 */
export function hourRows(hours: readonly (readonly DayCount[])[], { fromHour }: HourSpan): DrawnRows {
  const length = hours.reduce((sum, counts) => sum + counts.length, 0);
  const drawn = new Int32Array(length * DRAWN_INTS_PER_ROW);
  let at = 0;
  for (const [hour, counts] of hours.entries()) {
    const time = ((hour + 0.5) * HOUR_MS) / DRAWN_TIME_UNIT_MS;
    for (const { x, y } of counts) {
      drawn.set([middle(x), middle(y), time], at);
      at += DRAWN_INTS_PER_ROW;
    }
  }
  return { drawn, length, generation: newGeneration(), epochMs: fromHour * HOUR_MS };
}

const middle = (column: number) => ((column + 0.5) * (WORLD / SIDE)) | 0;

export function tileCounts(hours: readonly (readonly DayCount[])[], box: BBox, { fromHour }: HourSpan): WindowCounts {
  const bars = hours.map((counts) =>
    counts.reduce((sum, count) => sum + (tileWithin(box, count) ? count.strikes : 0), 0),
  );
  const total = bars.reduce((sum, strikes) => sum + strikes, 0);
  return { total, newestMs: null, barsFromMs: fromHour * HOUR_MS, barMs: HOUR_MS, bars };
}
