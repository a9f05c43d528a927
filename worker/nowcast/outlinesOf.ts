import type { Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { outlineOf } from '#shared/nowcast/cells/outlineOf.ts';
import type { RunningNowcast } from '#shared/nowcast/createNowcast.ts';

/** The outline of each cell, around those of the nowcast's flashes that lie in it now. */
export function outlinesOf(
  cells: readonly CellReport[],
  nowcast: Pick<RunningNowcast, 'carried' | 'plane'>,
): (readonly Position[])[] {
  const flashes = Map.groupBy(nowcast.carried(), ({ cell }) => cell);
  return cells.map((cell) => {
    // All flashes of a cell may lie nearer to another one.
    const points = flashes.get(cell.id) ?? [nowcast.plane.toKm(cell)];
    return outlineOf(points).map((point) => nowcast.plane.toDegrees(point));
  });
}
