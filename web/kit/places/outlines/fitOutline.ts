import TinyQueue from 'tinyqueue';
import { type Corner, cornersOf, roundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { crossesItself } from '#shared/geo/shape/shapeFault.ts';
import { areaKm2, type FoundShape, kmBetween } from './FoundShape.ts';

/** As addresses hold them. */
const STEPS_A_DEGREE = 10_000;
/** A step of that, and as far as a receiver errs: what lies closer together is no bend. */
const PRECISION_KM = 0.015;
/** Of the area, that thinning may change. */
const MOST_AREA_CHANGE = 0.01;
/** Of the width of all, that a corner which is left out may lie off. */
const MOST_OFF = 0.02;
/** Longer ways are walked in longer steps first. */
const MOST_STEPS = 20_000;
/** Whether an outline crosses itself is judged on this many corners of it at most. */
const MOST_JUDGED = 3_000;
/** From each attempt to the next. */
const FEWER = 0.85;

export interface Fitted {
  readonly shape: Shape;
  /** What was left out, if anything was, and how far that lies from the shape at most. */
  readonly thinned?: { readonly from: number; readonly to: number; readonly offKm: number };
  /** It crosses itself, by more than the precision. */
  readonly isCrossing?: true;
}

/**
 * The line or ring with at most `limit` corners, on which nothing crosses that did not cross before: fewer where there are
 * more, or where bends are closer than an address tells apart. Its area changes by 1 % at most, or nothing lies farther
 * off than a receiver errs. What cannot be kept so comes as it is, to be refused by its own rule. Corners are degrees.
 */
export function fitOutline(found: FoundShape, limit: number): Fitted {
  const isRing = found.type === 'Polygon';
  const [first] = found.corners;
  if (!first || found.type === 'Point') return { shape: { type: 'Point', coordinates: first ?? [0, 0] } };
  const corners = isRing ? withoutClosing(found.corners) : found.corners;
  const whole = shapeOf(corners, isRing);
  if (corners.length <= limit && isSound(whole)) return { shape: whole };
  const points = planeOf(corners);
  const walked = inSteps(points, isRing);
  const order = byImportance(walked.points, isRing);
  const least = isRing ? 3 : 2;
  const keep = (count: number) => {
    const kept = walked.indexes.filter((_, index) => (order[index] as number) < count);
    const shape = shapeOf(
      kept.map((index) => corners[index] as Corner),
      isRing,
    );
    return { kept, shape };
  };
  const offKm = (kept: readonly number[]) => farthestKm(points, kept, isRing);
  const acrossKm = widthKm(points);
  // It may not be made to look as if it did not.
  if (isRing && crossesApart(keep, offKm, walked.indexes.length, least)) return { shape: whole, isCrossing: true };
  const areaOf = (shape: Shape) => (isRing ? areaKm2(cornersOf(shape)) : 0);
  const area = areaOf(whole);
  for (let count = Math.min(limit, walked.indexes.length); count >= least; count = Math.floor(count * FEWER)) {
    const { kept, shape } = keep(count);
    if (!isSound(shape)) continue;
    const off = offKm(kept);
    const keepsArea = Math.abs(areaOf(shape) - area) <= MOST_AREA_CHANGE * area && off <= MOST_OFF * acrossKm;
    if (off > PRECISION_KM && !keepsArea) continue;
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

/** Whether it is still one once it is written into an address. */
function isSound(shape: Shape): boolean {
  const corners = cornersOf(roundShape(shape, STEPS_A_DEGREE));
  return shape.type === 'Polygon' ? corners.length > 3 && !crossesItself(corners) : corners.length > 1;
}

/** Whether it crosses itself by more than the precision. */
function crossesApart(
  keep: (count: number) => { readonly kept: readonly number[]; readonly shape: Shape },
  offKm: (kept: readonly number[]) => number,
  most: number,
  least: number,
): boolean {
  // The fewest corners that keep everything within the precision.
  let [fewer, enough] = [least - 1, most];
  while (enough - fewer > 1) {
    const middle = Math.floor((fewer + enough) / 2);
    if (offKm(keep(middle).kept) <= PRECISION_KM) enough = middle;
    else fewer = middle;
  }
  return crossesItself(cornersOf(keep(Math.min(enough, MOST_JUDGED)).shape));
}

interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** Kilometres on a plane around the corners: only what lies near each other is compared. */
function planeOf(corners: readonly Corner[]): PlanePoint[] {
  const [firstX, firstY] = corners[0] as Corner;
  const kmEast = kmBetween([firstX, firstY], [firstX + 1, firstY]);
  const kmNorth = kmBetween([0, 0], [0, 1]);
  return corners.map(([x, y]) => ({ x: (x - firstX) * kmEast, y: (y - firstY) * kmNorth }));
}

/** Which corners to look at: all, or of a very long way those that are a step apart. */
function inSteps(
  points: readonly PlanePoint[],
  isRing: boolean,
): { readonly indexes: readonly number[]; readonly points: readonly PlanePoint[] } {
  const all = points.map((_, index) => index);
  if (points.length <= MOST_STEPS) return { indexes: all, points };
  const apart = (one: number, other: number) => {
    const [from, to] = [points[one] as PlanePoint, points[other] as PlanePoint];
    return Math.hypot(to.x - from.x, to.y - from.y);
  };
  const km = all.slice(1).reduce((sum, index) => sum + apart(index - 1, index), 0);
  const step = km / (MOST_STEPS - 2);
  const indexes = [0];
  for (const index of all) if (apart(indexes.at(-1) as number, index) > step) indexes.push(index);
  if (!isRing && indexes.at(-1) !== all.length - 1) indexes.push(all.length - 1);
  return { indexes, points: indexes.map((index) => points[index] as PlanePoint) };
}

interface Bend {
  readonly index: number;
  readonly area: number;
}

/**
 * The rank of each point, 0 for the one to keep longest (Visvalingam and Whyatt): the point whose triangle with its
 * neighbours is smallest goes first. The ends of a line stay.
 */
function byImportance(points: readonly PlanePoint[], isRing: boolean): Int32Array {
  const { length } = points;
  const order = new Int32Array(length);
  const before = Int32Array.from(points, (_, index) => (index + length - 1) % length);
  const after = Int32Array.from(points, (_, index) => (index + 1) % length);
  const areas = new Float64Array(length);
  const areaAt = (index: number) => {
    if (!isRing && (index === 0 || index === length - 1)) return Number.POSITIVE_INFINITY;
    const at = points[index] as PlanePoint;
    const from = points[before[index] as number] as PlanePoint;
    const to = points[after[index] as number] as PlanePoint;
    return Math.abs((at.x - from.x) * (to.y - from.y) - (to.x - from.x) * (at.y - from.y)) / 2;
  };
  for (let index = 0; index < length; index += 1) areas[index] = areaAt(index);
  const bends = new TinyQueue<Bend>(
    points.map((_, index) => ({ index, area: areas[index] as number })),
    (one, other) => one.area - other.area,
  );
  let rank = length - 1;
  for (let bend = bends.pop(); bend; bend = bends.pop()) {
    const { index, area } = bend;
    // One that has changed since stands in the queue again.
    if (area !== areas[index]) continue;
    order[index] = rank;
    rank -= 1;
    areas[index] = Number.NaN;
    const [left, right] = [before[index] as number, after[index] as number];
    after[left] = right;
    before[right] = left;
    for (const side of [left, right]) {
      if (Number.isNaN(areas[side])) continue;
      // Never less than what went before, so that a bend does not go in small pieces.
      const next = Math.max(areaAt(side), area);
      if (next === areas[side]) continue;
      areas[side] = next;
      bends.push({ index: side, area: next });
    }
  }
  return order;
}

/** How far a corner that is left out lies from the line between those around it. */
function farthestKm(points: readonly PlanePoint[], kept: readonly number[], isRing: boolean): number {
  const end = isRing ? (kept[0] as number) + points.length : points.length - 1;
  const stretches = kept.map((from, at) => [from, kept[at + 1] ?? end]);
  let farthest = 0;
  for (const [from = 0, to = 0] of stretches) {
    const [a, b] = [points[from % points.length] as PlanePoint, points[to % points.length] as PlanePoint];
    const [x, y] = [b.x - a.x, b.y - a.y];
    const square = x * x + y * y;
    for (let index = from + 1; index < to; index += 1) {
      const point = points[index % points.length] as PlanePoint;
      const [px, py] = [point.x - a.x, point.y - a.y];
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square));
      farthest = Math.max(farthest, (px - along * x) ** 2 + (py - along * y) ** 2);
    }
  }
  return Math.sqrt(farthest);
}

function widthKm(points: readonly PlanePoint[]): number {
  const sides = points.reduce(
    ({ west, east, south, north }, { x, y }) => ({
      west: Math.min(west, x),
      east: Math.max(east, x),
      south: Math.min(south, y),
      north: Math.max(north, y),
    }),
    { west: 0, east: 0, south: 0, north: 0 },
  );
  return Math.hypot(sides.east - sides.west, sides.north - sides.south);
}
