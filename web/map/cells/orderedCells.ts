import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';

/** The cells by nearness of their edge to a place, or without one those with most flashes first. */
export function orderedCells(cells: readonly CellReport[], from: Position | undefined): CellReport[] {
  const edgeKm = (cell: CellReport) => (from ? Math.max(0, distanceKm(from, cell) - cell.radiusKm) : 0);
  return cells.toSorted((a, b) => edgeKm(a) - edgeKm(b) || b.flashes - a.flashes || a.id - b.id);
}
