import concaveman from 'concaveman';
import type { PlanePoint } from './plane.ts';

const MARGIN_KM = 3;
const CIRCLE = Array.from({ length: 8 }, (_, index) => (index / 8) * 2 * Math.PI);
/** One flash per field is enough; a wide cell has coarser fields. */
const FIELD_KM = 2;
const MAX_FIELDS_ACROSS = 24;
const CONCAVITY = 2;
/** The hull does not follow inlets narrower than this. */
const INLET_KM = 10;
const MAX_CORNERS = 60;
/** Removing a corner whose triangle is smaller is not visible. */
const UNSEEN_KM2 = 0.2;

/** At most 60 corners, the first not repeated, some 3 km around the points. Empty without points. */
export function outlineOf(points: readonly PlanePoint[]): PlanePoint[] {
  if (points.length === 0) return [];
  const fieldKm = Math.max(
    FIELD_KM,
    extent(points, 'xKm') / MAX_FIELDS_ACROSS,
    extent(points, 'yKm') / MAX_FIELDS_ACROSS,
  );
  // In a coarse field, dropped flashes may lie farther from the remaining one.
  const radiusKm = MARGIN_KM + (fieldKm - FIELD_KM) / 2;
  const around = thinned(points, fieldKm).flatMap(({ xKm, yKm }) =>
    CIRCLE.map((angle): [number, number] => [xKm + radiusKm * Math.cos(angle), yKm + radiusKm * Math.sin(angle)]),
  );
  const ring = concaveman(around, CONCAVITY, INLET_KM);
  return simplified(ring.slice(0, -1)).map(([xKm, yKm]) => ({ xKm, yKm }));
}

function thinned(points: readonly PlanePoint[], fieldKm: number): PlanePoint[] {
  const fields = new Map<string, PlanePoint>();
  for (const point of points) {
    fields.set(`${Math.floor(point.xKm / fieldKm)},${Math.floor(point.yKm / fieldKm)}`, point);
  }
  return [...fields.values()];
}

function extent(points: readonly PlanePoint[], axis: keyof PlanePoint): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { [axis]: value } of points) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}

/** Repeatedly removes the least significant corner, until few enough are left and all of them matter. */
function simplified(corners: [number, number][]): [number, number][] {
  const left = [...corners];
  while (left.length > 3) {
    let least = 0;
    let leastKm2 = Number.POSITIVE_INFINITY;
    for (let index = 0; index < left.length; index += 1) {
      const km2 = triangleKm2(left.at(index - 1), left[index], left[(index + 1) % left.length]);
      if (km2 >= leastKm2) continue;
      least = index;
      leastKm2 = km2;
    }
    if (left.length <= MAX_CORNERS && leastKm2 > UNSEEN_KM2) break;
    left.splice(least, 1);
  }
  return left;
}

function triangleKm2([ax, ay] = [0, 0], [bx, by] = [0, 0], [cx, cy] = [0, 0]): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
}
