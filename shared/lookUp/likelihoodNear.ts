import type { Position } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { DEVIATIONS_OF_HALF, type Ellipse } from './Ellipse.ts';
import { WidenedShape } from './WidenedShape.ts';

/** A stroke within this distance of the fire counts as having struck there. */
const NEAR_KM = 0.5;
/** No network locates more finely, and rows need not be finer either. */
const LEAST_AXIS_KM = 0.01;
/** A row that can add no more than this share of the sum ends it, so that far strokes are told apart too. */
const NEGLIGIBLE = 1e-6;

/** A normal distribution on a plane with axes to the east and north: how y spreads, and x where y is given. */
interface Spread {
  readonly ofY: number;
  /** Change of x with each km of y. */
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

/** The probability that a stroke located at a position truly struck within 500 m of the shape, by its 50 % ellipse. */
export const likelihoodNear = (shape: Shape) => likelihoodWithin(shape, NEAR_KM);

/**
 * The probability that a stroke located at a position truly struck within so many km of the shape, by its 50 % ellipse.
 * Summed over rows, from the position outwards: exactly along each, by its middle across.
 */
export function likelihoodWithin(shape: Shape, km: number): (at: Position, ellipse: Ellipse) => number {
  const widened = new WidenedShape(shape, km);
  return (at, ellipse) => {
    const { x, y } = widened.onPlane(at);
    const { ofY, slope, ofX } = spreadOf(ellipse);
    // Fine enough for the distribution to change little from one row to the next.
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

/** The share of a normal distribution around `middle` that the row's stretches hold. */
function shareOf(row: Float64Array, middle: number, deviation: number): number {
  let share = 0;
  for (let end = 1; end < row.length; end += 2) {
    share += normalShare(((row[end - 1] as number) - middle) / deviation, ((row[end] as number) - middle) / deviation);
  }
  return share;
}

/** A table, because a likelihood asks hundreds of times. Linear interpolation between its steps is off by 1e-4. */
const STEPS = 256;
const MOST_DEVIATIONS = 12;
const ABOVE = Float64Array.from({ length: MOST_DEVIATIONS * STEPS + 2 }, (_, step) => shareAbove(step / STEPS));

/** The share above so many deviations, 0 or more: Abramowitz and Stegun, 26.2.17. */
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

/** The share of a standard normal distribution between `from` and `to` deviations. */
export function normalShare(from: number, to: number): number {
  if (from >= 0) return above(from) - above(to);
  if (to <= 0) return above(-to) - above(-from);
  return 1 - above(-from) - above(to);
}
