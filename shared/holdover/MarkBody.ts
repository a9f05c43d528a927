import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Polygon, type Shape } from '#shared/geo/shape/Shape.ts';
import { shapeBody } from '#shared/geo/shape/shapeBody.ts';
import { shapeFault } from '#shared/geo/shape/shapeFault.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { InstantBody } from '#shared/time/InstantBody.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import { OptionalNameBody } from '#shared/watch/NameBody.ts';
import { parseHoldoverCell } from './holdoverCells.ts';
import { MARK_COUNTS_MS, MARK_KINDS, type Mark, type MarkPlace } from './Mark.ts';
import { holdsCell } from './markedCells.ts';

/** Of a drawn area, or a track: thin it before it is sent. */
export const MARKED_SHAPE = { corners: 500, acrossKm: 200 } as const;
/** Coordinates are kept to some ten metres. */
const STEPS_A_DEGREE = 10_000;
export const TRACK_KM = { min: 0.2, max: 3, usual: 1 } as const;
const MOST_RAIN_MM = 500;
const NOTE_MAX = 500;
/** A client's clock may be this far ahead of ours. */
const CLOCK_AHEAD_MS = 5 * MINUTE_MS;

const Cell = v.pipe(
  v.string('textExpected'),
  v.check((id) => parseHoldoverCell(id) !== undefined, 'format'),
  v.description('The id of a cell of the list'),
);
const shape = v.pipe(
  shapeBody(MARKED_SHAPE.corners, STEPS_A_DEGREE),
  v.description('GeoJSON geometry, at most 500 corners and 200 km across'),
);

const PlaceBody = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('cell'), cell: Cell }),
    v.strictObject({
      type: v.literal('shape'),
      shape: v.pipe(
        shape,
        v.check(({ type }) => type === 'Polygon', 'polygonExpected'),
        v.description('A Polygon of one ring. Cells whose middle it holds are marked'),
      ),
    }),
    v.strictObject({
      type: v.literal('track'),
      track: v.pipe(
        shape,
        v.check(({ type }) => type === 'LineString', 'lineExpected'),
        v.description('A LineString, as a GPX file has it. Cells whose middle it passes within `withinKm` are marked'),
      ),
      withinKm: v.optional(
        v.pipe(v.number('numberExpected'), v.minValue(TRACK_KM.min, 'range'), v.maxValue(TRACK_KM.max, 'range')),
        TRACK_KM.usual,
      ),
    }),
  ],
  'cell, shape or track',
);

/** The body of `PUT /watch/{id}/marks/{uuid}`. */
export const MarkBody = v.pipe(
  v.strictObject({
    kind: v.picklist(MARK_KINDS, MARK_KINDS.join(' or ')),
    at: v.pipe(
      v.string('textExpected'),
      v.description('When the place was looked at, or the rain ended: ISO 8601 with its offset, of the last 14 days'),
      v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
        const atMs = parseIsoInstant(dataset.value);
        if (atMs !== undefined) return atMs;
        addIssue({ message: 'format' });
        return NEVER;
      }),
    ),
    place: PlaceBody,
    rainMm: v.optional(
      v.pipe(
        v.number('numberExpected'),
        v.minValue(0, 'range'),
        v.maxValue(MOST_RAIN_MM, 'range'),
        v.description('Of rain, and only of it: less than 8 mm changes nothing'),
      ),
    ),
    name: v.pipe(OptionalNameBody, v.description('Of who looked. Not for view keys and exports; erased after 90 days')),
    note: v.optional(
      v.pipe(
        v.string('textExpected'),
        v.trim(),
        v.maxLength(NOTE_MAX, 'tooLong'),
        v.description('As the name: for duty and owner keys, erased after 90 days'),
      ),
      '',
    ),
  }),
  v.forward(
    v.check(({ kind, rainMm }) => kind !== 'rain' || rainMm !== undefined, 'required'),
    ['rainMm'],
  ),
  v.forward(
    v.check(({ kind, rainMm }) => kind === 'rain' || rainMm === undefined, 'onlyOfRain'),
    ['rainMm'],
  ),
);
export type MarkBody = v.InferOutput<typeof MarkBody>;

export function markOf({ kind, at, place, rainMm }: MarkBody): Mark {
  return { kind, atMs: at, place: place as MarkPlace, ...(rainMm === undefined ? {} : { rainMm }) };
}

interface MarkFault {
  readonly field: 'at' | 'place';
  /** `tooOld`: it would change nothing any more; `noCell`: too small or thin to hold the middle of a cell; others as of any shape. */
  readonly rule: string;
}

/** What is wrong with a mark that its schema takes; undefined if nothing is. */
export function markFault({ at, place: told }: MarkBody, home: BBox, nowMs: number): MarkFault | undefined {
  if (at > nowMs + CLOCK_AHEAD_MS) return { field: 'at', rule: 'future' };
  if (at <= nowMs - MARK_COUNTS_MS) return { field: 'at', rule: 'tooOld' };
  const place = told as MarkPlace;
  if (place.type !== 'cell') {
    const drawn: Shape | Polygon = place.type === 'shape' ? place.shape : place.track;
    const fault = shapeFault(drawn, boxAroundShape(drawn, 0), home, MARKED_SHAPE);
    if (fault) return { field: 'place', rule: fault };
  }
  return holdsCell(place) ? undefined : { field: 'place', rule: 'noCell' };
}

/** A mark as the book tells it. */
export const MarkView = v.object({
  id: v.string(),
  kind: v.picklist(MARK_KINDS),
  at: InstantBody,
  place: PlaceBody,
  rainMm: v.exactOptional(v.number()),
  name: v.exactOptional(v.pipe(v.string(), v.description('For duty and owner keys, for 90 days'))),
  note: v.exactOptional(v.string()),
  recorded: v.pipe(InstantBody, v.description('When the book first heard of it')),
});
export type MarkView = v.InferOutput<typeof MarkView>;

/** Answer of `GET /watch/{id}/marks`: the newest first. */
export const MarksBody = v.object({ marks: v.array(MarkView) });
export type MarksBody = v.InferOutput<typeof MarksBody>;
