import * as v from 'valibot';
import { settledRing, withoutRepeats } from './Shape.ts';

const degrees = (most: number, stepsADegree: number) =>
  v.pipe(
    v.number('numberExpected'),
    v.minValue(-most, 'range'),
    v.maxValue(most, 'range'),
    v.transform((value) => Math.round(value * stepsADegree) / stepsADegree),
  );

/** The schema of a `Shape` in a body; its output is rounded by `roundShape`. */
export function shapeBody(maxCorners: number, stepsADegree: number) {
  const corner = v.strictTuple([degrees(180, stepsADegree), degrees(90, stepsADegree)], 'pairExpected');
  const corners = v.pipe(v.array(corner, 'listExpected'), v.maxLength(maxCorners + 1, 'corners'));
  return v.variant(
    'type',
    [
      v.strictObject({ type: v.literal('Point'), coordinates: corner }),
      v.strictObject({
        type: v.literal('LineString'),
        coordinates: v.pipe(
          corners,
          v.transform((line) => withoutRepeats(line)),
        ),
      }),
      v.strictObject({
        type: v.literal('Polygon'),
        coordinates: v.strictTuple(
          [
            v.pipe(
              corners,
              v.transform((ring) => settledRing(ring, stepsADegree)),
            ),
          ],
          'oneRing',
        ),
      }),
    ],
    'type',
  );
}

/** An instant in an answer. */
export const InstantBody = v.pipe(v.string(), v.isoTimestamp(), v.description('ISO 8601 in UTC'));
