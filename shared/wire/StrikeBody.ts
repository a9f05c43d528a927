import * as v from 'valibot';
import { DetailBody, type Strike, someDetail } from '../strike.ts';
import { mergedSpans, type Span } from '../time.ts';

/** A strike in the answers of the REST API; positions in WGS 84 degrees. */
export const StrikeBody = v.object({
  id: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  timestamp: v.pipe(v.string(), v.description('ISO 8601, UTC, milliseconds')),
  ...DetailBody.entries,
});
export type StrikeBody = v.InferOutput<typeof StrikeBody>;

/** Body of `GET /api/v1/strikes/{id}` and `GET /api/v1/strikes/by-ordinal/{ordinal}`. */
export const NumberedStrikeBody = v.object({ ...StrikeBody.entries, ordinal: v.pipe(v.number(), v.integer()) });

export interface StrikesResponse {
  readonly strikes: readonly StrikeBody[];
  readonly completeTo: string | null;
  readonly gaps: readonly { from: string; to: string }[];
  readonly outsideHome?: true | undefined;
  readonly attribution?: string | undefined;
  readonly next?: string | undefined;
}

export interface ReadExtent {
  /** Everything before it was read, except `gaps`; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  readonly gaps: readonly Span[];
  /** The box reaches beyond what is always read: the whole question counts as a gap then. */
  readonly outsideHome: boolean;
}

/** A page may be empty and not the last. */
export function strikesOf({ strikes }: StrikesResponse): Strike[] {
  return strikes.map(strikeOfBody);
}

export function strikeOfBody({ id, latitude, longitude, timestamp, ...reported }: StrikeBody): Strike {
  return { id, latitude, longitude, atMs: Date.parse(timestamp), ...someDetail(reported) };
}

/** The extent of a page; with that of the pages before it, what all of them call read: they may know more or less. */
export function extentOf({ completeTo, gaps, outsideHome }: StrikesResponse, before?: ReadExtent): ReadExtent {
  const completeMs = completeTo === null ? null : Date.parse(completeTo);
  const earlierMs = before ? before.completeToMs : Number.POSITIVE_INFINITY;
  return {
    completeToMs: completeMs === null || earlierMs === null ? null : Math.min(completeMs, earlierMs),
    gaps: mergedSpans([
      ...(before?.gaps ?? []),
      ...gaps.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]),
    ]),
    outsideHome: outsideHome === true || before?.outsideHome === true,
  };
}
