import type { Shape } from '#shared/geo/shape/Shape.ts';

type Corner = readonly [longitude: number, latitude: number];

/** The line or polygon through the corners; undefined while there are too few. */
export function cornersToShape(from: 'line' | 'polygon', corners: readonly Corner[]): Shape | undefined {
  const [first] = corners;
  if (from === 'line') return corners.length < 2 ? undefined : { type: 'LineString', coordinates: corners };
  return !first || corners.length < 3 ? undefined : { type: 'Polygon', coordinates: [[...corners, first]] };
}
