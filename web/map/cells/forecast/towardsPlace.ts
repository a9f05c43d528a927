import type { Position } from '#shared/geo/geodesy.ts';
import { type CellReport, stormOf } from '#shared/nowcast/cells/CellReport.ts';
import { createPlane } from '#shared/nowcast/cells/plane.ts';
import { arrivalAt, type PlaceState } from '#shared/nowcast/place/arrivalAt.ts';
import type { CarriedFlash } from '#shared/nowcast/place/carryFlashes.ts';

/** Points that stand for a cell's flashes: its middle, and circles of half its radius and of all of it. */
const SPOKES = 12;
const HERE = { xKm: 0, yKm: 0 };

/**
 * How a place lies to one cell, told by the cell alone: the same question as of the place's own forecast, asked of points spread
 * over the cell. `quiet`: it is too far away to say.
 */
export function towardsPlace(place: Position, cell: CellReport, atMs: number): PlaceState {
  const storm = stormOf(cell, createPlane(place), atMs);
  const points: CarriedFlash[] = [0, 0.5, 1].flatMap((share) =>
    Array.from({ length: SPOKES }, (_, spoke) => {
      const angle = (spoke / SPOKES) * 2 * Math.PI;
      const km = share * storm.radiusKm;
      return {
        xKm: storm.xKm + km * Math.cos(angle),
        yKm: storm.yKm + km * Math.sin(angle),
        vx: storm.vx,
        vy: storm.vy,
        cell: cell.id,
        ageMs: 0,
        count: 1,
        fresh: 1,
      };
    }),
  );
  return arrivalAt(HERE, points, [storm]).state;
}
