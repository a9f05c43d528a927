import { type BBox, boxAround } from './BBox.ts';
import { distanceKm, KM_PER_DEGREE, type Position } from './geodesy.ts';

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
  const retained: Any[] = [];
  for (const corner of corners.length > 1 ? corners.slice(0, -1) : corners) {
    if (isSpike(retained.at(-2), retained.at(-1), corner, stepsADegree)) retained.pop();
    if (!isSame(corner, retained.at(-1))) retained.push(corner);
  }
  // The ring's first corner may be a spike's tip or its base.
  let [from, to] = [0, retained.length];
  while (to - from > 2) {
    if (isSame(retained[from] as Any, retained[to - 1])) to -= 1;
    else if (isSpike(retained[to - 2], retained[to - 1], retained[from] as Any, stepsADegree)) to -= 1;
    else if (isSpike(retained[to - 1], retained[from], retained[from + 1] as Any, stepsADegree)) from += 1;
    else break;
  }
  const settled = retained.slice(from, to);
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

const RADIANS = Math.PI / 180;
/** Edges that share a bounding box, so that they can be skipped together. */
const EDGES_A_CHUNK = 12;

/** Consecutive edges, from corner `first` to corner `last`, and their box in degrees. */
interface Chunk {
  readonly first: number;
  readonly last: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * Distance from the shape in km, 0 inside a polygon. Edges are straight on a plane through the midpoint between them
 * and the position: 3 m off at 10 km. Shapes that cross the antimeridian are not supported. Edges that cannot be the
 * nearest are skipped.
 */
export function distanceFrom(shape: Shape): (at: Position) => number {
  if (shape.type === 'Point') {
    const [longitude, latitude] = shape.coordinates;
    return (at) => distanceKm({ latitude, longitude }, at);
  }
  const corners = cornersOf(shape);
  const xs = Float64Array.from(corners, ([longitude]) => longitude);
  const ys = Float64Array.from(corners, ([, latitude]) => latitude);
  const chunks = chunksOf(xs, ys);
  const isClosed = shape.type === 'Polygon';
  return (at) => {
    if (isClosed && encloses(xs, ys, chunks, at)) return 0;
    return nearestEdgeKm(xs, ys, chunks, at);
  };
}

function chunksOf(xs: Float64Array, ys: Float64Array): Chunk[] {
  const chunks: Chunk[] = [];
  for (let first = 0; first < xs.length - 1; first += EDGES_A_CHUNK) {
    const last = Math.min(first + EDGES_A_CHUNK, xs.length - 1);
    const [x, y] = [xs.subarray(first, last + 1), ys.subarray(first, last + 1)];
    chunks.push({
      first,
      last,
      west: Math.min(...x),
      east: Math.max(...x),
      south: Math.min(...y),
      north: Math.max(...y),
    });
  }
  return chunks;
}

/** Starts with the chunk with the nearest box: its result allows skipping most others. */
function nearestEdgeKm(xs: Float64Array, ys: Float64Array, chunks: readonly Chunk[], at: Position): number {
  const plane = planeAt(at);
  let nearest = chunks[0];
  let nearestBox = Number.POSITIVE_INFINITY;
  for (const chunk of chunks) {
    const box = squaredKmToBox(chunk, plane);
    if (box < nearestBox) {
      nearestBox = box;
      nearest = chunk;
    }
  }
  if (!nearest) return Number.POSITIVE_INFINITY;
  let least = squaredKmToEdges(xs, ys, nearest, plane);
  for (const chunk of chunks) {
    if (chunk === nearest || squaredKmToBox(chunk, plane) >= least) continue;
    least = Math.min(least, squaredKmToEdges(xs, ys, chunk, plane));
  }
  return Math.sqrt(least);
}

/** A plane around a position, on which a degree to the east shortens with the latitude. */
interface Plane extends Position {
  readonly kmEast: number;
  /** Change of a degree to the east per degree of latitude to an edge: half, for the midpoint. */
  readonly slope: number;
}

function planeAt({ latitude, longitude }: Position): Plane {
  const kmEast = KM_PER_DEGREE * Math.cos(latitude * RADIANS);
  return { latitude, longitude, kmEast, slope: (-KM_PER_DEGREE * Math.sin(latitude * RADIANS) * RADIANS) / 2 };
}

/** Square of a lower bound of the distance to anything in the box. */
function squaredKmToBox({ west, south, east, north }: Chunk, { latitude, longitude, kmEast, slope }: Plane): number {
  const narrowest = kmEast + slope * Math.max(north - latitude, 0);
  const x = Math.max(west - longitude, longitude - east, 0) * narrowest;
  const y = Math.max(south - latitude, latitude - north, 0) * KM_PER_DEGREE;
  return x * x + y * y;
}

function squaredKmToEdges(
  xs: Float64Array,
  ys: Float64Array,
  { first, last }: Chunk,
  { latitude, longitude, kmEast, slope }: Plane,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = first + 1; index <= last; index += 1) {
    const fromY = (ys[index - 1] as number) - latitude;
    const toY = (ys[index] as number) - latitude;
    const wide = kmEast + slope * ((fromY + toY) / 2);
    const ax = ((xs[index - 1] as number) - longitude) * wide;
    const ay = fromY * KM_PER_DEGREE;
    const dx = ((xs[index] as number) - longitude) * wide - ax;
    const dy = toY * KM_PER_DEGREE - ay;
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
    const x = ax + along * dx;
    const y = ay + along * dy;
    least = Math.min(least, x * x + y * y);
  }
  return least;
}

function encloses(xs: Float64Array, ys: Float64Array, chunks: readonly Chunk[], at: Position): boolean {
  const { latitude, longitude } = at;
  let inside = false;
  for (const { first, last, south, north, east } of chunks) {
    if (latitude < south || latitude > north || longitude > east) continue;
    for (let index = first + 1; index <= last; index += 1) {
      const fromY = ys[index - 1] as number;
      const toY = ys[index] as number;
      if (fromY > latitude === toY > latitude) continue;
      const fromX = xs[index - 1] as number;
      const crossing = fromX + ((latitude - fromY) / (toY - fromY)) * ((xs[index] as number) - fromX);
      if (longitude < crossing) inside = !inside;
    }
  }
  return inside;
}

/** Upper limit of the difference between plane and sphere over a ring's reach. */
const PLANE_KM = 0.2;

/** Conservative test by the box of the shape's corners, without a sine. False means that the distance is unknown. */
export function farFrom(shape: Shape): (at: Position, km: number) => boolean {
  const corners = cornersOf(shape);
  const [west, east] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [south, north] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  // Farther poleward than this, latitude alone decides; nearer, a degree is never narrower than here.
  const margin = 1;
  const poleward = Math.min(90, Math.max(Math.abs(south), Math.abs(north)) + margin);
  const kmEast = KM_PER_DEGREE * Math.cos(poleward * RADIANS);
  return ({ latitude, longitude }, km) => {
    const degrees = Math.max(south - latitude, latitude - north, 0);
    const y = degrees * KM_PER_DEGREE;
    if (y > km + PLANE_KM) return true;
    if (degrees > margin) return false;
    const x = Math.max(west - longitude, longitude - east, 0) * kmEast;
    return x * x + y * y > (km + PLANE_KM) ** 2;
  };
}
