import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { type Corner, cornersOf, distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import { RING_KM } from '#shared/watch/Area.ts';
import type { RingsKm } from '#web/ground/picture/shownRings.ts';

/** Changes one ring; the others are adjusted to keep the order, outermost first. */
export function orderedRings(rings: RingsKm, ring: 0 | 1 | 2, km: number): RingsKm {
  const moved = (index: number): number => {
    const own = rings[index] ?? km;
    if (index === ring) return km;
    return index < ring ? Math.max(own, km) : Math.min(own, km);
  };
  return [moved(0), moved(1), moved(2)];
}

/** North, west, north: the card may cover the east or the south, and neighbours are on different sides. */
const TOWARDS = [
  [0, 1],
  [-1, 0],
  [0, 1],
] as const;

/** Position of a ring's handle: at its distance beyond the outermost corner on its side, so that corner is nearest. */
export function handleAt(shape: Shape, ring: 0 | 1 | 2, km: number): Position {
  const [east, north] = TOWARDS[ring];
  const reach = ([x, y]: Corner) => x * east + y * north;
  const [longitude, latitude] = cornersOf(shape).reduce((far, corner) => (reach(corner) > reach(far) ? corner : far));
  const degrees = km / KM_PER_DEGREE;
  return {
    longitude: longitude + (east * degrees) / Math.cos((latitude * Math.PI) / 180),
    latitude: latitude + north * degrees,
  };
}

/** Radius of the ring through a position, in whole kilometres, within the allowed range. */
export function ringThrough(shape: Shape, at: Position): number {
  return Math.min(RING_KM.max, Math.max(RING_KM.min, Math.round(distanceFrom(shape)(at))));
}
