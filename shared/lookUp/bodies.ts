import * as v from 'valibot';
import { shapeBody } from '#shared/geo/shape/shapeBody.ts';
import { isoMillis, parseIsoInstant } from '#shared/time/isoTime.ts';
import { StrikeBody } from '#shared/wire/StrikeBody.ts';
import type { Candidate } from './candidatesOf.ts';
import { LOOK_UP_RADII_KM, LOOKED_UP_SHAPE } from './LookUpLimits.ts';

/** Some 10 cm, finer than any fire is drawn. */
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
  from: v.optional(v.pipe(Instant, v.description('Inclusive; 14 days before the report if it is not given'))),
  to: v.optional(v.pipe(Instant, v.description('Exclusive; the report if it is not given'))),
  reportedAt: Instant,
});
export type LookUpBody = v.InferOutput<typeof LookUpBody>;

const ToldInstant = v.pipe(v.string(), v.description('ISO 8601, UTC, milliseconds'));

const CandidateView = v.object({
  strikes: v.pipe(v.array(StrikeBody), v.description('Its strokes within the radius, by time')),
  best: v.pipe(v.string(), v.description('The id of the stroke that fits best, which the numbers are of')),
  score: v.pipe(
    v.number(),
    v.description(
      '0 to 1: (1 - distanceKm / 10) × (1 - ageH / 336) × likelihood. It ranks; it is no probability that this flash lit the fire',
    ),
  ),
  distanceKm: v.pipe(v.number(), v.description('To the point or the edge of the fire; 0 within it')),
  ageH: v.pipe(v.number(), v.description('Hours from the stroke to the report')),
  likelihood: v.pipe(v.number(), v.description('That the stroke truly struck within 500 m of the fire')),
});
export type CandidateView = v.InferOutput<typeof CandidateView>;

export const LookUpView = v.object({
  candidates: v.pipe(
    v.array(CandidateView),
    v.description(
      'Flashes that may have lit the fire, the best first. Strokes at most 0.5 s after one another, within 10 km, are one flash',
    ),
  ),
  found: v.pipe(
    v.number(),
    v.integer(),
    v.description('How many candidates there are. At most 1,000 are listed, the best'),
  ),
  accuracy: v.pipe(
    v.object({
      assumed: v.literal(true),
      radius50Km: v.number(),
      radius90Km: v.number(),
      ellipseShare: v.exactOptional(
        v.pipe(
          v.picklist([0.5, 0.9]),
          v.description(
            'Where the source tells it: a stroke with an `ellipse` lies within it with this share, and its likelihood is reckoned by it. What is assumed holds for strokes without one',
          ),
        ),
      ),
    }),
    v.description(
      'How far a stroke may be from where it was located: within these radii in 50 % and in 90 % of cases. Assumed, because the provider does not tell',
    ),
  ),
  searched: v.pipe(
    v.object({
      from: ToldInstant,
      to: ToldInstant,
      cut: v.pipe(
        v.boolean(),
        v.description('There were too many strikes to search all of the time, or it is not kept'),
      ),
    }),
    v.description('The time that was searched; the part before `from` was not. Ask for it with `to`'),
  ),
  completeTo: v.pipe(
    v.nullable(ToldInstant),
    v.description(
      'Up to this instant the surroundings were read, except for `unread`; what is newer may still be missing. Null if nothing is known to have been read',
    ),
  ),
  unread: v.pipe(
    v.array(v.object({ from: ToldInstant, to: ToldInstant })),
    v.description('What was not read, up to `completeTo`: candidates may be missing from it'),
  ),
  attribution: v.exactOptional(
    v.pipe(v.string(), v.description('Whose data the strikes are, as the licence asks for it: show it with them.')),
  ),
});
export type LookUpView = v.InferOutput<typeof LookUpView>;

const rounded = (value: number) => Number(value.toPrecision(4));

/** A candidate as the API writes it: metres, seconds and four digits, more than the accuracy warrants. */
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
