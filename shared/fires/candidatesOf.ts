import { type Ellipse, type EllipseShare, NINETY_TO_FIFTY, ownEllipse, roundEllipse } from '#shared/geo/ellipse.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { likelihoodWithin } from '#shared/geo/likelihoodWithin.ts';
import { distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import type { Strike, StrikeDetail } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time.ts';

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

/** A stroke within this distance of the fire counts as having struck there. */
const NEAR_KM = 0.5;

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
  const likelihoodOf = likelihoodWithin(fire.shape, NEAR_KM);
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
