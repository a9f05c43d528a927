import * as v from 'valibot';
import { DetailEntries } from './strikeDetails.ts';

/** A strike in the answers of the REST API; positions in WGS 84 degrees. */
export const StrikeBody = v.object({
  id: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  timestamp: v.pipe(v.string(), v.description('ISO 8601, UTC, milliseconds')),
  ...DetailEntries,
});
export type StrikeBody = v.InferOutput<typeof StrikeBody>;

/** Body of `GET /api/v1/strikes/{id}` and `GET /api/v1/strikes/by-ordinal/{ordinal}`. */
export const NumberedStrikeBody = v.object({ ...StrikeBody.entries, ordinal: v.pipe(v.number(), v.integer()) });
