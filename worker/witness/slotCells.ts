import type { Position } from '#shared/geo/geodesy.ts';
import { type Event, matchFlashes } from './matchFlashes.ts';

const PER_DEGREE = 2;
const COLUMNS = 360 * PER_DEGREE;

/** What both sources told of a cell of 0.5° in one slot. */
export interface SlotCell {
  /** See `cellOf`. */
  readonly cell: number;
  readonly flashes: number;
  readonly flashesMatched: number;
  readonly strikes: number;
  readonly strikesMatched: number;
}

/** Number of the cell: rows from the south pole, columns from 180° west. */
export function cellOf({ latitude, longitude }: Position): number {
  return Math.floor((latitude + 90) * PER_DEGREE) * COLUMNS + Math.floor((longitude + 180) * PER_DEGREE);
}

export function cellCentre(cell: number): Position {
  return {
    latitude: (Math.floor(cell / COLUMNS) + 0.5) / PER_DEGREE - 90,
    longitude: ((cell % COLUMNS) + 0.5) / PER_DEGREE - 180,
  };
}

/** The cell and its eight neighbours. */
export function blockOf(cell: number): number[] {
  return [-COLUMNS, 0, COLUMNS].flatMap((row) => [-1, 0, 1].map((column) => cell + row + column));
}

/** Counts by cell. `strikesAround` may reach beyond the slot and the box: only `isCounted` ones count, but all match. */
export function slotCells(
  flashes: readonly Event[],
  strikesAround: readonly Event[],
  isCounted: (strike: Event) => boolean,
): SlotCell[] {
  const matched = matchFlashes(flashes, strikesAround);
  const cells = new Map<number, { -readonly [Name in keyof SlotCell]: SlotCell[Name] }>();
  const at = (event: Event) => {
    const cell = cellOf(event);
    const found = cells.get(cell) ?? { cell, flashes: 0, flashesMatched: 0, strikes: 0, strikesMatched: 0 };
    cells.set(cell, found);
    return found;
  };
  for (const [index, flash] of flashes.entries()) {
    const counts = at(flash);
    counts.flashes += 1;
    counts.flashesMatched += Number(matched.flashes[index]);
  }
  for (const [index, strike] of strikesAround.entries()) {
    if (!isCounted(strike)) continue;
    const counts = at(strike);
    counts.strikes += 1;
    counts.strikesMatched += Number(matched.strikes[index]);
  }
  return [...cells.values()];
}

/** Who told lightning in the cell. A match across its edge counts for both. */
export function toldBy({ flashes, flashesMatched, strikes, strikesMatched }: SlotCell): 'both' | 'witness' | 'primary' {
  if (flashesMatched + strikesMatched > 0 || (flashes > 0 && strikes > 0)) return 'both';
  return flashes > 0 ? 'witness' : 'primary';
}
