import { type Flash, WINDOW_MS } from '../cells/FlashWindow.ts';
import type { PlanePoint, Velocity } from '../cells/plane.ts';
import type { StormCell } from '../cells/StormCell.ts';
import { CellField } from './CellField.ts';

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
  // A flash of ten minutes ago moves on by as much before it is held against where its cell is now.
  const fastest = cells.reduce((most, { vx, vy }) => Math.max(most, Math.hypot(vx, vy)), 0);
  const around = new CellField(cells, REACH_KM + (fastest * WINDOW_MS) / MINUTE_MS);
  const fields = new Map<number, Map<number, Merged>>();
  for (const flash of flashes) {
    const ageMs = nowMs - flash.atMs;
    if (ageMs < 0 || ageMs >= WINDOW_MS) continue;
    const moved = movedFlash(flash, ageMs, around.at(flash));
    const ofCell = fields.get(moved.cell) ?? new Map<number, Merged>();
    fields.set(moved.cell, ofCell);
    const field = Math.floor(moved.xKm / FIELD_KM) * COLUMNS + Math.floor(moved.yKm / FIELD_KM);
    const held = ofCell.get(field);
    if (held) merge(held, moved);
    else ofCell.set(field, moved);
  }
  return [...fields.values()].flatMap((ofCell) => [...ofCell.values()]);
}

type Merged = { -readonly [Field in keyof CarriedFlash]: CarriedFlash[Field] };

function merge(held: Merged, { xKm, yKm, ageMs, count, fresh }: CarriedFlash): void {
  held.count += count;
  held.fresh += fresh;
  if (held.ageMs <= ageMs) return;
  held.xKm = xKm;
  held.yKm = yKm;
  held.ageMs = ageMs;
}

function movedFlash({ xKm, yKm }: PlanePoint, ageMs: number, cells: readonly StormCell[]): Merged {
  const minutes = ageMs / MINUTE_MS;
  const moved = { xKm, yKm, vx: 0, vy: 0, cell: 0, ageMs, count: 1, fresh: Number(ageMs <= FRESH_MS) };
  let least = REACH_KM;
  for (const cell of cells) {
    const x = xKm + cell.vx * minutes;
    const y = yKm + cell.vy * minutes;
    const beyondKm = Math.sqrt((x - cell.xKm) ** 2 + (y - cell.yKm) ** 2) - cell.radiusKm;
    if (beyondKm > least) continue;
    least = beyondKm;
    moved.xKm = x;
    moved.yKm = y;
    moved.vx = cell.vx;
    moved.vy = cell.vy;
    moved.cell = cell.id;
  }
  return moved;
}
