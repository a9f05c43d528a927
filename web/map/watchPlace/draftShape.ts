import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import { type Corner, cornersOf, pointAt, type Shape } from '#shared/geo/shape/Shape.ts';
import { RING_KM } from '#shared/watch/Area.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import type { WatchDraft } from './watchDraft.ts';

/** A visitor who looks at a map of somewhere further away does not mean where they are. */
const AROUND_KM = 30;

/**
 * The shape that a draft means while the map has this middle. A known place is watched where it is, not where the map's
 * middle is: what is named is what is watched.
 */
export function draftedShape(
  { from, shape }: Pick<WatchDraft, 'from' | 'shape'>,
  centre: Position,
  visitorAt: Position | undefined,
  places: Pick<NearestPlaces, 'near'> | undefined,
): Shape | undefined {
  if (from === 'centre') return pointAt(centre);
  if (from !== 'place') return shape;
  const isAround = visitorAt !== undefined && distanceKm(visitorAt, centre) <= AROUND_KM;
  return pointAt(isAround ? visitorAt : (places?.near(centre)?.place ?? centre));
}

/** The line or polygon through the corners; undefined while there are too few. */
export function cornersToShape(from: 'line' | 'polygon', corners: readonly Corner[]): Shape | undefined {
  const [first] = corners;
  if (from === 'line') return corners.length < 2 ? undefined : { type: 'LineString', coordinates: corners };
  return !first || corners.length < 3 ? undefined : { type: 'Polygon', coordinates: [[...corners, first]] };
}

type Rings = readonly [watch: number, warning: number, stop: number];

/** Changes one ring; the others give way, so that they go on shrinking inwards. */
export function orderedRings(rings: Rings, ring: 0 | 1 | 2, km: number): Rings {
  const moved = (index: number): number => {
    const own = rings[index] ?? km;
    if (index === ring) return km;
    return index < ring ? Math.max(own, km) : Math.min(own, km);
  };
  return [moved(0), moved(1), moved(2)];
}

/** North, west, north: the box covers what lies in the east or the south, and neighbours are not on one side. */
const TOWARDS = [
  [0, 1],
  [-1, 0],
  [0, 1],
] as const;

/** Where a ring's handle lies: so far beyond the outermost corner towards its side that no other corner is nearer. */
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

/** The whole kilometres of the ring through a position, as far as a ring may be. */
export function ringThrough(shape: Shape, at: Position): number {
  return Math.min(RING_KM.max, Math.max(RING_KM.min, Math.round(distanceFrom(shape)(at))));
}
