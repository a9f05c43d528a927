import type { Ellipse } from '#shared/geo/ellipse.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { cornersOf, type Shape } from '#shared/geo/Shape.ts';

/** Half of a two-dimensional normal distribution lies within this many standard deviations. */
export const DEVIATIONS_OF_HALF = Math.sqrt(2 * Math.LN2);

const RADIANS = Math.PI / 180;
const MOST_ROW_KM = 0.05;

/**
 * The area within `byKm` of a shape, split into rows from south to north on a plane around its middle. `level` 0 has
 * rows of 50 m or less; each further level halves their height. A row is computed when it is first used.
 */
class WidenedShape {
  private readonly edges: PlaneEdges;
  private readonly byKm: number;
  private readonly middle: Position;
  private readonly kmEast: number;
  private readonly southKm: number;
  private readonly levels: Float64Array[][] = [];
  /** At level 0. */
  readonly rowKm: number;
  /** At level 0. */
  readonly rowCount: number;

  constructor(shape: Shape, byKm: number) {
    const corners = cornersOf(shape);
    const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const latitude = middleOf(corners.map(([, y]) => y));
    this.middle = { latitude, longitude: middleOf(corners.map(([x]) => x)) };
    this.kmEast = KM_PER_DEGREE * Math.cos(latitude * RADIANS);
    this.byKm = byKm;
    const points = corners.map(([x, y]) => this.onPlane({ longitude: x, latitude: y }));
    const ends = shape.type === 'Point' ? [...points, ...points] : points;
    this.edges = {
      xs: Float64Array.from(ends, ({ x }) => x),
      ys: Float64Array.from(ends, ({ y }) => y),
      closed: shape.type === 'Polygon',
    };
    this.southKm = Math.min(...this.edges.ys) - byKm;
    const tallKm = Math.max(...this.edges.ys) + byKm - this.southKm;
    this.rowCount = Math.ceil(tallKm / MOST_ROW_KM);
    this.rowKm = tallKm / this.rowCount;
  }

  /** In km from the middle. */
  onPlane({ latitude, longitude }: Position): { readonly x: number; readonly y: number } {
    return {
      x: (longitude - this.middle.longitude) * this.kmEast,
      y: (latitude - this.middle.latitude) * KM_PER_DEGREE,
    };
  }

  rowY(level: number, index: number): number {
    return this.southKm + (index + 0.5) * (this.rowKm / 2 ** level);
  }

  /** The row that contains `y`; it may be outside the shape. */
  rowAt(level: number, y: number): number {
    return Math.floor((y - this.southKm) / (this.rowKm / 2 ** level));
  }

  /** The row's intervals from west to east: from, to, from, to … */
  row(level: number, index: number): Float64Array {
    const known = this.levels[level]?.[index];
    if (known) return known;
    const row = widenedRow(this.edges, this.byKm, this.rowY(level, index));
    const rows = this.levels[level] ?? [];
    rows[index] = row;
    this.levels[level] = rows;
    return row;
  }
}

/** Edges on a plane, in km: from `xs[i], ys[i]` to `xs[i + 1], ys[i + 1]`. A point is one edge of length 0. */
interface PlaneEdges {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly closed: boolean;
}

/** Like `row`, for the line at `y`. Allocates nothing per edge: the outline of a fire has 500 of them, and hundreds of rows. */
function widenedRow({ xs, ys, closed }: PlaneEdges, byKm: number, y: number): Float64Array {
  const row: number[] = closed ? crossingsAt(xs, ys, y) : [];
  for (let index = 1; index < xs.length; index += 1) {
    const ay = (ys[index - 1] as number) - y;
    const by = (ys[index] as number) - y;
    if (Math.min(ay, by) >= byKm || Math.max(ay, by) <= -byKm) continue;
    coverBesideEdge(row, xs[index - 1] as number, ay, xs[index] as number, by, byKm);
  }
  return Float64Array.from(row);
}

/** Where the ring crosses the line: its inside lies between each odd crossing and the next. */
function crossingsAt(xs: Float64Array, ys: Float64Array, y: number): number[] {
  const crossings: number[] = [];
  for (let index = 1; index < xs.length; index += 1) {
    const ay = ys[index - 1] as number;
    const by = ys[index] as number;
    if (ay > y === by > y) continue;
    const ax = xs[index - 1] as number;
    crossings.push(ax + ((y - ay) / (by - ay)) * ((xs[index] as number) - ax));
  }
  return crossings.sort((a, b) => a - b);
}

/** Covers the part of the x axis within `r` of the edge: between the outermost of two discs and the strip along it. */
function coverBesideEdge(row: number[], ax: number, ay: number, bx: number, by: number, r: number): void {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  if (Math.abs(ay) < r) {
    const half = Math.sqrt(r * r - ay * ay);
    from = ax - half;
    to = ax + half;
  }
  if (Math.abs(by) < r) {
    const half = Math.sqrt(r * r - by * by);
    from = Math.min(from, bx - half);
    to = Math.max(to, bx + half);
  }
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  if (length > 0) {
    const tx = (bx - ax) / length;
    const ty = (by - ay) / length;
    // For u = x - ax: the position along the edge, 0 to its length, and the distance to its side, at most r.
    const alongA = reached(tx, ay * ty);
    const alongB = reached(tx, length + ay * ty);
    const asideA = reached(ty, -r - ay * tx);
    const asideB = reached(ty, r - ay * tx);
    const stripFrom = ax + Math.max(Math.min(alongA, alongB), Math.min(asideA, asideB));
    const stripTo = ax + Math.min(Math.max(alongA, alongB), Math.max(asideA, asideB));
    if (stripFrom < stripTo) {
      from = Math.min(from, stripFrom);
      to = Math.max(to, stripTo);
    }
  }
  if (from < to) cover(row, from, to);
}

