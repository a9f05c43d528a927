import TinyQueue from 'tinyqueue';
import { type Corner, cornersOf, roundShape, type Shape } from '#shared/geo/Shape.ts';
import { crossesItself } from '#shared/geo/shapeCode.ts';
import { areaKm2, type FoundShape, kmBetween } from './FoundShape.ts';

/** Resolution of addresses. */
const STEPS_A_DEGREE = 10_000;
/** One such step, and a receiver's typical error: corners closer together do not form a bend. */
const PRECISION_KM = 0.015;
/** Largest share of the area that simplification may change. */
const MOST_AREA_CHANGE = 0.01;
/** Largest distance of a removed corner from the result, as a share of the total width. */
const MOST_OFF = 0.02;
/** Longer tracks are first sampled in longer steps. */
const MOST_STEPS = 20_000;
/** At most this many corners are checked for self-intersection. */
const MOST_EVALUATED = 3_000;
/** Factor from one attempt to the next. */
const FEWER = 0.85;

export interface Fitted {
  readonly shape: Shape;
  /** Set if corners were removed: how many, and how far at most they lie from the shape. */
  readonly thinned?: { readonly from: number; readonly to: number; readonly offKm: number };
  /** It crosses itself by more than the precision. */
  readonly isCrossing?: true;
}

/**
 * Simplifies a line or ring to at most `limit` corners without new self-intersections: fewer corners if there are more,
 * or if bends are finer than an address can encode. The area changes by at most 1 %, or no corner is off by more than a
 * receiver's error. A shape that cannot meet this is returned unchanged, so that its own rule refuses it. Corners are
 * in degrees.
 */
export function fitOutline(found: FoundShape, limit: number): Fitted {
  const isRing = found.type === 'Polygon';
  const [first] = found.corners;
  if (!first || found.type === 'Point') return { shape: { type: 'Point', coordinates: first ?? [0, 0] } };
  const corners = isRing ? withoutClosing(found.corners) : found.corners;
  const whole = shapeOf(corners, isRing);
  if (corners.length <= limit && isSound(whole)) return { shape: whole };
  const plane = planeOf(corners);
  const walked = inSteps(plane, isRing);
  const order = byImportance({ x: at(plane.x, walked), y: at(plane.y, walked) }, isRing);
  const least = isRing ? 3 : 2;
  const store = (count: number) => {
    const retained = walked.filter((_, index) => (order[index] as number) < count);
    const shape = shapeOf(
      Array.from(retained, (index) => corners[index] as Corner),
      isRing,
    );
    return { retained, shape };
  };
  const offKm = (retained: Int32Array) => farthestKm(plane, retained, isRing);
  const acrossKm = widthKm(plane);
  // Simplification must not hide the crossing.
  if (isRing && crossesApart(store, offKm, walked.length, least)) return { shape: whole, isCrossing: true };
  const areaOf = (shape: Shape) => (isRing ? areaKm2(cornersOf(shape)) : 0);
  const area = areaOf(whole);
  for (let count = Math.min(limit, walked.length); count >= least; count = Math.floor(count * FEWER)) {
    const { retained, shape } = store(count);
    if (!isSound(shape)) continue;
    const off = offKm(retained);
    const retainsArea = Math.abs(areaOf(shape) - area) <= MOST_AREA_CHANGE * area && off <= MOST_OFF * acrossKm;
    if (off > PRECISION_KM && !retainsArea) continue;
    const rounded = roundShape(shape, STEPS_A_DEGREE);
    const to = cornersOf(rounded).length - (isRing ? 1 : 0);
    return { shape: rounded, thinned: { from: corners.length, to, offKm: off } };
  }
  return { shape: whole };
}

function withoutClosing(ring: readonly Corner[]): readonly Corner[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? ring.slice(0, -1) : ring;
}

function shapeOf(corners: readonly Corner[], isRing: boolean): Shape {
  return isRing
    ? { type: 'Polygon', coordinates: [[...corners, corners[0] as Corner]] }
    : { type: 'LineString', coordinates: corners };
}

/** True if the shape is still valid after rounding for an address. */
function isSound(shape: Shape): boolean {
  const corners = cornersOf(roundShape(shape, STEPS_A_DEGREE));
  return shape.type === 'Polygon' ? corners.length > 3 && !crossesItself(corners) : corners.length > 1;
}

/** True if the ring crosses itself by more than the precision. */
function crossesApart(
  store: (count: number) => { readonly retained: Int32Array; readonly shape: Shape },
  offKm: (retained: Int32Array) => number,
  most: number,
  least: number,
): boolean {
  // Binary search for the fewest corners that stay within the precision.
  let [fewer, enough] = [least - 1, most];
  while (enough - fewer > 1) {
    const middle = Math.floor((fewer + enough) / 2);
    if (offKm(store(middle).retained) <= PRECISION_KM) enough = middle;
    else fewer = middle;
  }
  return crossesItself(cornersOf(store(Math.min(enough, MOST_EVALUATED)).shape));
}

