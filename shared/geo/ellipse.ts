import { circleAround, type Position } from '#shared/geo/geodesy.ts';
import type { StrikeDetail } from '#shared/strike.ts';

/** The 50 % ellipse of a located strike. The bearing of the major axis is in degrees clockwise from north. */
export interface Ellipse {
  readonly semiMajorKm: number;
  readonly semiMinorKm: number;
  readonly bearingDegrees: number;
}

/** The axes of the 90 % ellipse, divided by those of the 50 % ellipse: 1.82. */
export const NINETY_TO_FIFTY = Math.sqrt(Math.LN10 / Math.LN2);

export function roundEllipse(radiusKm: number): Ellipse {
  return { semiMajorKm: radiusKm, semiMinorKm: radiusKm, bearingDegrees: 0 };
}

/** Fraction of strikes inside the ellipses that a source reports. */
export type EllipseShare = 0.5 | 0.9;

/** A strike's own 50 % ellipse; undefined if it has none, or if the source does not declare the fraction inside. */
export function ownEllipse(detail: StrikeDetail | undefined, share: EllipseShare | undefined): Ellipse | undefined {
  const ellipse = reportedEllipse(detail, share);
  if (!ellipse || share === 0.5) return ellipse;
  const { semiMajorKm, semiMinorKm, bearingDegrees } = ellipse;
  return { semiMajorKm: semiMajorKm / NINETY_TO_FIFTY, semiMinorKm: semiMinorKm / NINETY_TO_FIFTY, bearingDegrees };
}

/** Like `ownEllipse`, but for the fraction that the source declares. */
export function reportedEllipse(
  detail: StrikeDetail | undefined,
  share: EllipseShare | undefined,
): Ellipse | undefined {
  if (!detail?.ellipse || share === undefined) return undefined;
  const { semiMajorKm, semiMinorKm, azimuth } = detail.ellipse;
  return { semiMajorKm, semiMinorKm, bearingDegrees: azimuth };
}

const DEGREES = Math.PI / 180;

/** A closed ring. Axes of some kilometres are short enough for a plane. */
export function ellipseAround(centre: Position, ellipse: Ellipse, corners = 96): [number, number][] {
  const { semiMajorKm, semiMinorKm, bearingDegrees } = ellipse;
  if (semiMajorKm === semiMinorKm || semiMajorKm === 0) return circleAround(centre, semiMajorKm, corners);
  const angle = bearingDegrees * DEGREES;
  return circleAround(centre, semiMajorKm, corners).map(([longitude, latitude]) => {
    const shrink = Math.cos(centre.latitude * DEGREES);
    const [east, north] = [(longitude - centre.longitude) * shrink, latitude - centre.latitude];
    const along = east * Math.sin(angle) + north * Math.cos(angle);
    const across = (east * Math.cos(angle) - north * Math.sin(angle)) * (semiMinorKm / semiMajorKm);
    return [
      centre.longitude + (along * Math.sin(angle) + across * Math.cos(angle)) / shrink,
      centre.latitude + along * Math.cos(angle) - across * Math.sin(angle),
    ];
  });
}
