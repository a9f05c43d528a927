import { holdoverCellAt, middleOfCell, parseHoldoverCell } from '#shared/holdover/holdoverCells.ts';
import type { MarkPlace } from '#shared/holdover/Mark.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';

export const NOW_MS = Date.parse('2026-07-20T06:00:00Z');

const HERE = holdoverCellAt({ latitude: 42, longitude: 24 });
export const CELL: MarkPlace = { type: 'cell', cell: HERE.id };

/** In the middle of a cell: that many cells to the east of the first. */
export const aFlash = (id: string, hours: number, east = 0, more: Partial<Strike> = {}): Strike => ({
  id,
  ...middleOfCell({ row: HERE.row, column: HERE.column + east }),
  atMs: NOW_MS - hours * HOUR_MS,
  ...more,
});

export const cellTo = (east: number) => `r${HERE.row}c${HERE.column + east}`;

export const middleOf = (id: string) => middleOfCell(parseHoldoverCell(id) ?? HERE);
