import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { StormCell } from '#shared/nowcast/cells/StormCell.ts';

const FIELD_KM = 40;
const COLUMNS = 4_096;

/** Cells in the fields that they reach into, so that a point is held against few of them. */
export class CellField {
  private readonly fields = new Map<number, StormCell[]>();

  /** `reachKm`: how far beyond a cell's radius it is to be found. */
  constructor(cells: readonly StormCell[], reachKm: number) {
    for (const cell of cells) {
      const reach = cell.radiusKm + reachKm;
      const [west, east] = [cell.xKm - reach, cell.xKm + reach].map(columnOf) as [number, number];
      const [south, north] = [cell.yKm - reach, cell.yKm + reach].map(columnOf) as [number, number];
      for (let column = west; column <= east; column += 1) {
        for (let row = south; row <= north; row += 1) {
          const held = this.fields.get(column * COLUMNS + row);
          if (held) held.push(cell);
          else this.fields.set(column * COLUMNS + row, [cell]);
        }
      }
    }
  }

  /** All cells within reach of a point, and some beyond. */
  at({ xKm, yKm }: PlanePoint): readonly StormCell[] {
    return this.fields.get(columnOf(xKm) * COLUMNS + columnOf(yKm)) ?? [];
  }
}

function columnOf(km: number): number {
  return Math.floor(km / FIELD_KM);
}
