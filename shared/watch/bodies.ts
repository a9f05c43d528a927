import * as v from 'valibot';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Shape } from '#shared/geo/Shape.ts';
import { shapeBody } from '#shared/geo/schemas.ts';
import { type ShapeError, shapeError } from '#shared/geo/shapeCode.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { isTimeZone } from '#shared/zonedTime.ts';
import {
  type Area,
  DEFAULT_DWELL_MS,
  DEFAULT_RINGS_KM,
  DWELL_MIN,
  LEVELS,
  type Level,
  RING_KM,
  reachOf,
  WATCHED_SHAPE,
} from './Area.ts';

/** In graphemes. */
const NAME_MAX = 80;
/** In UTF-16 units: a grapheme can consist of several letters and marks; no name needs more than this. */
const MAX_LENGTH = 8 * NAME_MAX;
/** Line ends and other control characters, lone surrogates, and characters that change the text's direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Visible: a letter, digit, punctuation mark or symbol. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts graphemes: a letter with its accents is one. */
function signsIn(text: string): number {
  let count = 0;
  for (const _ of signs.segment(text)) count += 1;
  return count;
}

const Printable = v.pipe(
  v.string('textExpected'),
  v.maxLength(MAX_LENGTH, 'tooLong'),
  v.trim(),
  v.normalize('NFC'),
  v.check((text) => !UNPRINTABLE.test(text), 'unprintable'),
  v.check((text) => text === '' || SEEN.test(text.replace(BLANK, '')), 'invisible'),
  v.check((text) => signsIn(text) <= NAME_MAX, 'tooLong'),
);

/** A name that others read: NFC, one line, 1 to 80 graphemes, not invisible, no change of text direction. */
export const NameBody = v.pipe(Printable, v.minLength(1, 'nameRequired'));

export const OptionalNameBody = v.optional(Printable, '');

const MAX_LEAST = 20;
/** Coordinates are stored to about 10 m: no more is needed. */
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

export function areaOfBody({ shape, ringsKm, dwellMin, least, approachOnly }: AreaBody, lateReportMs: number): Area {
  return {
    shape: shape as Shape,
    ringsKm,
    dwellMs: dwellMin * 60_000,
    settleMs: lateReportMs,
    least,
    approachOnly: approachOnly === true,
  };
}

export function placeError(area: Pick<Area, 'shape' | 'ringsKm'>, home: BBox): ShapeError | null {
  return shapeError(area.shape, reachOf(area), home, WATCHED_SHAPE);
}

