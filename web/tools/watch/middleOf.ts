import type { Position } from '#shared/geo/geodesy.ts';
import { type Area, reachOf } from '#shared/watch/Area.ts';

/** The middle of the box that holds the area and its rings: bearings are from there. */
export function middleOf(area: Pick<Area, 'shape' | 'ringsKm'>): Position {
  const { west, south, east, north } = reachOf(area);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

/** The name of a place, or where it is. */
export function placeName({ name, ...place }: Pick<Area, 'shape' | 'ringsKm'> & { readonly name: string }): string {
  const { latitude, longitude } = middleOf(place);
  return name || `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}
