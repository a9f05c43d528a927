import { type Ellipse, type EllipseShare, NINETY_TO_FIFTY, ownEllipse, roundEllipse } from '#shared/geo/ellipse.ts';
import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { cornersOf, distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time.ts';

/** Half of a two-dimensional normal distribution lies within this many standard deviations. */
export const DEVIATIONS_OF_HALF = Math.sqrt(2 * Math.LN2);

/**
 * Minimum for strikes without an ellipse. The reason: docs/decisions/archive.md,
 * "A look-up ranks strokes near a fire and calls none a cause".
 */
const LEAST_ASSUMED_KM = 2;

/** Half of the strikes without an ellipse lie within their source's typical error, at least 2 km. */
export function assumedAccuracy(typicalErrorKm: number) {
  const radius50Km = Math.max(LEAST_ASSUMED_KM, typicalErrorKm);
  return { assumed: true, radius50Km, radius90Km: Number((radius50Km * NINETY_TO_FIFTY).toFixed(2)) } as const;
}

/** Location accuracy of a source. */
export interface Accuracy {
  /** For a strike without an ellipse. */
  readonly typicalErrorKm: number;
  /** Fraction of strikes inside their ellipses, if the source declares it; else the ellipses are not used. */
  readonly ellipseShare?: EllipseShare | undefined;
}

/** A strike's own 50 % ellipse, or the one assumed for its source. */
export function ellipseOf(detail: StrikeDetail | undefined, { typicalErrorKm, ellipseShare }: Accuracy): Ellipse {
  return ownEllipse(detail, ellipseShare) ?? roundEllipse(assumedAccuracy(typicalErrorKm).radius50Km);
}

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

/** Like `row`, for the line at `y`. Allocates nothing per edge: a fire has 500 of them, and hundreds of rows. */
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

/** A stroke within this distance of the fire counts as having struck there. */
const NEAR_KM = 0.5;
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

/** The probability that a stroke's true location is within 500 m of the shape, by its 50 % ellipse. */
export const likelihoodNear = (shape: Shape) => likelihoodWithin(shape, NEAR_KM);

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

interface ReportedFire {
  readonly shape: Shape;
  readonly radiusKm: number;
  readonly reportedMs: number;
}

interface Fit {
  readonly score: number;
  /** To the fire's point or edge; 0 inside it. */
  readonly distanceKm: number;
  readonly ageMs: number;
  readonly likelihood: number;
}

/** A flash that may have caused the fire. Its fit is that of its best stroke. */
export interface Candidate extends Fit {
  readonly strikes: readonly Strike[];
  readonly best: Strike;
}

/** Flashes near the fire before it was reported, best first. */
export function candidatesOf(fire: ReportedFire, strikes: readonly Strike[], accuracy: Accuracy): Candidate[] {
  const kmTo = distanceFrom(fire.shape);
  const likelihoodOf = likelihoodNear(fire.shape);
  const inTime = strikes.filter(({ atMs }) => {
    const ageMs = fire.reportedMs - atMs;
    return ageMs >= 0 && ageMs <= LONGEST_SMOULDER_MS;
  });
  const strokes = inTime
    .map((strike) => ({ ...strike, distanceKm: kmTo(strike) }))
    .filter(({ distanceKm }) => distanceKm <= fire.radiusKm);
  const candidates = flashesOf(strokes).map((flash): Candidate => {
    const fits = flash.map((stroke): Fit => {
      const ageMs = fire.reportedMs - stroke.atMs;
      const likelihood = likelihoodOf(stroke, ellipseOf(stroke.detail, accuracy));
      return {
        score: scoreOf(stroke.distanceKm, ageMs, likelihood),
        distanceKm: stroke.distanceKm,
        ageMs,
        likelihood,
      };
    });
    const [fit] = fits.toSorted(byFit);
    const own = flash.map(
      ({ id, latitude, longitude, atMs, detail }): Strike => ({
        ...{ id, latitude, longitude, atMs },
        ...(detail ? { detail } : {}),
      }),
    );
    const best = fit && own[fits.indexOf(fit)];
    if (!best) throw new RangeError('a flash without a stroke');
    return { ...fit, strikes: own, best };
  });
  return candidates.sort(byFit);
}

/** Best first; for equal scores, as at 0 far away, the nearest, then the newest. */
function byFit(a: Fit, b: Fit): number {
  return b.score - a.score || a.distanceKm - b.distanceKm || a.ageMs - b.ageMs;
}

/** A stroke belongs to the flash of the previous one if it follows within this time … */
const APART_MS = 500;
/** … and is this near to the first stroke … */
const APART_KM = 10;
/** … and the flash lasts no longer than this: else flashes of a dense storm would merge without end. */
const LONGEST_MS = 1_000;

/** Strokes sorted by time, the order required for grouping into flashes. */
export function inOrder<Stroke extends Strike>(strikes: readonly Stroke[]): Stroke[] {
  return strikes.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
}

/** Groups strokes into flashes. A stroke that matches several joins the one whose first stroke is nearest. */
export class FlashGroups<Stroke extends Strike> {
  readonly flashes: Stroke[][] = [];
  private open: Stroke[][] = [];

  /** Strokes must be added in the order of `inOrder`. */
  add(stroke: Stroke): void {
    this.open = this.open.filter((flash) => stroke.atMs - (flash.at(-1)?.atMs ?? 0) <= APART_MS);
    const flash = nearestFlash(this.open, stroke);
    if (flash) {
      flash.push(stroke);
      return;
    }
    const begun = [stroke];
    this.flashes.push(begun);
    this.open.push(begun);
  }
}

/** Flashes sorted by their first stroke, strokes by time. */
export function flashesOf<Stroke extends Strike>(strikes: readonly Stroke[]): Stroke[][] {
  const groups = new FlashGroups<Stroke>();
  for (const stroke of inOrder(strikes)) groups.add(stroke);
  return groups.flashes;
}

function nearestFlash<Stroke extends Strike>(open: readonly Stroke[][], stroke: Stroke): Stroke[] | undefined {
  let nearest: Stroke[] | undefined;
  let leastKm = APART_KM;
  for (const flash of open) {
    const [first] = flash;
    if (!first || stroke.atMs - first.atMs > LONGEST_MS) continue;
    const km = distanceKm(first, stroke);
    if (km > leastKm) continue;
    leastKm = km;
    nearest = flash;
  }
  return nearest;
}

const FARTHEST_KM = 10;

export const LONGEST_SMOULDER_MS = 14 * DAY_MS;

/**
 * From 0 to 1, how well a stroke fits a fire: the unused fractions of 10 km and of 14 days, times the likelihood that
 * it struck there. For ranking only; not a probability. `distanceKm` is 0 inside the fire, `ageMs` is from stroke to
 * report.
 */
export function scoreOf(distanceKm: number, ageMs: number, likelihood: number): number {
  if (ageMs < 0) return 0;
  return Math.max(0, 1 - distanceKm / FARTHEST_KM) * Math.max(0, 1 - ageMs / LONGEST_SMOULDER_MS) * likelihood;
}
