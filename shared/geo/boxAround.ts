import { type BBox, clampBox } from './BBox.ts';
import { KM_PER_DEGREE, type Position } from './geodesy.ts';

/** A box that contains everything within `radiusKm` of the position. */
export function boxAround({ latitude, longitude }: Position, radiusKm: number): BBox {
  const tall = radiusKm / KM_PER_DEGREE;
  const wide = tall / Math.max(0.05, Math.cos(((Math.abs(latitude) + tall) * Math.PI) / 180));
  return clampBox({
    west: longitude - wide,
    east: longitude + wide,
    south: latitude - tall,
    north: latitude + tall,
  });
}
