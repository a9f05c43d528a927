import type { Position } from '#shared/geo/geodesy.ts';
import type { Corner, Shape } from '#shared/geo/shape/Shape.ts';

export const pointAt = ({ longitude, latitude }: Position): Shape => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

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
