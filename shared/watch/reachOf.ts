import type { BBox } from '#shared/geo/BBox.ts';
import { boxAroundShape } from '#shared/geo/shape/Shape.ts';
import type { Area } from './Area.ts';

/** Asked at each step of each area, and the same for as long as there is the area. */
const reaches = new WeakMap<object, BBox>();

/** The box that holds every position within the outermost ring, and a little more. */
export function reachOf(area: Pick<Area, 'shape' | 'ringsKm'>): BBox {
  const known = reaches.get(area);
  if (known) return known;
  const reach = boxAroundShape(area.shape, area.ringsKm[0]);
  reaches.set(area, reach);
  return reach;
}
