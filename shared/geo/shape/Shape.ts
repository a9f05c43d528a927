import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';

/** `[longitude, latitude]` in WGS 84 degrees. */
export type Corner = readonly [longitude: number, latitude: number];

/** GeoJSON geometry with one closed ring. */
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

/**
 * The shape on the grid of URLs and the API. Corners that coincide there are merged, so validate this shape and not the
 * original. A line or ring may be left with too few corners.
 */
export function roundShape<Any extends Shape>(shape: Any, stepsADegree: number): Any;
export function roundShape(shape: Shape, stepsADegree: number): Shape {
  const round = ([longitude, latitude]: Corner): Corner => [
    Math.round(longitude * stepsADegree) / stepsADegree,
    Math.round(latitude * stepsADegree) / stepsADegree,
  ];
  if (shape.type === 'Point') return { type: 'Point', coordinates: round(shape.coordinates) };
  if (shape.type === 'LineString') {
    return { type: 'LineString', coordinates: withoutRepeats(shape.coordinates.map(round)) };
  }
  return { type: 'Polygon', coordinates: [settledRing(shape.coordinates[0].map(round), stepsADegree)] };
}

/** Drops corners equal to the previous one. */
export function withoutRepeats<Any extends Corner>(corners: readonly Any[]): Any[] {
  return corners.filter((corner, index) => !isSame(corner, corners[index - 1]));
}

/**
 * A closed ring, already rounded, without repeated neighbours and without spikes. A spike goes a single step of the
 * grid and back; rounding turns any narrow bend into one. An open ring stays open.
 */
export function settledRing<Any extends Corner>(ring: readonly Any[], stepsADegree: number): Any[] {
  const corners = withoutRepeats(ring);
  const [first] = corners;
  if (!first || ring.length < 2 || !isSame(first, ring.at(-1))) return corners;
  const kept: Any[] = [];
  for (const corner of corners.length > 1 ? corners.slice(0, -1) : corners) {
    if (isSpike(kept.at(-2), kept.at(-1), corner, stepsADegree)) kept.pop();
    if (!isSame(corner, kept.at(-1))) kept.push(corner);
  }
  // The ring's first corner may be a spike's tip or its base.
  let [from, to] = [0, kept.length];
  while (to - from > 2) {
    if (isSame(kept[from] as Any, kept[to - 1])) to -= 1;
    else if (isSpike(kept[to - 2], kept[to - 1], kept[from] as Any, stepsADegree)) to -= 1;
    else if (isSpike(kept[to - 1], kept[from], kept[from + 1] as Any, stepsADegree)) from += 1;
    else break;
  }
  const settled = kept.slice(from, to);
  return [...settled, settled[0] as Any];
}

function isSame(one: Corner, other: Corner | undefined): boolean {
  return one[0] === other?.[0] && one[1] === other[1];
}

function isSpike(from: Corner | undefined, tip: Corner | undefined, to: Corner, stepsADegree: number): boolean {
  if (!tip || !isSame(to, from)) return false;
  return Math.max(Math.abs(tip[0] - to[0]), Math.abs(tip[1] - to[1])) * stepsADegree < 1.5;
}

/** Upper limit of the difference between plane and sphere at the longest distance in use. */
const MARGIN_KM = 0.2;

/** A box that contains every position within `radiusKm` of the shape. */
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
