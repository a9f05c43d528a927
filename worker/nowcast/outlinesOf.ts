import type { Position } from '#shared/geo/geodesy.ts';
import type { CellReport } from '#shared/nowcast/CellReport.ts';
import type { Nowcast } from '#shared/nowcast/createNowcast.ts';
import { outlineOf } from '#shared/nowcast/outlineOf.ts';

/** The outline of each cell, around those of the nowcast's flashes that lie in it now. */
export function outlinesOf(
  cells: readonly Pick<CellReport, 'id'>[],
  nowcast: Pick<Nowcast, 'carried' | 'plane'>,
): (readonly Position[])[] {
  const flashes = Map.groupBy(nowcast.carried(), ({ cell }) => cell);
  return cells.map(({ id }) => outlineOf(flashes.get(id) ?? []).map((point) => nowcast.plane.toDegrees(point)));
}
