import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import type { Corner, Shape } from '#shared/geo/Shape.ts';
import { pairs } from './pairs.ts';

/** A degree of latitude and of longitude, with its middle at 42.5° N, 23.5° E. */
export const SQUARE: Shape = {
  type: 'Polygon',
  coordinates: [pairs('23,42 24,42 24,43 23,43 23,42')],
};

/** A star of `corners` corners around the middle, each between the least and the greatest distance from it. */
export function starAround(
  middle: Position,
  corners: number,
  leastKm: number,
  mostKm: number,
  random: () => number,
): Shape & { readonly type: 'Polygon' } {
  const ring = Array.from({ length: corners }, (_, index): Corner => {
    const km = leastKm + random() * (mostKm - leastKm);
    return circleAround(middle, km, corners)[index] ?? [middle.longitude, middle.latitude];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Corner]] };
}

/** A position up to this distance to the east and north, or west and south, of another, in km. */
export function positionNear(middle: Position, withinKm: number, random: () => number): Position {
  const degrees = () => ((random() * 2 - 1) * withinKm) / 111.195;
  return {
    latitude: middle.latitude + degrees(),
    longitude: middle.longitude + degrees() / Math.cos((middle.latitude * Math.PI) / 180),
  };
}
