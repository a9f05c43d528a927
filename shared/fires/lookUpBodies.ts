import * as v from 'valibot';
import { shapeBody } from '#shared/geo/schemas.ts';
import { isoMillis, parseIsoInstant } from '#shared/time.ts';
import { StrikeBody } from '#shared/wire/StrikeBody.ts';
import type { Candidate } from './candidatesOf.ts';

export const LOOKED_UP_SHAPE = { corners: 500, acrossKm: 100 } as const;

export const LOOK_UP_RADII_KM = [1, 2, 6, 10] as const;
export type RadiusKm = (typeof LOOK_UP_RADII_KM)[number];

/** Some 10 cm, finer than any drawn fire. */
const STEPS_A_DEGREE = 1_000_000;

const Instant = v.pipe(
  v.string('textExpected'),
  v.description('ISO 8601 instant with its offset. Example: 2026-07-01T12:00:00Z'),
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const atMs = parseIsoInstant(dataset.value);
    if (atMs !== undefined) return atMs;
    addIssue({ message: 'format' });
    return NEVER;
  }),
);

export const LookUpBody = v.strictObject({
  shape: v.pipe(
    shapeBody(LOOKED_UP_SHAPE.corners, STEPS_A_DEGREE),
    v.description(
      'GeoJSON geometry: a Point, a LineString or a Polygon of one ring; at most 500 corners and 100 km across',
    ),
  ),
  radiusKm: v.picklist(LOOK_UP_RADII_KM, '1, 2, 6 or 10'),
  from: v.optional(v.pipe(Instant, v.description('Inclusive; defaults to 14 days before the report'))),
  to: v.optional(v.pipe(Instant, v.description('Exclusive; defaults to the report'))),
  reportedAt: Instant,
});
export type LookUpBody = v.InferOutput<typeof LookUpBody>;

const ReportedInstant = v.pipe(v.string(), v.description('ISO 8601, UTC, milliseconds'));

const CandidateView = v.object({
  strikes: v.pipe(v.array(StrikeBody), v.description('Strokes of this flash within the radius, in time order')),
  best: v.pipe(v.string(), v.description('Id of its best-fitting stroke, which the figures refer to')),
  score: v.pipe(
    v.number(),
    v.description('0 to 1: (1 - distanceKm / 10) × (1 - ageH / 336) × likelihood. A rank, not a probability'),
  ),
  distanceKm: v.pipe(v.number(), v.description('Distance to the fire (0 inside)')),
  ageH: v.pipe(v.number(), v.description('Hours from stroke to report')),
  likelihood: v.pipe(v.number(), v.description('Probability that it struck within 500 m of the fire')),
});
export type CandidateView = v.InferOutput<typeof CandidateView>;

export const LookUpView = v.object({
  candidates: v.pipe(
    v.array(CandidateView),
    v.description('Possible ignition flashes, best first. Strokes within 0.5 s and 10 km form one flash'),
  ),
  found: v.pipe(v.number(), v.integer(), v.description('Number of candidates; at most 1,000 are listed')),
  accuracy: v.pipe(
    v.object({
      assumed: v.literal(true),
      radius50Km: v.number(),
      radius90Km: v.number(),
      ellipseShare: v.exactOptional(
        v.pipe(
          v.picklist([0.5, 0.9]),
          v.description(
            'Share of strokes inside their `ellipse`, if the source declares it; otherwise the assumed accuracy applies',
          ),
        ),
      ),
    }),
    v.description('Assumed location error: 50 % and 90 % radii'),
  ),
  searched: v.pipe(
    v.object({
      from: ReportedInstant,
      to: ReportedInstant,
      cut: v.pipe(
        v.boolean(),
        v.description('The time range could not be searched completely: too many strikes, or past retention'),
      ),
    }),
    v.description('Time range searched; continue with `to`'),
  ),
  completeTo: v.pipe(
    v.nullable(ReportedInstant),
    v.description(
      'Data around the place is complete up to this time, except for `gaps`. Null if nothing has been received',
    ),
  ),
  gaps: v.pipe(
    v.array(v.object({ from: ReportedInstant, to: ReportedInstant })),
    v.description('Intervals without data, up to `completeTo`: candidates may be missing'),
  ),
  attribution: v.exactOptional(
    v.pipe(v.string(), v.description('Attribution to display with the strikes, if the licence requires it')),
  ),
});
export type LookUpView = v.InferOutput<typeof LookUpView>;

const rounded = (value: number) => Number(value.toPrecision(4));

/** A candidate in the API's format: metres, seconds and four digits, which exceed the accuracy. */
export function candidateView({ strikes, best, score, distanceKm, ageMs, likelihood }: Candidate): CandidateView {
  return {
    strikes: strikes.map(({ id, latitude, longitude, atMs, detail }) => ({
      id,
      latitude,
      longitude,
      timestamp: isoMillis(atMs),
      ...detail,
    })),
    best: best.id,
    score: rounded(score),
    distanceKm: Number(distanceKm.toFixed(3)),
    ageH: Number((ageMs / 3_600_000).toFixed(4)),
    likelihood: rounded(likelihood),
  };
}
