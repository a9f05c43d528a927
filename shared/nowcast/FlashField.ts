import { PLACE_REACH_KM } from '#shared/limits.ts';
import { FLASH_WINDOW_MS, type Flash } from './CellTracker.ts';
import type { PlanePoint, StormCell, Velocity } from './StormCell.ts';

const FIELD_KM = 40;
const COLUMNS = 4_096;

/** A grid of advected flashes, so that a place is compared only with those that may affect it. */
export class FlashField {
  readonly all: readonly AdvectedFlash[];
  private readonly fields = new Map<number, AdvectedFlash[]>();

  constructor(carried: readonly AdvectedFlash[]) {
    this.all = carried;
    for (const flash of carried) {
      const field = fieldOf(flash.xKm, flash.yKm);
      const held = this.fields.get(field);
      if (held) held.push(flash);
      else this.fields.set(field, [flash]);
    }
  }

  /** All flashes within reach of a place, and some beyond. */
  near({ xKm, yKm }: PlanePoint): AdvectedFlash[] {
    const found: AdvectedFlash[] = [];
    const steps = Math.ceil(PLACE_REACH_KM / FIELD_KM);
    const middle = fieldOf(xKm, yKm);
    for (let column = -steps; column <= steps; column += 1) {
      for (let row = -steps; row <= steps; row += 1) {
        for (const flash of this.fields.get(middle + column * COLUMNS + row) ?? []) found.push(flash);
      }
    }
    return found;
  }
}

function fieldOf(xKm: number, yKm: number): number {
  return Math.floor(xKm / FIELD_KM) * COLUMNS + Math.floor(yKm / FIELD_KM);
}

const MINUTE_MS = 60_000;
/** A flash farther than this from a cell's edge is not part of it. */
const REACH_KM = 8;

/** In a field of this size the flashes of one cell are merged, at the place of the newest. */
const FLASH_BIN_KM = 2;
const FLASH_BIN_COLUMNS = 65_536;

/** Flashes moved to the present with their cell. */
export interface AdvectedFlash extends PlanePoint, Velocity {
  /** The id of the cell; 0 if they have none, and do not move. */
  readonly cell: number;
  readonly ageMs: number;
  /** Number of merged flashes. */
  readonly count: number;
  /** How many of them are from the last four minutes. */
  readonly fresh: number;
}

export const FRESH_MS = 4 * MINUTE_MS;

/**
 * The flashes of the ten minutes before `nowMs`, moved to that time. Only its position decides a flash's cell: a device
 * that has only strikes and cells must get the server's result.
 */
export function advectFlashes(
  nowMs: number,
  flashes: readonly Pick<Flash, 'xKm' | 'yKm' | 'atMs'>[],
  cells: readonly StormCell[],
): AdvectedFlash[] {
  // A ten-minute-old flash moves at most this far before it is compared with its cell's present position.
  const fastest = cells.reduce((most, { vx, vy }) => Math.max(most, Math.hypot(vx, vy)), 0);
  const around = new CellField(cells, REACH_KM + (fastest * FLASH_WINDOW_MS) / MINUTE_MS);
  const fields = new Map<number, Map<number, Merged>>();
  const fieldsOf = (cell: number) => {
    const held = fields.get(cell) ?? new Map<number, Merged>();
    fields.set(cell, held);
    return held;
  };
  for (const flash of flashes) {
    const ageMs = nowMs - flash.atMs;
    if (ageMs < 0 || ageMs >= FLASH_WINDOW_MS) continue;
    const minutes = ageMs / MINUTE_MS;
    const cell = cellOf(flash, minutes, around.at(flash));
    const xKm = flash.xKm + (cell?.vx ?? 0) * minutes;
    const yKm = flash.yKm + (cell?.vy ?? 0) * minutes;
    const ofCell = fieldsOf(cell?.id ?? 0);
    const field = Math.floor(xKm / FLASH_BIN_KM) * FLASH_BIN_COLUMNS + Math.floor(yKm / FLASH_BIN_KM);
    const fresh = ageMs <= FRESH_MS ? 1 : 0;
    const held = ofCell.get(field);
    if (!held) {
      const [vx, vy] = [cell?.vx ?? 0, cell?.vy ?? 0];
      ofCell.set(field, { xKm, yKm, vx, vy, cell: cell?.id ?? 0, ageMs, count: 1, fresh });
      continue;
    }
    held.count += 1;
    held.fresh += fresh;
    if (held.ageMs <= ageMs) continue;
    held.xKm = xKm;
    held.yKm = yKm;
    held.ageMs = ageMs;
  }
  return [...fields.values()].flatMap((ofCell) => [...ofCell.values()]);
}

type Merged = { -readonly [Field in keyof AdvectedFlash]: AdvectedFlash[Field] };

/** The cell whose edge is nearest to a flash after both have moved for this many minutes. */
function cellOf({ xKm, yKm }: PlanePoint, minutes: number, cells: readonly StormCell[]): StormCell | undefined {
  let nearest: StormCell | undefined;
  let least = REACH_KM;
  for (const cell of cells) {
    const dx = xKm + cell.vx * minutes - cell.xKm;
    const dy = yKm + cell.vy * minutes - cell.yKm;
    const beyondKm = Math.sqrt(dx * dx + dy * dy) - cell.radiusKm;
    if (beyondKm > least) continue;
    least = beyondKm;
    nearest = cell;
  }
  return nearest;
}

const CELL_FIELD_KM = 40;
const CELL_COLUMNS = 4_096;

/** Cells in the grid fields that they reach into, so that a point is compared with few of them. */
class CellField {
  private readonly fields = new Map<number, StormCell[]>();

  constructor(cells: readonly StormCell[], reachKm: number) {
    for (const cell of cells) {
      const reach = cell.radiusKm + reachKm;
      const [west, east] = [cell.xKm - reach, cell.xKm + reach].map(columnOf) as [number, number];
      const [south, north] = [cell.yKm - reach, cell.yKm + reach].map(columnOf) as [number, number];
      for (let column = west; column <= east; column += 1) {
        for (let row = south; row <= north; row += 1) {
          const held = this.fields.get(column * CELL_COLUMNS + row);
          if (held) held.push(cell);
          else this.fields.set(column * CELL_COLUMNS + row, [cell]);
        }
      }
    }
  }

  /** All cells within reach of a point, and some beyond. */
  at({ xKm, yKm }: PlanePoint): readonly StormCell[] {
    return this.fields.get(columnOf(xKm) * CELL_COLUMNS + columnOf(yKm)) ?? [];
  }
}

function columnOf(km: number): number {
  return Math.floor(km / CELL_FIELD_KM);
}
