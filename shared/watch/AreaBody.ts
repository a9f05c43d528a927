import * as v from 'valibot';
import type { BBox } from '../geo/BBox.ts';
import { type Area, DEFAULT_DWELL_MS, DEFAULT_RINGS_KM, DWELL_MIN, RING_KM, type Shape } from './Area.ts';
import { reachOf } from './reachOf.ts';
import { MAX_CORNERS, type ShapeFault, shapeFault } from './shapeFault.ts';

const MAX_NAME = 80;
const MAX_LEAST = 20;
/** Coordinates are kept to some ten metres: nobody needs to know a house. */
const STEPS_A_DEGREE = 10_000;

const Degrees = (most: number) =>
  v.pipe(
    v.number('numberExpected'),
    v.minValue(-most, 'range'),
    v.maxValue(most, 'range'),
    v.transform((value) => Math.round(value * STEPS_A_DEGREE) / STEPS_A_DEGREE),
  );
const Corner = v.strictTuple([Degrees(180), Degrees(90)], 'pairExpected');
const Corners = v.pipe(v.array(Corner, 'listExpected'), v.maxLength(MAX_CORNERS + 1, 'corners'));
const RingKm = v.pipe(v.number('numberExpected'), v.minValue(RING_KM.min, 'range'), v.maxValue(RING_KM.max, 'range'));

const ShapeBody = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('Point'), coordinates: Corner }),
    v.strictObject({ type: v.literal('LineString'), coordinates: Corners }),
    v.strictObject({ type: v.literal('Polygon'), coordinates: v.strictTuple([Corners], 'oneRing') }),
  ],
  'type',
);

/** The body of `PUT …/areas/{uuid}`: a place and its rules. Rings are outermost first; the stop ring may equal another. */
export const AreaBody = v.strictObject({
  name: v.pipe(v.string('textExpected'), v.trim(), v.minLength(1, 'nameRequired'), v.maxLength(MAX_NAME, 'tooLong')),
  kind: v.picklist(['personal', 'site'], 'personal or site'),
  shape: ShapeBody,
  ringsKm: v.optional(
    v.pipe(
      v.strictTuple([RingKm, RingKm, RingKm], 'threeRings'),
      v.check(([watch, warning, stop]) => watch >= warning && warning >= stop, 'order'),
    ),
    [...DEFAULT_RINGS_KM],
  ),
  dwellMin: v.optional(
    v.pipe(v.number('numberExpected'), v.minValue(0.1, 'range'), v.maxValue(DWELL_MIN.max, 'range')),
    DEFAULT_DWELL_MS / 60_000,
  ),
  least: v.optional(
    v.pipe(
      v.number('numberExpected'),
      v.integer('wholeExpected'),
      v.minValue(1, 'range'),
      v.maxValue(MAX_LEAST, 'range'),
    ),
    1,
  ),
  /** Watch and warning begin only while strikes come closer; stop always does. */
  approachOnly: v.optional(v.boolean('booleanExpected')),
});
export type AreaBody = v.InferOutput<typeof AreaBody>;

/** The rules to watch an area by. `settleMs` is the server's. */
export function areaOfBody({ shape, ringsKm, dwellMin, least, approachOnly }: AreaBody, settleMs: number): Area {
  return {
    shape: shape as Shape,
    ringsKm,
    dwellMs: dwellMin * 60_000,
    settleMs,
    least,
    approachOnly: approachOnly === true,
  };
}

/** What is wrong with the place itself; null if it can be watched. */
export function placeFault(body: AreaBody, home: BBox): ShapeFault | null {
  const shape = body.shape as Shape;
  return shapeFault(shape, reachOf({ shape, ringsKm: body.ringsKm }), home);
}
