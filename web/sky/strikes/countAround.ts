import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { RENDERED_INTS_PER_ROW, RENDERED_TIME_UNIT_MS, type RenderedRows } from './StrikeStore.ts';

export interface AgeCounts {
  readonly total: number;
  readonly fresh: number;
  readonly recent: number;
  readonly old: number;
}

/** Ages in the unit of the rows: strikes older than `window` or younger than `youngest` do not count. */
interface CountedAges {
  readonly now: number;
  readonly window: number;
  readonly youngest: number;
}

const FRESH = FRESH_WITHIN_MS / RENDERED_TIME_UNIT_MS;
const RECENT = RECENT_WITHIN_MS / RENDERED_TIME_UNIT_MS;

/** Counts rows in the square of twice `reach` around a place; places and `reach` in 32-bit Mercator. */
export function countAround(
  { rendered, length }: Pick<RenderedRows, 'rendered' | 'length'>,
  { now, window, youngest }: CountedAges,
  at: { readonly x: number; readonly y: number },
  reach: number,
): AgeCounts {
  let [fresh, recent, old] = [0, 0, 0];
  for (let row = 0; row < length; row += 1) {
    const from = row * RENDERED_INTS_PER_ROW;
    // Differences of wrapped integers wrap too, so the antimeridian needs no special case.
    if (Math.abs(((rendered[from] as number) - at.x) | 0) > reach) continue;
    if (Math.abs(((rendered[from + 1] as number) - at.y) | 0) > reach) continue;
    const age = now - (rendered[from + 2] as number);
    if (age > window || age < youngest) continue;
    if (age <= FRESH) fresh += 1;
    else if (age <= RECENT) recent += 1;
    else old += 1;
  }
  return { total: fresh + recent + old, fresh, recent, old };
}
