import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { NearestPlaces } from '#web/kit/places/NearestPlaces.ts';

/** A visitor who looks at a map of a place farther away does not mean their own position. */
const AROUND_KM = 30;

/**
 * The position to watch while the map has this middle. A known place is watched at its own position instead of the
 * map's middle, so that the name matches the place.
 */
export function targetPlace(
  centre: Position,
  visitorAt: Position | undefined,
  places: Pick<NearestPlaces, 'near'> | undefined,
): Position {
  const isAround = visitorAt !== undefined && distanceKm(visitorAt, centre) <= AROUND_KM;
  return isAround ? visitorAt : (places?.near(centre)?.place ?? centre);
}
