/** The 50 % ellipse of a located strike. The bearing is the major axis's, in degrees clockwise from north. */
export interface Ellipse {
  readonly semiMajorKm: number;
  readonly semiMinorKm: number;
  readonly bearingDegrees: number;
}

/** Half of a two-dimensional normal distribution lies within so many standard deviations. */
export const DEVIATIONS_OF_HALF = Math.sqrt(2 * Math.LN2);

/** The axes of the 90 % ellipse, divided by those of the 50 % ellipse: 1.82. */
const NINETY_TO_FIFTY = Math.sqrt(Math.LN10 / Math.LN2);

/** Where the provider gives no ellipse: a circle of this radius. docs/decisions/0042 gives the reason. */
const ASSUMED_RADIUS_KM = 2;

export const ASSUMED_ELLIPSE: Ellipse = {
  semiMajorKm: ASSUMED_RADIUS_KM,
  semiMinorKm: ASSUMED_RADIUS_KM,
  bearingDegrees: 0,
};

export const ASSUMED_ACCURACY = {
  assumed: true,
  radius50Km: ASSUMED_RADIUS_KM,
  radius90Km: Number((ASSUMED_RADIUS_KM * NINETY_TO_FIFTY).toFixed(2)),
} as const;
