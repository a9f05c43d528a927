import * as v from 'valibot';
import { LEVELS } from '#shared/watch/Area.ts';
import { MESSAGE_TYPES, type MessageType } from '#shared/watch/RecipientView.ts';

const Instant = v.pipe(v.string(), v.isoTimestamp());
const Whole = v.pipe(v.number(), v.integer());
const Level = v.picklist(LEVELS);

export const MessageStrike = v.object({
  /** Only the step that saw the strike has its id and place. */
  id: v.exactOptional(v.string()),
  latitude: v.exactOptional(v.number()),
  longitude: v.exactOptional(v.number()),
  timestamp: Instant,
  distanceKm: v.pipe(v.number(), v.description('From the area’s shape; 0 inside it.')),
  bearingDeg: v.pipe(v.number(), v.description('From the area, clockwise from north.')),
});
export type MessageStrike = v.InferOutput<typeof MessageStrike>;

/** A fire as it was known when the message was decided. */
export const MessageFire = v.object({
  id: v.pipe(v.string(), v.description('Of the correction: that of the message that it corrects.')),
  latitude: v.number(),
  longitude: v.number(),
  firstSeen: Instant,
  lastSeen: Instant,
  frpMw: v.number(),
  chance: v.pipe(v.number(), v.description('That it is lightning. Of those called likely 4 in 10 are not.')),
  unreadShare: v.exactOptional(
    v.pipe(v.number(), v.description('Of the lightning before it, not read: the chance is at least that.')),
  ),
  distanceKm: v.number(),
  bearingDeg: v.number(),
  url: v.pipe(v.string(), v.description('The fire on the map.')),
});
export type MessageFire = v.InferOutput<typeof MessageFire>;

/** A raise that never arrived. */
export const Missed = v.pipe(v.object({ level: Level, since: Instant }), v.description('A raise that never arrived.'));
export type Missed = v.InferOutput<typeof Missed>;

/** What every message has in `data`. */
const ALWAYS = {
  bookId: v.string(),
  change: v.pipe(
    Whole,
    v.description(
      'The newest change of the area. Discard a message about an area with a lower one than you have seen.',
    ),
  ),
  level: Level,
  previousLevel: Level,
  unknown: v.pipe(v.boolean(), v.description('Nothing is seen: `level` is the last known.')),
  decidedAt: Instant,
  simulated: v.exactOptional(v.pipe(v.literal(true), v.description('Of simulated strikes: an exercise.'))),
  title: v.pipe(v.string(), v.description('For people, in the language of the book, as is `text`.')),
  text: v.string(),
  url: v.exactOptional(
    v.pipe(v.string(), v.description('The area’s page, where this recipient can be muted. Keep it secret.')),
  ),
};

/** What some have there. */
const SOMETIMES = {
  areaId: v.string(),
  areaName: v.string(),
  strike: MessageStrike,
  fire: MessageFire,
  since: v.pipe(Instant, v.description('Since when this holds, if it is told late.')),
  missed: Missed,
  unconfirmedMin: v.pipe(Whole, v.description('Told because nobody confirmed it within so many minutes.')),
  correction: v.pipe(
    v.literal(true),
    v.description('The strike was told after the settle time; the fire is likely lightning no more.'),
  ),
  late: v.pipe(v.literal(true), v.description('The strike was told more than two minutes after it fell.')),
  drill: v.literal(true),
  challenge: v.pipe(v.string(), v.description('The value to echo.')),
};
type Some = keyof typeof SOMETIMES;

/** The part of every message that all types have. */
export const anyMessage = v.object({
  type: v.picklist(MESSAGE_TYPES),
  timestamp: v.pipe(Instant, v.description('When it was decided.')),
  data: v.object(ALWAYS),
});

/** The content of a message on every channel; the JSON body of a webhook. */
export type Message = Omit<v.InferOutput<typeof anyMessage>, 'data'> & { readonly data: MessageData };
const someData = v.partial(v.object(SOMETIMES));
type MessageData = v.InferOutput<typeof anyMessage>['data'] & v.InferOutput<typeof someData>;

const AREA = ['areaId', 'areaName'] as const;
const FIELDS: Readonly<Record<MessageType, { readonly must?: readonly Some[]; readonly may?: readonly Some[] }>> = {
  'watch.raise': { must: AREA, may: ['strike', 'since', 'unconfirmedMin', 'correction', 'late'] },
  'watch.again': { must: AREA, may: ['strike', 'correction', 'late'] },
  'watch.lowered': { must: AREA, may: ['missed'] },
  'watch.clear': { must: AREA, may: ['missed'] },
  'watch.blind': { must: AREA, may: ['since', 'unconfirmedMin'] },
  'watch.sight': { must: AREA },
  'watch.early': { must: AREA },
  'fire.likely-lightning': { must: [...AREA, 'fire'], may: ['correction'] },
  'watch.notice': { may: AREA },
  'watch.ended': { must: AREA },
  'watch.test': { may: [...AREA, 'drill'] },
  'watch.challenge': { must: ['challenge'] },
  'watch.heartbeat': {},
};

/** What a message of the type has beside `anyMessage`. */
export function ownMessage<Type extends MessageType>(type: Type) {
  const { must = [], may = [] } = FIELDS[type];
  const data = Object.fromEntries([
    ...must.map((name) => [name, SOMETIMES[name]]),
    ...may.map((name) => [name, v.exactOptional(SOMETIMES[name])]),
  ]);
  return v.object({ type: v.literal(type), data: v.object(data) });
}

interface Linked {
  readonly origin: string;
  readonly id: string;
  readonly muteKey: string;
}

/** The area's panel, where this recipient can be muted. Opening it changes nothing; servers do not see the fragment. */
export function panelUrl(
  { origin, id, muteKey }: Linked,
  book: { readonly id: string; readonly language: string },
  area: string,
): string {
  return `${origin}/${book.language}/watch/${book.id}/${area}#mute=${id}.${muteKey}`;
}
