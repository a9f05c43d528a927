import { type BBox, bboxWithin } from './BBox.ts';
import { distanceKm } from './geodesy.ts';
import { type Corner, cornersOf, roundShape, type Shape } from './Shape.ts';

/** Resolution of some 10 m. */
const STEPS_A_DEGREE = 10_000;

/** The shape as a URL encodes it; validate this one. */
export const shapeInAddress = (shape: Shape): Shape => roundShape(shape, STEPS_A_DEGREE);

/** Five bits per character and a continuation bit: as in Google's polylines, but without escaping. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MORE = 32;
const KINDS = { l: 'LineString', p: 'Polygon' } as const;
/** A coordinate in steps never needs more characters. */
const MOST_CHARACTERS = 6;

type RenderedShape = Exclude<Shape, { type: 'Point' }>;

/** Encodes a line or polygon for a URL, to some 10 m: `l` or `p`, then each corner as steps from the one before. */
export function encodeShape(shape: RenderedShape): string {
  const rounded = cornersOf(roundShape(shape, STEPS_A_DEGREE));
  const corners = shape.type === 'Polygon' ? rounded.slice(0, -1) : rounded;
  let [x, y] = [0, 0];
  let code = shape.type === 'Polygon' ? 'p' : 'l';
  for (const [longitude, latitude] of corners) {
    const [nextX, nextY] = [Math.round(longitude * STEPS_A_DEGREE), Math.round(latitude * STEPS_A_DEGREE)];
    code += encodeNumber(nextX - x) + encodeNumber(nextY - y);
    [x, y] = [nextX, nextY];
  }
  return code;
}

/** Undefined for text that `encodeShape` does not produce; corners that coincide are merged. */
export function decodeShape(code: string): RenderedShape | undefined {
  const kind = KINDS[code.charAt(0) as keyof typeof KINDS];
  const steps = decodeNumbers(code.slice(1));
  if (!kind || !steps || steps.length === 0 || steps.length % 2 === 1) return undefined;
  const corners: (readonly [number, number])[] = [];
  let [x, y] = [0, 0];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    if (Math.abs(x) > 180 * STEPS_A_DEGREE || Math.abs(y) > 90 * STEPS_A_DEGREE) return undefined;
    corners.push([x / STEPS_A_DEGREE, y / STEPS_A_DEGREE]);
  }
  const [first] = corners;
  const shape: RenderedShape =
    kind === 'LineString' || !first
      ? { type: 'LineString', coordinates: corners }
      : { type: 'Polygon', coordinates: [[...corners, first]] };
  return roundShape(shape, STEPS_A_DEGREE);
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let code = '';
  while (rest >= MORE) {
    code += ALPHABET.charAt((rest % MORE) + MORE);
    rest = Math.floor(rest / MORE);
  }
  return code + ALPHABET.charAt(rest);
}

function decodeNumbers(code: string): number[] | undefined {
  const numbers: number[] = [];
  let [value, length] = [0, 0];
  for (const character of code) {
    const bits = ALPHABET.indexOf(character);
    if (bits < 0 || length === MOST_CHARACTERS) return undefined;
    value += (bits % MORE) * MORE ** length;
    length += 1;
    if (bits >= MORE) continue;
    numbers.push(value % 2 === 0 ? value / 2 : -(value + 1) / 2);
    [value, length] = [0, 0];
  }
  return length === 0 ? numbers : undefined;
}

/** A wider ring could not be distinguished from a circle any more. */
const MAX_LATITUDE = 80;

interface ShapeLimits {
  readonly corners: number;
  readonly acrossKm: number;
}

/**
 * `corners`: too many or too few. `open`: a ring is not closed. `crossing`: it intersects itself. `across`: too wide.
 * `outside-coverage`: `reach`, the box around the shape and its requested surroundings, leaves `home`.
 */
export type ShapeError = 'poles' | 'corners' | 'open' | 'crossing' | 'across' | 'outside-coverage';

/** Validates a shape; pass it rounded by `roundShape`. */
export function shapeError(shape: Shape, reach: BBox, home: BBox, limits: ShapeLimits): ShapeError | null {
  const corners = cornersOf(shape);
  const least = { Point: 1, LineString: 2, Polygon: 4 }[shape.type];
  if (corners.length < least || corners.length - (shape.type === 'Polygon' ? 1 : 0) > limits.corners) return 'corners';
  if (corners.some(([, latitude]) => Math.abs(latitude) > MAX_LATITUDE)) return 'poles';
  const [first, last] = [corners[0], corners.at(-1)];
  if (shape.type === 'Polygon' && (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])) return 'open';
  if (acrossKm(corners) > limits.acrossKm) return 'across';
  if (shape.type === 'Polygon' && crossesItself(corners)) return 'crossing';
  return bboxWithin(reach, home) ? null : 'outside-coverage';
}

function acrossKm(corners: readonly Corner[]): number {
  const longitudes = corners.map(([longitude]) => longitude);
  const latitudes = corners.map(([, latitude]) => latitude);
  return distanceKm(
    { longitude: Math.min(...longitudes), latitude: Math.min(...latitudes) },
    { longitude: Math.max(...longitudes), latitude: Math.max(...latitudes) },
  );
}

/** True if edges of a closed ring meet except at shared corners. A sweep from west to east compares only neighbours. */
export function crossesItself(ring: readonly Corner[]): boolean {
  const edges = ring.slice(1).map((to, index) => ({ index, from: ring[index] as Corner, to }));
  const swept = edges.toSorted((a, b) => Math.min(a.from[0], a.to[0]) - Math.min(b.from[0], b.to[0]));
  return swept.some((one, at) => {
    const east = Math.max(one.from[0], one.to[0]);
    for (let next = at + 1; next < swept.length; next += 1) {
      const other = swept[next] as typeof one;
      if (Math.min(other.from[0], other.to[0]) > east) return false;
      const [first, second] = one.index < other.index ? [one, other] : [other, one];
      const apart = second.index - first.index;
      const touch = apart === 1 || apart === edges.length - 1 ? foldsBack : meet;
      if (touch(first.from, first.to, second.from, second.to)) return true;
    }
    return false;
  });
}

// Indexing instead of destructuring: a ring of 500 corners calls this tens of thousands of times.
function orientation(a: Corner, b: Corner, c: Corner): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function between(a: Corner, b: Corner, p: Corner): boolean {
  return (
    p[0] >= Math.min(a[0], b[0]) &&
    p[0] <= Math.max(a[0], b[0]) &&
    p[1] >= Math.min(a[1], b[1]) &&
    p[1] <= Math.max(a[1], b[1])
  );
}

function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const t1 = orientation(a, b, c);
  const t2 = orientation(a, b, d);
  const t3 = orientation(c, d, a);
  const t4 = orientation(c, d, b);
  if (t1 !== t2 && t3 !== t4) return true;
  return (
    (t1 === 0 && between(a, b, c)) ||
    (t2 === 0 && between(a, b, d)) ||
    (t3 === 0 && between(c, d, a)) ||
    (t4 === 0 && between(c, d, b))
  );
}

function foldsBack(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [shared, left, right] = b[0] === c[0] && b[1] === c[1] ? [b, a, d] : [a, b, c];
  if (orientation(left, shared, right) !== 0) return false;
  return (left[0] - shared[0]) * (right[0] - shared[0]) + (left[1] - shared[1]) * (right[1] - shared[1]) > 0;
}
