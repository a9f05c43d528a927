import type { BBox } from '../geo/BBox.ts';
import { boxAround } from '../geo/boxAround.ts';
import type { Area } from './Area.ts';
import { cornersOf } from './shapeFault.ts';

/** More than a plane and a sphere differ by at the longest distance that a ring may have. */
const MARGIN_KM = 0.2;

/** Asked at each step of each area, and the same for as long as there is the area. */
const reaches = new WeakMap<object, BBox>();

/** The box that holds every position within the outermost ring, and a little more. */
export function reachOf(area: Pick<Area, 'shape' | 'ringsKm'>): BBox {
  const known = reaches.get(area);
  if (known) return known;
  const reach = boxOf(area);
  reaches.set(area, reach);
  return reach;
}

function boxOf({ shape, ringsKm }: Pick<Area, 'shape' | 'ringsKm'>): BBox {
  const boxes = cornersOf(shape).map(([longitude, latitude]) =>
    boxAround({ longitude, latitude }, ringsKm[0] + MARGIN_KM),
  );
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}
