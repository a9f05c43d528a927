/**
 * One cloud-to-ground lightning strike as the provider reports it.
 * `id` is the provider's and is the strike's identity everywhere; position is WGS 84 degrees; `atMs` is the time of
 * the strike itself (not of its arrival) in milliseconds since the Unix epoch.
 */
export interface Strike {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly atMs: number;
}

/** A strike the Feed has numbered. Ordinals are dense, start at 1 and follow arrival, not `atMs`. */
export interface NumberedStrike extends Strike {
  readonly ordinal: number;
}

/** When and where a strike fell, as a shared link says: enough to find it again without its id. */
export type StrikeHint = Pick<Strike, 'atMs' | 'latitude' | 'longitude'>;
