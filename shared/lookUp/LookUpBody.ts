import * as v from 'valibot';
import { shapeBody } from '#shared/geo/shape/shapeBody.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
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
