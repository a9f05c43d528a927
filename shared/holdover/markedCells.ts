import { distanceFrom, farFrom } from '#shared/geo/shape/distanceFrom.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { type HoldoverCell, holdoverCellsOf, middleOfCell } from './holdoverCells.ts';
import type { MarkPlace } from './Mark.ts';

/** A cell belongs to a shape that holds its middle, to a track that passes its middle within `withinKm`. */
export function liesOn(place: MarkPlace): (cell: HoldoverCell) => boolean {
  if (place.type === 'cell') return ({ id }) => id === place.cell;
  const { shape, km } = reachOf(place);
  const isFar = farFrom(shape);
  const kmTo = distanceFrom(shape);
  return (cell) => {
    const middle = middleOfCell(cell);
    return !isFar(middle, km) && kmTo(middle) <= km;
  };
}

/** Whether it holds any cell: else a mark there would change nothing. */
export function holdsCell(place: MarkPlace): boolean {
  if (place.type === 'cell') return true;
  const { shape, km } = reachOf(place);
  const isIn = liesOn(place);
  for (const cell of holdoverCellsOf(boxAroundShape(shape, km))) if (isIn(cell)) return true;
  return false;
}

function reachOf(place: Exclude<MarkPlace, { type: 'cell' }>): { readonly shape: Shape; readonly km: number } {
  return place.type === 'shape' ? { shape: place.shape, km: 0 } : { shape: place.track, km: place.withinKm };
}
