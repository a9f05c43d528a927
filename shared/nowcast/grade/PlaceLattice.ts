import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import { PLACE_RADIUS_KM } from '#shared/nowcast/place/chanceTerms.ts';

/** Places that are asked about lie so far apart: those within 10 km of a strike are never more than one. */
const SPACING_KM = 20;
const COLUMNS = 4_096;
const ORIGIN = COLUMNS / 2;

/** A fixed grid of places over a plane, each known by a number. */
export function placeOf(place: number): PlanePoint {
  return { xKm: (Math.floor(place / COLUMNS) - ORIGIN) * SPACING_KM, yKm: ((place % COLUMNS) - ORIGIN) * SPACING_KM };
}

/** Whose turn it is in a minute: a fifth of all places, spread evenly. */
export function isTurnOf(place: number, minute: number): boolean {
  return (Math.floor(place / COLUMNS) + 2 * (place % COLUMNS) + minute) % 5 === 0;
}

/** The place within 10 km of a point, if there is one. */
export function placeHit({ xKm, yKm }: PlanePoint): number | undefined {
  const place = numberOf(Math.round(xKm / SPACING_KM), Math.round(yKm / SPACING_KM));
  const at = placeOf(place);
  return Math.hypot(at.xKm - xKm, at.yKm - yKm) <= PLACE_RADIUS_KM ? place : undefined;
}

/** All places about within `reachKm` of any of the points, in order. */
export function placesNear(points: readonly PlanePoint[], reachKm: number): number[] {
  const fields = new Set(
    points.map(({ xKm, yKm }) => numberOf(Math.round(xKm / SPACING_KM), Math.round(yKm / SPACING_KM))),
  );
  const steps = Math.ceil(reachKm / SPACING_KM);
  const places = new Set<number>();
  for (const field of fields) {
    for (let x = -steps; x <= steps; x += 1)
      for (let y = -steps; y <= steps; y += 1) places.add(field + x * COLUMNS + y);
  }
  return [...places].sort((a, b) => a - b);
}

function numberOf(column: number, row: number): number {
  return (column + ORIGIN) * COLUMNS + row + ORIGIN;
}
