import * as v from 'valibot';

const MAX_MIN = 720;

/**
 * The body of `POST …/recipients/{uuid}/mute`: for so many minutes, 0 for not at all. With `untilClearOf`, the uuid of an
 * area, it ends with the all-clear of that area if that comes first.
 */
export const MuteBody = v.pipe(
  v.strictObject({
    forMin: v.pipe(
      v.number('numberExpected'),
      v.integer('wholeExpected'),
      v.minValue(0, 'range'),
      v.maxValue(MAX_MIN, 'range'),
    ),
    untilClearOf: v.optional(v.pipe(v.string('textExpected'), v.uuid('format'), v.toLowerCase())),
  }),
  v.forward(
    v.partialCheck(
      [['forMin'], ['untilClearOf']],
      ({ forMin, untilClearOf }) => forMin > 0 || untilClearOf === undefined,
      'notWhileUnmuting',
    ),
    ['untilClearOf'],
  ),
);
export type MuteBody = v.InferOutput<typeof MuteBody>;
