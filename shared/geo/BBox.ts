import { distanceKm, KM_PER_DEGREE, type Position } from './geodesy.ts';

/** A box in WGS 84 degrees with `west < east` and `south < north`; it never crosses the antimeridian. */
export interface BBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** `west,south,east,north`, the order in every query, ours and the provider's. */
export function formatBBox(bbox: BBox): string {
  return `${bbox.west},${bbox.south},${bbox.east},${bbox.north}`;
}

type BBoxError = 'format' | 'range' | 'reversed';

/** Resolution of boxes, some 10 cm: a finer one would only create more cache keys for the same responses. */
const STEPS_A_DEGREE = 1e6;

/** Number formats of `map.getBounds()`, `toBBoxString()` and JSON. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Undefined if `text` is no finite decimal number. */
export function parseDecimal(text: string): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The nearest value on the grid of 1e-6 at or below (`side` -1), or at or above (1). */
function outwards(value: number, side: -1 | 1): number {
  // + 0 turns -0 into 0, because -0 would be another cache key.
  const step = Math.round(value * STEPS_A_DEGREE) + 0;
  const nearest = step / STEPS_A_DEGREE;
  return (nearest - value) * side >= 0 ? nearest : (step + side) / STEPS_A_DEGREE;
}

/** The box in `text` (`west,south,east,north`), rounded outwards to 1e-6 degrees, or the rule that `text` violates. */
export function parseBBox(
  text: string,
): { readonly ok: true; readonly bbox: BBox } | { readonly ok: false; readonly error: BBoxError } {
  const [west, south, east, north, ...more] = text.split(',', 5).map(parseDecimal);
  if (west === undefined || south === undefined || east === undefined || north === undefined || more.length > 0) {
    return { ok: false, error: 'format' };
  }
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90) {
    return { ok: false, error: 'range' };
  }
  if (west >= east || south >= north) return { ok: false, error: 'reversed' };
  const bbox = {
    west: outwards(west, -1),
    south: outwards(south, -1),
    east: outwards(east, 1),
    north: outwards(north, 1),
  };
  return { ok: true, bbox };
}

export function bboxCentre({ west, south, east, north }: BBox): Position {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

/** Length of the diagonal. */
export function bboxDiagonalKm({ west, south, east, north }: BBox): number {
  return distanceKm({ latitude: south, longitude: west }, { latitude: north, longitude: east });
}

/** Edges included. */
export function bboxContains(bbox: BBox, longitude: number, latitude: number): boolean {
  return longitude >= bbox.west && longitude <= bbox.east && latitude >= bbox.south && latitude <= bbox.north;
}

/** False for boxes that only touch. */
export function bboxOverlaps(a: BBox, b: BBox): boolean {
  return a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north;
}

/** Edges included. */
export function bboxWithin(inner: BBox, outer: BBox): boolean {
  return bboxContains(outer, inner.west, inner.south) && bboxContains(outer, inner.east, inner.north);
}

export function bboxIntersection(a: BBox, b: BBox): BBox | undefined {
  if (!bboxOverlaps(a, b)) return undefined;
  return {
    west: Math.max(a.west, b.west),
    south: Math.max(a.south, b.south),
    east: Math.min(a.east, b.east),
    north: Math.min(a.north, b.north),
  };
}

export function bboxUnion(a: BBox, b: BBox): BBox {
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}

/** A box whose sides lie this many degrees further out; further in, if negative. It may exceed ±180° or ±90°. */
export function grownBox({ west, south, east, north }: BBox, degrees: number): BBox {
  return { west: west - degrees, south: south - degrees, east: east + degrees, north: north + degrees };
}

/** Clamps a map view to longitudes of ±180° and latitudes of ±90°. A box wholly outside ±180° gets all longitudes. */
export function clampBox({ west, south, east, north }: BBox): BBox {
  const clamped = {
    west: Math.max(-180, west),
    east: Math.min(180, east),
    south: Math.max(-90, south),
    north: Math.min(90, north),
  };
  return clamped.west < clamped.east ? clamped : { ...clamped, west: -180, east: 180 };
}

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

/**
 * The Balkans: home in wrangler.toml, the part of a region that the map shows, and the extent of its table of regions.
 * To move home, change this and the three lines there, and generate the tables again (CONTRIBUTING.md).
 */
export const HOME_BOX: BBox = { west: 13, south: 34, east: 31, north: 48 };

/** The map's initial place. Of places with the same name, those near it and in its country come first. */
export const HOME_TOWN: Position = { latitude: 42.6977, longitude: 23.3219 };
export const HOME_COUNTRY = 'BG';

/** Configured by a deployment. `home` lies within `coverage`. */
export interface Areas {
  readonly home: BBox;
  /** The largest area that may be polled while someone views it. */
  readonly coverage: BBox;
}
