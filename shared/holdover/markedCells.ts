import { distanceFrom, farFrom } from '#shared/geo/shape/distanceFrom.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { type HoldoverCell, holdoverCellsOf, middleOfCell } from './holdoverCells.ts';
import { changesAny, MARK_KINDS, type Mark, type MarkKind, type MarkPlace, type NewestMarks } from './Mark.ts';

/** A cell belongs to a shape that holds its middle, to a track that passes its middle within `withinKm`. */
function liesOn(place: MarkPlace): (cell: HoldoverCell) => boolean {
  if (place.type === 'cell') return ({ id }) => id === place.cell;
  const { shape, km } = reachOf(place);
  const isFar = farFrom(shape);
  const kmTo = distanceFrom(shape);
  return (cell) => {
    const middle = middleOfCell(cell);
    return !isFar(middle, km) && kmTo(middle) <= km;
  };
}

const NO_MARKS: NewestMarks = {};

/** For a cell, the newest mark of each kind that changes anything of what struck since `sinceMs`. */
export function newestOn(marks: readonly Mark[]): (cell: HoldoverCell, sinceMs: number) => NewestMarks {
  if (marks.length === 0) return () => NO_MARKS;
  const placed = marks
    .filter(changesAny)
    .sort((a, b) => b.atMs - a.atMs)
    .map(({ kind, atMs, place }) => ({ kind, atMs, isOn: liesOn(place) }));
  const ofKinds = MARK_KINDS.map((kind) => [kind, placed.filter((mark) => mark.kind === kind)] as const);
  return (cell, sinceMs) => {
    const newest: { [Kind in MarkKind]?: number } = {};
    for (const [kind, ofKind] of ofKinds) {
      // The newest comes first, so the first one that lies here decides.
      const found = ofKind.find(({ atMs, isOn }) => atMs > sinceMs && isOn(cell));
      if (found) newest[kind] = found.atMs;
    }
    return newest;
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
