import type { BBox } from '#shared/geo/BBox.ts';
import { boxAround } from '#shared/geo/boxAround.ts';
import { cornersOf, type Shape } from './Shape.ts';

/** More than a plane and a sphere differ by at the longest distance that is asked for. */
const MARGIN_KM = 0.2;

/** A box that holds every position within `radiusKm` of the shape, and a little more. */
export function boxAroundShape(shape: Shape, radiusKm: number): BBox {
  const boxes = cornersOf(shape).map(([longitude, latitude]) =>
    boxAround({ longitude, latitude }, radiusKm + MARGIN_KM),
  );
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}