/** A remark, a confirmation that an alert was seen, or the name of the person who takes over. */
const NOTE_KINDS = ['note', 'acknowledged', 'handed-over'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** The body of `POST …/areas/{uuid}/log`. */
export const NoteBody = v.strictObject({
  kind: v.optional(v.picklist(NOTE_KINDS, NOTE_KINDS.join(' or ')), 'note'),
  name: NameBody,
  text: v.optional(v.pipe(v.string('textExpected'), v.trim(), v.maxLength(500, 'tooLong')), ''),
});
export type NoteBody = v.InferOutput<typeof NoteBody>;

const Language = v.picklist(LANGUAGES, LANGUAGES.join(' or '));
const TimeZone = v.pipe(v.string('textExpected'), v.check(isTimeZone, 'timeZone'));

const settings = { language: Language, timeZone: TimeZone };

export const WatchlistSettings = v.object(settings);

/** The body of `POST /watch`. */
export const WatchlistBody = v.strictObject({
  ...settings,
  turnstileToken: v.optional(v.pipe(v.string('textExpected'), v.maxLength(2_048, 'tooLong'))),
});
export type WatchlistBody = v.InferOutput<typeof WatchlistBody>;

/** The body of `PATCH /watch/{id}`. */
export const WatchlistPatch = v.strictObject({ language: v.optional(Language), timeZone: v.optional(TimeZone) });
export type WatchlistPatch = v.InferOutput<typeof WatchlistPatch>;

export const CHANNELS = ['push', 'telegram', 'webhook'] as const;

/** The lowest level that a recipient is notified of. */
export const THRESHOLDS = ['watch', 'warning', 'stop'] as const;
export type Threshold = (typeof THRESHOLDS)[number];

const MAX_URL = 2_048;

const TimeOfDay = v.pipe(v.string('textExpected'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'time'));

/** Every day from `from` to `to`, local time of the watchlist's zone; past midnight if `to` is earlier than `from`. */
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
  /** Also notify when lightning is likely to come, before it reaches a ring. */
  earlyNotice: v.optional(v.boolean('booleanExpected')),
  /** Also notify of fires in or near an area that are likely lightning. */
  fireNotice: v.optional(v.boolean('booleanExpected')),
  /** Null to be notified at once; else only of alerts that nobody confirmed within this many minutes. */
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
 * The body of `POST …/recipients/{uuid}/mute`: minutes, 0 to unmute. With `untilClearOf`, the uuid of an area, the mute
 * ends with that area's all-clear if that comes first.
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

/**
 * - `unproven`: nothing has arrived yet. A webhook gets only challenges; other channels get messages marked unproven.
 * - `proven`: something arrived. `failing`: the last attempts failed. `dead`: permanently undeliverable.
 */
const RECIPIENT_STATES = ['unproven', 'proven', 'failing', 'dead'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** `sent`: the destination accepted it. `confirmed`: the recipient has it. `superseded`: replaced by a newer one. */
const DELIVERY_STATES = ['pending', 'sent', 'confirmed', 'superseded', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const MESSAGE_TYPES = [
  'watch.raised',
  'watch.stop-extended',
  'watch.lowered',
  'watch.all-clear',
  'watch.data-lost',
  'watch.data-restored',
  'watch.early-notice',
  'fire.likely-lightning',
  'watch.notice',
  'watch.ended',
  'watch.test',
  'watch.challenge',
  'watch.heartbeat',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The type of a message of a fall to this level. */
export function fallTo(level: Level): MessageType {
  return level === 'clear' ? 'watch.all-clear' : 'watch.lowered';
}

export function isFall(type: MessageType): boolean {
  return type === 'watch.all-clear' || type === 'watch.lowered';
}

const Milliseconds = v.pipe(v.number(), v.integer());

/** One message to one recipient. Times are the server's, except the strike's. */
export const DeliveryView = v.object({
  id: v.string(),
  type: v.picklist(MESSAGE_TYPES),
  level: v.picklist(LEVELS),
  area: v.nullable(v.string()),
  recipient: v.string(),
  change: v.number(),
  state: v.picklist(DELIVERY_STATES),
  strikeAt: v.optional(Milliseconds),
  decidedAt: Milliseconds,
  sentAt: v.optional(Milliseconds),
  confirmedAt: v.optional(Milliseconds),
  attempts: v.number(),
  reason: v.optional(v.string()),
});
export type DeliveryView = v.InferOutput<typeof DeliveryView>;

/** A recipient as the watchlist's owner sees it. `target` is the host of a webhook or push service, or `Telegram`. */
export const RecipientView = v.object({
  id: v.string(),
  channel: v.picklist(CHANNELS),
  name: v.string(),
  threshold: v.picklist(THRESHOLDS),
  target: v.string(),
  state: v.picklist(RECIPIENT_STATES),
  quietHours: v.optional(QuietHours),
  heartbeat: v.optional(v.boolean()),
  earlyNotice: v.optional(v.boolean()),
  fireNotice: v.optional(v.boolean()),
  /** Notified only of alerts that nobody confirmed within this many minutes; absent if notified at once. */
  escalateAfterMin: v.optional(v.number()),
  mutedUntil: v.optional(Milliseconds),
  /** The area whose all-clear ends the mute early. */
  mutedUntilClearOf: v.optional(v.string()),
  lastDelivery: v.optional(DeliveryView),
  /** The signing key of a new webhook. Returned once. */
  secret: v.optional(v.string()),
  /** The link that opens the chat of a new Telegram recipient. Valid once, for 15 min. */
  startUrl: v.optional(v.string()),
});
export type RecipientView = v.InferOutput<typeof RecipientView>;

const Near = v.object({
  ordinal: v.pipe(v.number(), v.integer()),
  timestampMs: Milliseconds,
  distanceKm: v.number(),
  bearingDeg: v.number(),
});

/** `unknown` is neither clear nor dangerous; `level` is the last known level then. */
export const AreaView = v.object({
  id: v.string(),
  ...AreaBody.entries,
  revision: v.pipe(v.number(), v.integer()),
  level: v.picklist(LEVELS),
  unknown: v.boolean(),
  delayed: v.boolean(),
  /** Within stop: five minutes without a strike in the stop ring. */
  phase: v.optional(v.literal('countdown')),
  /** On the provider's clock. */
  allClearNotBefore: v.optional(Milliseconds),
  /** Data near the area is complete up to here. */
  completeTo: v.nullable(Milliseconds),
  change: v.pipe(v.number(), v.integer()),
  nearest: v.optional(Near),
  newest: v.optional(Near),
});
export type AreaView = v.InferOutput<typeof AreaView>;

/** `view` can read, `duty` can also write into the logs, `owner` can do everything. */
export const WATCHLIST_RIGHTS = ['view', 'duty', 'owner'] as const;
export type WatchlistRight = (typeof WATCHLIST_RIGHTS)[number];

export const WatchlistView = v.object({
  id: v.string(),
  language: v.string(),
  timeZone: v.string(),
  right: v.optional(v.picklist(WATCHLIST_RIGHTS)),
  areas: v.array(AreaView),
  /** Number of recipients, and how many of them the last attempt reached. */
  recipientSummary: v.object({ working: v.number(), total: v.number() }),
  recipients: v.optional(v.array(RecipientView)),
  /** Only for the owner: which delegated keys are active. */
  delegatedKeys: v.optional(v.object({ duty: v.boolean(), feed: v.boolean() })),
  /** `receivedAt`: on the server's clock; null if never. */
  feed: v.object({ receivedAt: v.nullable(Milliseconds), serverTime: Milliseconds }),
});
export type WatchlistView = v.InferOutput<typeof WatchlistView>;
