import { type Flash, WINDOW_MS } from './FlashWindow.ts';
import type { PlanePoint, Velocity } from './plane.ts';
import type { StormCell } from './StormCell.ts';

const MINUTE_MS = 60_000;
/** A flash further than this from a cell's edge is not part of it. */
const REACH_KM = 8;

/** In fields of so many kilometres the flashes of one cell count as one, at the place of the newest. */
const FIELD_KM = 2;
const COLUMNS = 65_536;

/** Flashes moved to now with the cell that they lie in, and on with it. */
export interface CarriedFlash extends PlanePoint, Velocity {
  /** The id of the cell; 0 if they lie in none, and stay where they are. */
  readonly cell: number;
  readonly ageMs: number;
  /** How many lie so near each other that they are told as one. */
  readonly count: number;
  /** How many of them fell in the last four minutes. */
  readonly fresh: number;
}

/** What counts as fresh. */
export const FRESH_MS = 4 * MINUTE_MS;

/**
 * The flashes of the ten minutes before `nowMs`, moved to it. Which cell a flash belongs to is told by place alone, because a
 * device that holds only strikes and cells must come to the same answer as the server.
 */
export function carryFlashes(
  nowMs: number,
  flashes: readonly Omit<Flash, 'cell'>[],
  cells: readonly StormCell[],
): CarriedFlash[] {
  const fields = new Map<number, Map<number, CarriedFlash>>();
  for (const flash of flashes) {
    const ageMs = nowMs - flash.atMs;
    if (ageMs < 0 || ageMs >= WINDOW_MS) continue;
    const moved = movedFlash(flash, ageMs, cells);
    const ofCell = fields.get(moved.cell) ?? new Map<number, CarriedFlash>();
    fields.set(moved.cell, ofCell);
    const field = Math.floor(moved.xKm / FIELD_KM) * COLUMNS + Math.floor(moved.yKm / FIELD_KM);
    const held = ofCell.get(field);
    const newest = held && held.ageMs <= ageMs ? held : moved;
    ofCell.set(field, { ...newest, count: (held?.count ?? 0) + 1, fresh: (held?.fresh ?? 0) + moved.fresh });
  }
  return [...fields.values()].flatMap((ofCell) => [...ofCell.values()]);
}

function movedFlash({ xKm, yKm }: PlanePoint, ageMs: number, cells: readonly StormCell[]): CarriedFlash {
  const minutes = ageMs / MINUTE_MS;
  const rest = { ageMs, count: 1, fresh: Number(ageMs <= FRESH_MS) };
  let least = REACH_KM;
  let moved: CarriedFlash = { xKm, yKm, vx: 0, vy: 0, cell: 0, ...rest };
  for (const { id, vx, vy, radiusKm, ...cell } of cells) {
    const x = xKm + vx * minutes;
    const y = yKm + vy * minutes;
    const beyondKm = Math.hypot(x - cell.xKm, y - cell.yKm) - radiusKm;
    if (beyondKm > least) continue;
    least = beyondKm;
    moved = { xKm: x, yKm: y, vx, vy, cell: id, ...rest };
  }
  return moved;
}
