import type { PlanePoint } from './plane.ts';

const MARGIN_KM = 3;
const CORNERS = 12;

/** The hull of a cell's flashes and 3 km around them, counter-clockwise and not closed; empty where there are none. */
export function outlineOf(points: readonly PlanePoint[]): PlanePoint[] {
  const around = points.flatMap(({ xKm, yKm }) =>
    Array.from({ length: CORNERS }, (_, corner) => {
      const angle = (corner / CORNERS) * 2 * Math.PI;
      return { xKm: xKm + MARGIN_KM * Math.cos(angle), yKm: yKm + MARGIN_KM * Math.sin(angle) };
    }),
  );
  around.sort((a, b) => a.xKm - b.xKm || a.yKm - b.yKm);
  return [...halfHull(around), ...halfHull(around.toReversed())];
}

/** The lower half of the hull of points by rising x, without its last corner. */
function halfHull(points: readonly PlanePoint[]): PlanePoint[] {
  const corners: PlanePoint[] = [];
  for (const point of points) {
    for (let [a, b] = corners.slice(-2); a && b && turn(a, b, point) <= 0; [a, b] = corners.slice(-2)) corners.pop();
    corners.push(point);
  }
  return corners.slice(0, -1);
}

function turn(a: PlanePoint, b: PlanePoint, c: PlanePoint): number {
  return (b.xKm - a.xKm) * (c.yKm - a.yKm) - (b.yKm - a.yKm) * (c.xKm - a.xKm);
}
