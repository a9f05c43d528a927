import { type BBox, bboxWithin } from '../geo/BBox.ts';
import { distanceKm } from '../geo/geodesy.ts';
import type { Shape } from './Area.ts';

type Corner = readonly [longitude: number, latitude: number];

export const MAX_CORNERS = 200;
const MAX_ACROSS_KM = 300;
/** A wider ring could not be told from a circle any more. */
const MAX_LATITUDE = 80;

/**
 * What is wrong with a shape: `poles`, `corners` (more than 200 or too few), `open` (a ring that does not end where it
 * began), `crossing` (it crosses itself), `across` (over 300 km), or `outside-coverage` (`reach`, which holds its rings,
 * leaves `home`); null if it can be watched.
 */
export type ShapeFault = 'poles' | 'corners' | 'open' | 'crossing' | 'across' | 'outside-coverage';

export function shapeFault(shape: Shape, reach: BBox, home: BBox): ShapeFault | null {
  const corners = cornersOf(shape);
  const least = { Point: 1, LineString: 2, Polygon: 4 }[shape.type];
  if (corners.length < least || corners.length - (shape.type === 'Polygon' ? 1 : 0) > MAX_CORNERS) return 'corners';
  if (corners.some(([, latitude]) => Math.abs(latitude) > MAX_LATITUDE)) return 'poles';
  const [first, last] = [corners[0], corners.at(-1)];
  if (shape.type === 'Polygon' && (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])) return 'open';
  if (acrossKm(corners) > MAX_ACROSS_KM) return 'across';
  if (shape.type === 'Polygon' && crossesItself(corners)) return 'crossing';
  return bboxWithin(reach, home) ? null : 'outside-coverage';
}

export function cornersOf(shape: Shape): readonly Corner[] {
  if (shape.type === 'Point') return [shape.coordinates];
  return shape.type === 'LineString' ? shape.coordinates : shape.coordinates[0];
}

function acrossKm(corners: readonly Corner[]): number {
  const longitudes = corners.map(([longitude]) => longitude);
  const latitudes = corners.map(([, latitude]) => latitude);
  return distanceKm(
    { longitude: Math.min(...longitudes), latitude: Math.min(...latitudes) },
    { longitude: Math.max(...longitudes), latitude: Math.max(...latitudes) },
  );
}

/** Whether two edges of a closed ring meet anywhere but at the corner that neighbours share. */
function crossesItself(ring: readonly Corner[]): boolean {
  const edges = ring.slice(1).map((to, index) => [ring[index] as Corner, to] as const);
  return edges.some(([a, b], one) =>
    edges.some(([c, d], other) => {
      if (other <= one) return false;
      const neighbours = other === one + 1 || (one === 0 && other === edges.length - 1);
      return neighbours ? foldsBack(a, b, c, d) : meet(a, b, c, d);
    }),
  );
}

function turn([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function between([ax, ay]: Corner, [bx, by]: Corner, [px, py]: Corner): boolean {
  return px >= Math.min(ax, bx) && px <= Math.max(ax, bx) && py >= Math.min(ay, by) && py <= Math.max(ay, by);
}

function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [t1, t2, t3, t4] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (t1 !== t2 && t3 !== t4) return true;
  return (
    (t1 === 0 && between(a, b, c)) ||
    (t2 === 0 && between(a, b, d)) ||
    (t3 === 0 && between(c, d, a)) ||
    (t4 === 0 && between(c, d, b))
  );
}

/** Whether two neighbouring edges lie on each other. */
function foldsBack(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [shared, left, right] = b[0] === c[0] && b[1] === c[1] ? [b, a, d] : [a, b, c];
  if (turn(left, shared, right) !== 0) return false;
  return (left[0] - shared[0]) * (right[0] - shared[0]) + (left[1] - shared[1]) * (right[1] - shared[1]) > 0;
}
