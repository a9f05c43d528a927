import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { shapeBody } from '#shared/geo/shape/shapeBody.ts';
import { type ShapeFault, shapeFault } from '#shared/geo/shape/shapeFault.ts';
import { type Area, DEFAULT_DWELL_MS, DEFAULT_RINGS_KM, DWELL_MIN, RING_KM, reachOf, WATCHED_SHAPE } from './Area.ts';
import { NameBody } from './NameBody.ts';

const MAX_LEAST = 20;
/** Coordinates are kept to some ten metres: nobody needs to know a house. */
const STEPS_A_DEGREE = 10_000;

const RingKm = v.pipe(v.number('numberExpected'), v.minValue(RING_KM.min, 'range'), v.maxValue(RING_KM.max, 'range'));

export const areaBody = (leastDwellMin: number) =>
  v.strictObject({
    name: NameBody,
    kind: v.picklist(['personal', 'site'], 'personal or site'),
    shape: shapeBody(WATCHED_SHAPE.corners, STEPS_A_DEGREE),
    ringsKm: v.optional(
      v.pipe(
        v.strictTuple([RingKm, RingKm, RingKm], 'threeRings'),
        v.check(([watch, warning, stop]) => watch >= warning && warning >= stop, 'order'),
      ),
      [...DEFAULT_RINGS_KM],
    ),
    dwellMin: v.optional(
      v.pipe(v.number('numberExpected'), v.minValue(leastDwellMin, 'range'), v.maxValue(DWELL_MIN.max, 'range')),
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
    approachOnly: v.optional(v.boolean('booleanExpected')),
  });

/** The body of `PUT …/areas/{uuid}`. Rings are outermost first; the stop ring may equal another. */
export const AreaBody = areaBody(DWELL_MIN.min);
export type AreaBody = v.InferOutput<typeof AreaBody>;

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

export function placeFault(body: AreaBody, home: BBox): ShapeFault | null {
  const shape = body.shape as Shape;
  return shapeFault(shape, reachOf({ shape, ringsKm: body.ringsKm }), home, WATCHED_SHAPE);
}

/** A remark, a confirmation that an alert was seen, or the name of who takes over. */
const NOTE_KINDS = ['note', 'acknowledged', 'handed-over'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** The body of `POST …/areas/{uuid}/log`. */
export const NoteBody = v.strictObject({
  kind: v.optional(v.picklist(NOTE_KINDS, NOTE_KINDS.join(' or ')), 'note'),
  name: NameBody,
  text: v.optional(v.pipe(v.string('textExpected'), v.trim(), v.maxLength(500, 'tooLong')), ''),
});
export type NoteBody = v.InferOutput<typeof NoteBody>;
