import { distanceKm } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { Strike } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { type Accuracy, ellipseOf } from './Ellipse.ts';
import { likelihoodNear } from './likelihoodNear.ts';

interface ReportedFire {
  readonly shape: Shape;
  readonly radiusKm: number;
  readonly reportedMs: number;
}

interface Fit {
  readonly score: number;
  /** To the fire's point or edge; 0 within it. */
  readonly distanceKm: number;
  readonly ageMs: number;
  readonly likelihood: number;
}

/** A flash that may have lit the fire. It fits as well as the best of its strokes. */
export interface Candidate extends Fit {
  readonly strikes: readonly Strike[];
  readonly best: Strike;
}

/** Flashes near the fire before it was reported, the best first. */
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

/** The best first; where scores are equal, as at 0 far away, the nearest, then the newest. */
function byFit(a: Fit, b: Fit): number {
  return b.score - a.score || a.distanceKm - b.distanceKm || a.ageMs - b.ageMs;
}

/** A stroke belongs to the flash of the one before it if it follows at most so much later … */
const APART_MS = 500;
/** … and lies so near the first … */
const APART_KM = 10;
/** … and no flash lasts longer: else in a dense storm one flash would run into the next without end. */
const LONGEST_MS = 1_000;

/** Strokes by time, as flashes are gathered of them. */
export function inOrder<Stroke extends Strike>(strikes: readonly Stroke[]): Stroke[] {
  return strikes.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1));
}

/** Gathers flashes, by their first stroke. A stroke that fits several joins the one whose first is nearest. */
export class FlashGroups<Stroke extends Strike> {
  readonly flashes: Stroke[][] = [];
  private open: Stroke[][] = [];

  /** Strokes come in their order. */
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

/** Flashes by their first stroke, strokes by time. */
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
 * From 0 to 1, how well a stroke fits a fire: what is left of 10 km and of 14 days, times the likelihood that it struck
 * there. For a ranking; it is no probability. `distanceKm` is 0 within the fire, `ageMs` counts from stroke to report.
 */
export function scoreOf(distanceKm: number, ageMs: number, likelihood: number): number {
  if (ageMs < 0) return 0;
  return Math.max(0, 1 - distanceKm / FARTHEST_KM) * Math.max(0, 1 - ageMs / LONGEST_SMOULDER_MS) * likelihood;
}
