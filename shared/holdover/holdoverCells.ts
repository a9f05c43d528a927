import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { type Corner, ringOfBox } from '#shared/geo/shape/Shape.ts';

/** 2 km from south to north; columns are as wide at the middle of each row. Ids rest on it: it never changes. */
const ROW_DEGREES = 0.018;

/** A square of 2 km, the unit that is listed and checked. */
export interface HoldoverCell {
  /** `r`, the row from the south pole, `c`, the column from 180° W. */
  readonly id: string;
  readonly row: number;
  readonly column: number;
}

const middleOf = (row: number) => (row + 0.5) * ROW_DEGREES - 90;

const columnDegrees = (row: number) => ROW_DEGREES / Math.max(0.05, Math.cos((middleOf(row) * Math.PI) / 180));

const rowAt = (latitude: number) => Math.floor((latitude + 90) / ROW_DEGREES);
const columnAt = (row: number, longitude: number) => Math.floor((longitude + 180) / columnDegrees(row));

const cellOf = (row: number, column: number): HoldoverCell => ({ id: `r${row}c${column}`, row, column });

export function holdoverCellAt({ latitude, longitude }: Position): HoldoverCell {
  const row = rowAt(latitude);
  return cellOf(row, columnAt(row, longitude));
}

const COLUMNS = 65_536;

/** A number for each cell, which costs less than its id. */
export function holdoverCellNumber({ latitude, longitude }: Position): number {
  const row = rowAt(latitude);
  return row * COLUMNS + columnAt(row, longitude);
}

/** From the south-west. */
export function* holdoverCellsOf({ west, south, east, north }: BBox): Generator<HoldoverCell> {
  for (let row = rowAt(south); row <= rowAt(north); row += 1) {
    const last = columnAt(row, east);
    for (let column = columnAt(row, west); column <= last; column += 1) yield cellOf(row, column);
  }
}

/** The middle of a cell, in WGS 84 degrees. */
export function middleOfCell({ row, column }: Pick<HoldoverCell, 'row' | 'column'>): Position {
  return { latitude: middleOf(row), longitude: (column + 0.5) * columnDegrees(row) - 180 };
}

const LAST_ROW = Math.floor(180 / ROW_DEGREES) - 1;

/** Undefined unless `id` names a cell. */
export function parseHoldoverCell(id: string): HoldoverCell | undefined {
  const match = /^r(0|[1-9]\d{0,4})c(0|[1-9]\d{0,4})$/.exec(id);
  if (!match) return undefined;
  const [row, column] = [Number(match[1]), Number(match[2])];
  return row <= LAST_ROW && middleOfCell({ row, column }).longitude < 180 ? cellOf(row, column) : undefined;
}

const rounded = (degrees: number) => Number(degrees.toFixed(5));

/** The outline of a cell as a closed ring, counter-clockwise, to a metre; empty if there is none with this id. */
export function cornersOfCell(id: string): readonly Corner[] {
  const cell = parseHoldoverCell(id);
  if (!cell) return [];
  const { latitude, longitude } = middleOfCell(cell);
  const [high, wide] = [ROW_DEGREES / 2, columnDegrees(cell.row) / 2];
  return ringOfBox({
    west: rounded(longitude - wide),
    south: rounded(latitude - high),
    east: rounded(longitude + wide),
    north: rounded(latitude + high),
  });
}
