/**
 * One cloud-to-ground lightning strike as the provider reports it. `id` is the provider's and identifies the strike
 * everywhere; the position is in WGS 84 degrees; `atMs` is when the strike fell (not when we learned of it), in
 * milliseconds since the Unix epoch.
 */
export interface Strike {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
}

/** A strike the Feed has numbered. Ordinals are dense, start at 1 and follow the order of arrival, not `atMs`. */
export interface NumberedStrike extends Strike {
  readonly ordinal: number;
}

/** From a shared link: enough to find the strike at the provider. */
export type StrikeHint = Pick<Strike, 'atMs' | 'latitude' | 'longitude'>;
