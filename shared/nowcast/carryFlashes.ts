import { type Flash, WINDOW_MS } from './FlashWindow.ts';
import type { PlanePoint, Velocity } from './plane.ts';
import type { StormCell } from './StormCell.ts';

const MINUTE_MS = 60_000;
/** A flash further than this from a cell's edge is not part of it. */
const REACH_KM = 8;

/** A flash moved to now with the cell that it lies in, and on with it. */
export interface CarriedFlash extends PlanePoint, Velocity {
  /** The id of its cell; 0 if it lies in none, and stays where it is. */
  readonly cell: number;
  readonly ageMs: number;
}

/**
 * The flashes of the ten minutes before `nowMs`, moved to it. Which cell a flash belongs to is told by place alone, because a
 * device that holds only strikes and cells must come to the same answer as the server.
 */
export function carryFlashes(
  nowMs: number,
  flashes: readonly Omit<Flash, 'cell'>[],
  cells: readonly StormCell[],
): CarriedFlash[] {
  return flashes
    .filter(({ atMs }) => atMs <= nowMs && atMs > nowMs - WINDOW_MS)
    .map(({ xKm, yKm, atMs }) => {
      const minutes = (nowMs - atMs) / MINUTE_MS;
      let least = REACH_KM;
      let carried: CarriedFlash = { xKm, yKm, vx: 0, vy: 0, cell: 0, ageMs: nowMs - atMs };
      for (const cell of cells) {
        const x = xKm + cell.vx * minutes;
        const y = yKm + cell.vy * minutes;
        const beyondKm = Math.hypot(x - cell.xKm, y - cell.yKm) - cell.radiusKm;
        if (beyondKm > least) continue;
        least = beyondKm;
        carried = { xKm: x, yKm: y, vx: cell.vx, vy: cell.vy, cell: cell.id, ageMs: nowMs - atMs };
      }
      return carried;
    });
}