/** Kilometres east and north of the first corner. */
interface Plane {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The flat approximation is good enough, because only nearby points are compared. */
function planeOf(corners: readonly Corner[]): Plane {
  const [firstX, firstY] = corners[0] as Corner;
  const kmEast = kmBetween([firstX, firstY], [firstX + 1, firstY]);
  const kmNorth = kmBetween([0, 0], [0, 1]);
  return {
    x: Float64Array.from(corners, ([x]) => (x - firstX) * kmEast),
    y: Float64Array.from(corners, ([, y]) => (y - firstY) * kmNorth),
  };
}

const at = (values: Float64Array, indexes: Int32Array) =>
  Float64Array.from(indexes, (index) => values[index] as number);

/** Indices of the corners to consider: all, or for a very long track those at least a step apart. */
function inSteps({ x, y }: Plane, isRing: boolean): Int32Array {
  const { length } = x;
  if (length <= MOST_STEPS) return Int32Array.from(x, (_, index) => index);
  const apart = (one: number, other: number) =>
    Math.hypot((x[other] as number) - (x[one] as number), (y[other] as number) - (y[one] as number));
  let km = 0;
  for (let index = 1; index < length; index += 1) km += apart(index - 1, index);
  const step = km / (MOST_STEPS - 2);
  const indexes = [0];
  let last = 0;
  for (let index = 1; index < length; index += 1) {
    if (apart(last, index) <= step) continue;
    indexes.push(index);
    last = index;
  }
  if (!isRing && last !== length - 1) indexes.push(length - 1);
  return Int32Array.from(indexes);
}

interface Bend {
  readonly index: number;
  readonly area: number;
}

/**
 * Rank of each point, 0 for the most important (Visvalingam and Whyatt): the point with the smallest triangle is
 * removed first. The ends of a line stay.
 */
function byImportance({ x, y }: Plane, isRing: boolean): Int32Array {
  const { length } = x;
  const order = new Int32Array(length);
  const before = Int32Array.from(order, (_, index) => (index + length - 1) % length);
  const after = Int32Array.from(order, (_, index) => (index + 1) % length);
  const areas = new Float64Array(length);
  const areaAt = (index: number) => {
    if (!isRing && (index === 0 || index === length - 1)) return Number.POSITIVE_INFINITY;
    const [from, to] = [before[index] as number, after[index] as number];
    const [fromX, fromY] = [x[from] as number, y[from] as number];
    const [atX, atY] = [(x[index] as number) - fromX, (y[index] as number) - fromY];
    return Math.abs(atX * ((y[to] as number) - fromY) - ((x[to] as number) - fromX) * atY) / 2;
  };
  for (let index = 0; index < length; index += 1) areas[index] = areaAt(index);
  const bends = new TinyQueue<Bend>(
    Array.from(areas, (area, index) => ({ index, area })),
    (one, other) => one.area - other.area,
  );
  let rank = length - 1;
  for (let bend = bends.pop(); bend; bend = bends.pop()) {
    const { index, area } = bend;
    // Stale entry: the changed point was queued again.
    if (area !== areas[index]) continue;
    order[index] = rank;
    rank -= 1;
    areas[index] = Number.NaN;
    const [left, right] = [before[index] as number, after[index] as number];
    after[left] = right;
    before[right] = left;
    for (const side of [left, right]) {
      if (Number.isNaN(areas[side])) continue;
      // Never below the area just removed, so that a bend is not removed in small pieces.
      const next = Math.max(areaAt(side), area);
      if (next === areas[side]) continue;
      areas[side] = next;
      bends.push({ index: side, area: next });
    }
  }
  return order;
}

/** The largest distance of a removed corner from the line between its remaining neighbours, in km. */
function farthestKm({ x, y }: Plane, retained: Int32Array, isRing: boolean): number {
  const { length } = x;
  const end = isRing ? (retained[0] as number) + length : length - 1;
  let farthest = 0;
  for (let stretch = 0; stretch < retained.length; stretch += 1) {
    const from = retained[stretch] as number;
    const to = retained[stretch + 1] ?? end;
    const [fromX, fromY] = [x[from] as number, y[from] as number];
    const [alongX, alongY] = [(x[to % length] as number) - fromX, (y[to % length] as number) - fromY];
    const square = alongX * alongX + alongY * alongY;
    for (let index = from + 1; index < to; index += 1) {
      const [px, py] = [(x[index % length] as number) - fromX, (y[index % length] as number) - fromY];
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * alongX + py * alongY) / square));
      farthest = Math.max(farthest, (px - along * alongX) ** 2 + (py - along * alongY) ** 2);
    }
  }
  return Math.sqrt(farthest);
}

function widthKm({ x, y }: Plane): number {
  const across = (values: Float64Array) =>
    values.reduce((most, value) => Math.max(most, value)) - values.reduce((least, value) => Math.min(least, value));
  return Math.hypot(across(x), across(y));
}
