import type { NumberedStrike } from '#shared/strike.ts';

/** A strike as stored in both the Feed's ledger and the archive. */
export type StrikeRow = {
  readonly ordinal: number;
  readonly id: string;
  readonly at_ms: number;
  readonly latitude: number;
  readonly longitude: number;
};

export const STRIKE_COLUMNS = 'ordinal, id, at_ms, latitude, longitude';

export function strikeOfRow({ id, latitude, longitude, at_ms, ordinal }: StrikeRow): NumberedStrike {
  return { id, latitude, longitude, atMs: at_ms, ordinal };
}
