import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import type { StrikeDetail } from '#shared/strike.ts';

/** The 50 % ellipse of a located strike. The bearing of the major axis is in degrees clockwise from north. */
export interface Ellipse {
  readonly semiMajorKm: number;
  readonly semiMinorKm: number;
  readonly bearingDegrees: number;
}

/** Half of a two-dimensional normal distribution lies within this many standard deviations. */
export const DEVIATIONS_OF_HALF = Math.sqrt(2 * Math.LN2);

/** The axes of the 90 % ellipse, divided by those of the 50 % ellipse: 1.82. */
const NINETY_TO_FIFTY = Math.sqrt(Math.LN10 / Math.LN2);

/**
 * Minimum for strikes without an ellipse. The reason: docs/decisions/archive.md,
 * "A look-up ranks strokes near a fire and calls none a cause".
 */
const LEAST_ASSUMED_KM = 2;

export function roundEllipse(radiusKm: number): Ellipse {
  return { semiMajorKm: radiusKm, semiMinorKm: radiusKm, bearingDegrees: 0 };
}

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

/** Fraction of strikes inside the ellipses that a source reports. */
export type EllipseShare = 0.5 | 0.9;

/** A strike's own 50 % ellipse; undefined if it has none, or if the source does not declare the fraction inside. */
export function ownEllipse(detail: StrikeDetail | undefined, share: EllipseShare | undefined): Ellipse | undefined {
  const told = toldEllipse(detail, share);
  if (!told || share === 0.5) return told;
  const { semiMajorKm, semiMinorKm, bearingDegrees } = told;
  return { semiMajorKm: semiMajorKm / NINETY_TO_FIFTY, semiMinorKm: semiMinorKm / NINETY_TO_FIFTY, bearingDegrees };
}

/** Like `ownEllipse`, but for the fraction that the source declares. */
export function toldEllipse(detail: StrikeDetail | undefined, share: EllipseShare | undefined): Ellipse | undefined {
  if (!detail?.ellipse || share === undefined) return undefined;
  const { semiMajorKm, semiMinorKm, azimuth } = detail.ellipse;
  return { semiMajorKm, semiMinorKm, bearingDegrees: azimuth };
}

const DEGREES = Math.PI / 180;

/** A closed ring. Axes of some kilometres are short enough for a plane. */
export function ellipseAround(centre: Position, ellipse: Ellipse, corners = 96): [number, number][] {
  const { semiMajorKm, semiMinorKm, bearingDegrees } = ellipse;
  if (semiMajorKm === semiMinorKm || semiMajorKm === 0) return circleAround(centre, semiMajorKm, corners);
  const turn = bearingDegrees * DEGREES;
  return circleAround(centre, semiMajorKm, corners).map(([longitude, latitude]) => {
    const shrink = Math.cos(centre.latitude * DEGREES);
    const [east, north] = [(longitude - centre.longitude) * shrink, latitude - centre.latitude];
    const along = east * Math.sin(turn) + north * Math.cos(turn);
    const across = (east * Math.cos(turn) - north * Math.sin(turn)) * (semiMinorKm / semiMajorKm);
    return [
      centre.longitude + (along * Math.sin(turn) + across * Math.cos(turn)) / shrink,
      centre.latitude + along * Math.cos(turn) - across * Math.sin(turn),
    ];
  });
}
