import { distanceFrom } from '#shared/geo/shape/distanceFrom.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import type { Strike } from '#shared/strike.ts';
import { ASSUMED_ELLIPSE } from './Ellipse.ts';
import { flashesOf } from './flashesOf.ts';
import { likelihoodNear } from './likelihoodNear.ts';
import { LONGEST_SMOULDER_MS, scoreOf } from './scoreOf.ts';

/** Where a fire is, as it was reported, and how far around it strokes are candidates. */
export interface ReportedFire {
  readonly shape: Shape;
  readonly radiusKm: number;
  readonly reportedMs: number;
}

/** How well one stroke fits. */
export interface Fit {
  readonly score: number;
  /** To the fire's point or edge; 0 within it. */
  readonly distanceKm: number;
  /** From the stroke to the report. */
  readonly ageMs: number;
  /** That it truly struck within 500 m of the fire. */
  readonly likelihood: number;
}

/** A flash that may have lit the fire. It fits as well as the best of its strokes. */
export interface Candidate extends Fit {
  /** Those within the radius, by time. */
  readonly strikes: readonly Strike[];
  readonly best: Strike;
}

/** The flashes that may have lit the fire, the best first. */
export function candidatesOf(fire: ReportedFire, strikes: readonly Strike[]): Candidate[] {
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
      const likelihood = likelihoodOf(stroke, ASSUMED_ELLIPSE);
      return {
        score: scoreOf(stroke.distanceKm, ageMs, likelihood),
        distanceKm: stroke.distanceKm,
        ageMs,
        likelihood,
      };
    });
    const [fit] = fits.toSorted(byFit);
    const own = flash.map(({ id, latitude, longitude, atMs }): Strike => ({ id, latitude, longitude, atMs }));
    const best = fit && own[fits.indexOf(fit)];
    if (!best) throw new RangeError('a flash without a stroke');
    return { ...fit, strikes: own, best };
  });
  return candidates.sort(byFit);
}

/** The best first; where scores are equal, which far away they are at 0, the nearest, then the newest. */
function byFit(a: Fit, b: Fit): number {
  return b.score - a.score || a.distanceKm - b.distanceKm || a.ageMs - b.ageMs;
}
