import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Corner, Shape } from '#shared/geo/shape/Shape.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';
import type { WatchDraft } from './watchDraft.ts';

export const pointAt = ({ longitude, latitude }: Position): Shape => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

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