/** The `u` where `slope * u` equals `bound`: at either end of the axis if it never does. */
function reached(slope: number, bound: number): number {
  return bound / (slope === 0 ? Number.MIN_VALUE : slope);
}

function cover(row: number[], from: number, to: number): void {
  let at = 0;
  while (at < row.length && (row[at + 1] as number) < from) at += 2;
  if (at >= row.length || (row[at] as number) > to) {
    row.splice(at, 0, from, to);
    return;
  }
  row[at] = Math.min(row[at] as number, from);
  let end = at;
  while (end + 2 < row.length && (row[end + 2] as number) <= to) end += 2;
  row[at + 1] = Math.max(row[end + 1] as number, to);
  if (end > at) row.splice(at + 2, end - at);
}

/** No network is more accurate, and rows need not be finer either. */
const LEAST_AXIS_KM = 0.01;
/** The sum stops at a row that can add at most this fraction of it, so that distant strokes are still distinguished. */
const NEGLIGIBLE = 1e-6;

/** A normal distribution on a plane with axes to the east and north: the spread of y, and that of x for a given y. */
interface Spread {
  readonly ofY: number;
  /** Change of x per km of y. */
  readonly slope: number;
  readonly ofX: number;
}

function spreadOf({ semiMajorKm, semiMinorKm, bearingDegrees }: Ellipse): Spread {
  const major = Math.max(LEAST_AXIS_KM, semiMajorKm) / DEVIATIONS_OF_HALF;
  const minor = Math.max(LEAST_AXIS_KM, semiMinorKm) / DEVIATIONS_OF_HALF;
  const bearing = (bearingDegrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(bearing), Math.cos(bearing)];
  const ofY = Math.hypot(major * cosine, minor * sine);
  return { ofY, slope: ((major * major - minor * minor) * sine * cosine) / (ofY * ofY), ofX: (major * minor) / ofY };
}

/**
 * The probability that a stroke's true location is within `km` of the shape, by its 50 % ellipse. Summed over rows,
 * from the reported position outwards: exact along each row, with the row's middle value across it.
 */
export function likelihoodWithin(shape: Shape, km: number): (at: Position, ellipse: Ellipse) => number {
  const widened = new WidenedShape(shape, km);
  return (at, ellipse) => {
    const { x, y } = widened.onPlane(at);
    const { ofY, slope, ofX } = spreadOf(ellipse);
    // Fine enough that the distribution changes little from one row to the next.
    const fineKm = Math.min(ofY / 3, ofX / Math.max(1e-9, Math.abs(slope)));
    const level = Math.max(0, Math.ceil(Math.log2(widened.rowKm / fineKm)));
    const last = widened.rowCount * 2 ** level - 1;
    const start = Math.min(last, Math.max(0, widened.rowAt(level, y)));
    let sum = 0;
    const sumUp = (from: number, step: 1 | -1) => {
      for (let index = from; index >= 0 && index <= last; index += step) {
        const north = widened.rowY(level, index) - y;
        const weight = Math.exp((-0.5 * north * north) / (ofY * ofY));
        if (weight <= sum * NEGLIGIBLE) return;
        sum += weight * shareOf(widened.row(level, index), x + slope * north, ofX);
      }
    };
    sumUp(start, 1);
    sumUp(start - 1, -1);
    const rowKm = widened.rowKm / 2 ** level;
    return Math.min(1, (sum * rowKm) / (ofY * Math.sqrt(2 * Math.PI)));
  };
}

/** The fraction of a normal distribution around `middle` within the row's intervals. */
function shareOf(row: Float64Array, middle: number, deviation: number): number {
  let share = 0;
  for (let end = 1; end < row.length; end += 2) {
    share += normalShare(((row[end - 1] as number) - middle) / deviation, ((row[end] as number) - middle) / deviation);
  }
  return share;
}

/** A table, because one likelihood needs hundreds of values. Linear interpolation between its steps is off by 1e-4. */
const STEPS = 256;
const MOST_DEVIATIONS = 12;
const ABOVE = Float64Array.from({ length: MOST_DEVIATIONS * STEPS + 2 }, (_, step) => shareAbove(step / STEPS));

/** The upper tail beyond `deviations`, 0 or more: Abramowitz and Stegun, 26.2.17. */
function shareAbove(deviations: number): number {
  const t = 1 / (1 + 0.231_641_9 * deviations);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 0.398_942_280_4 * Math.exp((-deviations * deviations) / 2) * series;
}

function above(deviations: number): number {
  if (deviations >= MOST_DEVIATIONS) return 0;
  const steps = deviations * STEPS;
  const step = Math.floor(steps);
  const share = ABOVE[step] as number;
  return share + (steps - step) * ((ABOVE[step + 1] as number) - share);
}

/** The fraction of a standard normal distribution between `from` and `to` deviations. */
export function normalShare(from: number, to: number): number {
  if (from >= 0) return above(from) - above(to);
  if (to <= 0) return above(-to) - above(-from);
  return 1 - above(-from) - above(to);
}
