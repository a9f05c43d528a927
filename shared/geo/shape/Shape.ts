import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';

/** `[longitude, latitude]` in WGS 84 degrees. */
export type Corner = readonly [longitude: number, latitude: number];

/** GeoJSON geometry of one closed ring. */
export interface Polygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly [readonly Corner[]];
}

/** GeoJSON geometry. */
export type Shape =
  | { readonly type: 'Point'; readonly coordinates: Corner }
  | { readonly type: 'LineString'; readonly coordinates: readonly Corner[] }
  | Polygon;

export const pointAt = ({ latitude, longitude }: Position): Shape => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

/** The box as a closed ring, counter-clockwise. */
export function ringOfBox({ west, south, east, north }: BBox): readonly Corner[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** In order; a polygon's first corner is repeated at the end. */
export function cornersOf(shape: Shape): readonly Corner[] {
  if (shape.type === 'Point') return [shape.coordinates];
  return shape.type === 'LineString' ? shape.coordinates : shape.coordinates[0];
}

/** More than plane and sphere differ by at the longest distance in use. */
const MARGIN_KM = 0.2;

/** A box that holds every position within `radiusKm` of the shape. */
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
