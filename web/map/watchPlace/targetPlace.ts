import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';

/** A visitor who looks at a map of somewhere further away does not mean where they are. */
const AROUND_KM = 30;

/**
 * The position that the bell means while the map has this middle. A known place is watched where it is, not where the
 * map's middle is: what is named is what is watched.
 */
export function targetPlace(
  centre: Position,
  visitorAt: Position | undefined,
  places: Pick<NearestPlaces, 'near'> | undefined,
): Position {
  const isAround = visitorAt !== undefined && distanceKm(visitorAt, centre) <= AROUND_KM;
  return isAround ? visitorAt : (places?.near(centre)?.place ?? centre);
}
