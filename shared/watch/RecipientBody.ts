import * as v from 'valibot';
import { OptionalNameBody } from './NameBody.ts';

export const CHANNELS = ['push', 'telegram', 'webhook'] as const;

/** The least level of which a recipient wants to be told. */
export const THRESHOLDS = ['watch', 'warning', 'stop'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

const MAX_URL = 2_048;

const TimeOfDay = v.pipe(v.string('textExpected'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'));

/** Every day from `from` to `to`, local time of the book's zone; over midnight if `to` is the earlier. */
export const QuietHours = v.pipe(
  v.strictObject({ from: TimeOfDay, to: TimeOfDay }),
  v.check(({ from, to }) => from !== to, 'empty'),
);
export type QuietHours = v.InferOutput<typeof QuietHours>;

const ESCALATE_AFTER_MIN = { least: 1, most: 30 } as const;

const common = {
  name: OptionalNameBody,
  threshold: v.optional(v.picklist(THRESHOLDS, THRESHOLDS.join(' or ')), 'warning'),
  quietHours: v.optional(QuietHours),
  /** Also told that lightning is likely to come, before it reaches a ring. */
  earlyNotice: v.optional(v.boolean('booleanExpected')),
  /** Also told of fires in or near an area that are likely lightning. */
  fireNotice: v.optional(v.boolean('booleanExpected')),
  /** Null to be told at once; else only of what nobody confirmed within so many minutes. */
  escalateAfterMin: v.optional(
    v.nullable(
      v.pipe(
        v.number('numberExpected'),
        v.integer('wholeExpected'),
        v.minValue(ESCALATE_AFTER_MIN.least, 'range'),
        v.maxValue(ESCALATE_AFTER_MIN.most, 'range'),
      ),
    ),
    null,
  ),
};

/** The body of `PUT …/recipients/{uuid}`. An existing recipient without `url` or `subscription` keeps its address. */
export const RecipientBody = v.variant(
  'channel',
  [
    v.strictObject({
      channel: v.literal('webhook'),
      ...common,
      url: v.optional(v.pipe(v.string('textExpected'), v.maxLength(MAX_URL, 'tooLong'))),
      heartbeat: v.optional(v.boolean('booleanExpected'), false),
    }),
    v.strictObject({ channel: v.literal('telegram'), ...common }),
    v.strictObject({
      channel: v.literal('push'),
      ...common,
      subscription: v.optional(
        v.object({
          endpoint: v.pipe(v.string('textExpected'), v.maxLength(MAX_URL, 'tooLong')),
          keys: v.object({ p256dh: v.string('textExpected'), auth: v.string('textExpected') }),
        }),
      ),
    }),
  ],
  'channel',
);
export type RecipientBody = v.InferOutput<typeof RecipientBody>;

const MAX_MIN = 720;

/**
 * The body of `POST …/recipients/{uuid}/mute`: minutes, 0 for unmuted. With `untilClearOf`, the uuid of an area, it
 * ends with the all-clear of that area if that comes first.
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
