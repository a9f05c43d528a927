/**
 * One lightning strike as its source reports it, cloud-to-ground unless the source says otherwise. `id` is the source's and identifies the strike
 * everywhere; the position is in WGS 84 degrees; `atMs` is when the strike fell (not when we learned of it), in
 * milliseconds since the Unix epoch.
 */
export interface Strike {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
  /** What only some sources report. */
  readonly detail?: StrikeDetail;
}

/** Each is absent where the source does not report it. */
export interface StrikeDetail {
  readonly type?: 'ground' | 'cloud';
  /** With its sign. */
  readonly currentKa?: number;
  /** Strokes of the flash. */
  readonly multiplicity?: number;
  /** The area in which the strike lies with the source's `ellipseShare`. `azimuth`: of the longer axis, degrees clockwise from north. */
  readonly ellipse?: { readonly semiMajorKm: number; readonly semiMinorKm: number; readonly azimuth: number };
}

/** A strike the Feed has numbered. Ordinals are dense, start at 1 and follow the order of arrival, not `atMs`. */
export interface NumberedStrike extends Strike {
  readonly ordinal: number;
}

/** From a shared link: enough to find the strike at the provider. */
export type StrikeHint = Pick<Strike, 'atMs' | 'latitude' | 'longitude'>;
