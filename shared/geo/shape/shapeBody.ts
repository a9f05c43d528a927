import * as v from 'valibot';

const degrees = (most: number, stepsADegree: number) =>
  v.pipe(
    v.number('numberExpected'),
    v.minValue(-most, 'range'),
    v.maxValue(most, 'range'),
    v.transform((value) => Math.round(value * stepsADegree) / stepsADegree),
  );

/** The schema of a `Shape` in a body; coordinates are rounded. */
export function shapeBody(maxCorners: number, stepsADegree: number) {
  const corner = v.strictTuple([degrees(180, stepsADegree), degrees(90, stepsADegree)], 'pairExpected');
  const corners = v.pipe(v.array(corner, 'listExpected'), v.maxLength(maxCorners + 1, 'corners'));
  return v.variant(
    'type',
    [
      v.strictObject({ type: v.literal('Point'), coordinates: corner }),
      v.strictObject({ type: v.literal('LineString'), coordinates: corners }),
      v.strictObject({ type: v.literal('Polygon'), coordinates: v.strictTuple([corners], 'oneRing') }),
    ],
    'type',
  );
}
