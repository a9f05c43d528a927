import * as v from 'valibot';
import type { MessageTexts } from '#shared/i18n/dictionaryTypes.ts';
import { messageTexts, verdictTexts } from '#shared/i18n/serverTexts.ts';
import { languageOf } from '#shared/languages.ts';
import { verdictOf } from '#shared/sky/verdictOf.ts';
import { formatVerdict } from '#shared/sky/verdictText.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS, isoMillis, MINUTE_MS } from '#shared/time.ts';
import { LEVELS, type NearStrike } from '#shared/watch/Area.ts';
import { MESSAGE_TYPES, type MessageType, type QuietHours } from '#shared/watch/bodies.ts';
import type { AreaNotice } from './planNotifications.ts';

const Instant = v.pipe(v.string(), v.isoTimestamp());
const Whole = v.pipe(v.number(), v.integer());
const Level = v.picklist(LEVELS);

export const MessageStrike = v.object({
  /** `id` and coordinates are known only in the step that processed the strike. */
  id: v.exactOptional(v.string()),
  latitude: v.exactOptional(v.number()),
  longitude: v.exactOptional(v.number()),
  timestamp: Instant,
  distanceKm: v.pipe(v.number(), v.description('Distance from the area (0 inside).')),
  bearingDeg: v.pipe(v.number(), v.description('Bearing from the area, degrees clockwise from north.')),
});
export type MessageStrike = v.InferOutput<typeof MessageStrike>;

/** A fire as known when the message was decided. */
export const MessageFire = v.object({
  id: v.pipe(v.string(), v.description('Id of the message this corrects.')),
  latitude: v.number(),
  longitude: v.number(),
  firstSeen: Instant,
  lastSeen: Instant,
  frpMw: v.number(),
  chance: v.pipe(
    v.number(),
    v.description('Probability of lightning ignition. Of those rated likely, about 4 in 10 are not.'),
  ),
  gapShare: v.exactOptional(
    v.pipe(v.number(), v.description('Share of the preceding lightning without data: the probability is a minimum.')),
  ),
  distanceKm: v.number(),
  bearingDeg: v.number(),
  url: v.pipe(v.string(), v.description('The fire on the map.')),
});
export type MessageFire = v.InferOutput<typeof MessageFire>;

export const Missed = v.pipe(
  v.object({ level: Level, since: Instant }),
  v.description('A raise that could not be delivered.'),
);
export type Missed = v.InferOutput<typeof Missed>;

/** Fields of `data` in every message. */
const ALWAYS = {
  watchlistId: v.string(),
  change: v.pipe(Whole, v.description('Latest change number of the area. Ignore messages with a lower number.')),
  level: Level,
  previousLevel: Level,
  unknown: v.pipe(v.boolean(), v.description('Data lost: `level` is the last known.')),
  decidedAt: Instant,
  simulated: v.exactOptional(v.pipe(v.literal(true), v.description('Simulated data: exercise.'))),
  title: v.pipe(v.string(), v.description('Human-readable, in the watchlist’s language, like `text`.')),
  text: v.string(),
  url: v.exactOptional(
    v.pipe(v.string(), v.description('Link to the area, where this recipient can mute. Keep it secret.')),
  ),
};

/** Fields of `data` in some messages. */
const SOMETIMES = {
  areaId: v.string(),
  areaName: v.string(),
  strike: MessageStrike,
  fire: MessageFire,
  since: v.pipe(Instant, v.description('Since when, if notified late.')),
  missed: Missed,
  unconfirmedMin: v.pipe(Whole, v.description('Sent because nobody acknowledged within this many minutes.')),
  correction: v.pipe(
    v.literal(true),
    v.description(
      'The strike was reported after the margin for late reports, or the fire is no longer likely lightning.',
    ),
  ),
  late: v.pipe(v.literal(true), v.description('The strike was reported more than two minutes late.')),
  drill: v.literal(true),
  challenge: v.pipe(v.string(), v.description('Value to echo.')),
};
type Some = keyof typeof SOMETIMES;

/** The part of a message that all types share. */
export const anyMessage = v.object({
  type: v.picklist(MESSAGE_TYPES),
  timestamp: v.pipe(Instant, v.description('Time of the decision.')),
  data: v.object(ALWAYS),
});

/** The content of a message on every channel; the JSON body of a webhook. */
export type Message = Omit<v.InferOutput<typeof anyMessage>, 'data'> & { readonly data: MessageData };
const someData = v.partial(v.object(SOMETIMES));
type MessageData = v.InferOutput<typeof anyMessage>['data'] & v.InferOutput<typeof someData>;

interface MessageRow {
  readonly must?: readonly Some[];
  readonly may?: readonly Some[];
  /** How long it is worth delivering. */
  readonly lifeMs: number;
  /** For the OpenAPI document. */
  readonly summary: string;
  readonly title: (texts: MessageTexts, notice: AreaNotice) => string;
  readonly sentences: (
    texts: MessageTexts,
    notice: AreaNotice,
    setting: MessageSetting,
  ) => readonly (string | undefined)[];
}

const AREA = ['areaId', 'areaName'] as const;
const theSentence: MessageRow['sentences'] = (_texts, _notice, { sentence }) => [sentence];
const theTest = { title: ({ test }: MessageTexts) => test, sentences: ({ testText }: MessageTexts) => [testText] };

/** All that differs from one type of message to another; its order among others is `rankOf`'s. */
const MESSAGES: Readonly<Record<MessageType, MessageRow>> = {
  'watch.raised': {
    must: AREA,
    may: ['strike', 'since', 'unconfirmedMin', 'correction', 'late'],
    // Until its fall supersedes it.
    lifeMs: 24 * HOUR_MS,
    summary: 'Level raised to or above the recipient’s threshold',
    title: (texts, { level }) => (level === 'clear' ? texts.notice : texts.raise[level]),
    sentences: (texts, notice, setting) => [
      ...(notice.strike ? skySentences(notice, setting) : []),
      notice.isLate ? texts.reportedAt(timeOf(setting.decidedMs, setting)) : undefined,
      notice.sinceMs === null ? undefined : texts.since(timeOf(notice.sinceMs, setting)),
      notice.isCorrection ? texts.correction : undefined,
      notice.level === 'stop' ? texts.keepAway : undefined,
    ],
  },
  'watch.stop-extended': {
    must: AREA,
    may: ['strike', 'correction', 'late'],
    lifeMs: 10 * MINUTE_MS,
    summary: 'Stop extended: lightning struck during the countdown',
    title: ({ again }) => again,
    sentences: ({ againText }, notice, setting) => [...(notice.strike ? skySentences(notice, setting) : []), againText],
  },
  'watch.lowered': {
    must: AREA,
    may: ['missed'],
    lifeMs: 6 * HOUR_MS,
    summary: 'Level fell below the threshold; not an all-clear',
    title: ({ lowered }) => lowered,
    sentences: ({ loweredTo }, { level }) => [level === 'watch' || level === 'warning' ? loweredTo[level] : undefined],
  },
  'watch.all-clear': {
    must: AREA,
    may: ['missed'],
    lifeMs: 6 * HOUR_MS,
    summary: 'All-clear',
    title: ({ clear }) => clear,
    sentences: ({ clearText }) => [clearText],
  },
  'watch.data-lost': {
    must: AREA,
    may: ['since', 'unconfirmedMin'],
    lifeMs: 30 * MINUTE_MS,
    summary: 'Data lost: lightning cannot be ruled out',
    title: ({ blind }) => blind,
    sentences: (_texts, notice, setting) => skySentences(notice, setting),
  },
  'watch.data-restored': {
    must: AREA,
    lifeMs: 6 * HOUR_MS,
    summary: 'Data restored; `level` is current',
    title: ({ sight }) => sight,
    sentences: ({ sightText }, { level }) => [sightText[level]],
  },
  'watch.early-notice': {
    must: AREA,
    lifeMs: 10 * MINUTE_MS,
    summary: 'A storm is approaching; no level change',
    title: ({ early }) => early,
    sentences: theSentence,
  },
  'fire.likely-lightning': {
    must: [...AREA, 'fire'],
    may: ['correction'],
    lifeMs: 6 * HOUR_MS,
    summary: 'A fire in or near the area was probably ignited by lightning (opt-in); no level change',
    title: (texts, { isCorrection }) => (isCorrection ? texts.fireCorrected : texts.fire),
    sentences: theSentence,
  },
  'watch.notice': {
    may: AREA,
    lifeMs: HOUR_MS,
    summary: 'Notice about the watchlist or its recipients, in `text`',
    title: ({ notice }) => notice,
    sentences: theSentence,
  },
  'watch.ended': {
    must: AREA,
    lifeMs: 6 * HOUR_MS,
    summary: 'Monitoring ended; not an all-clear',
    title: ({ ended }) => ended,
    sentences: ({ endedText }) => [endedText],
  },
  'watch.test': { may: [...AREA, 'drill'], lifeMs: MINUTE_MS, summary: 'Test or drill', ...theTest },
  'watch.challenge': {
    must: ['challenge'],
    lifeMs: 15 * MINUTE_MS,
    summary: 'Verify the endpoint: echo `challenge`',
    ...theTest,
  },
  'watch.heartbeat': { lifeMs: MINUTE_MS, summary: 'Heartbeat every five minutes (opt-in)', ...theTest },
};

/** How long a message is worth delivering. */
export function lifeMs(type: MessageType): number {
  return MESSAGES[type].lifeMs;
}

export function summaryOf(type: MessageType): string {
  return MESSAGES[type].summary;
}

/** The schema of a message type, without the fields of `anyMessage`. */
export function ownMessage<Type extends MessageType>(type: Type) {
  const { must = [], may = [] } = MESSAGES[type];
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

/** The area's panel, where this recipient can mute. Opening it changes nothing; servers do not see the fragment. */
export function panelUrl(
  { origin, id, muteKey }: Linked,
  watchlist: { readonly id: string; readonly language: string },
  area: string,
): string {
  return `${origin}/${watchlist.language}/watch/${watchlist.id}/${area}#mute=${id}.${muteKey}`;
}

/** Cached: creating a format costs more than the rest of a message. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 200;

/** 24 hours: `14:03`, with seconds `14:03:10`. */
export function timeOfDay(atMs: number, language: string, timeZone: string, withSeconds = false): string {
  return formatOf(language, timeZone, withSeconds).format(atMs);
}

function formatOf(language: string, timeZone: string, withSeconds: boolean): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${withSeconds}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const second = withSeconds ? ({ second: '2-digit' } as const) : {};
  const format = new Intl.DateTimeFormat(language, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...second,
    hourCycle: 'h23',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/** In the zone's local time, daylight saving included. Starts at `from` and ends before `to`. */
export function isQuietAt({ from, to }: QuietHours, timeZone: string, atMs: number): boolean {
  const now = timeOfDay(atMs, 'en-GB', timeZone);
  return from < to ? now >= from && now < to : now >= from || now < to;
}

export interface MessageSetting {
  readonly watchlist: { readonly id: string; readonly language: string; readonly timeZone: string };
  /** Null for messages that concern a recipient and no area. */
  readonly area: { readonly id: string; readonly name: string } | null;
  readonly change: number;
  readonly unknown: boolean;
  readonly decidedMs: number;
  readonly isSimulated: boolean;
  readonly isDrill?: boolean;
  readonly url?: string | undefined;
  readonly missed?: Missed | undefined;
  readonly fire?: MessageFire;
  readonly strikeOf?: (ordinal: number) => Strike | undefined;
  readonly sentence?: string;
  readonly challenge?: string;
}

export function messageOf(notice: AreaNotice, setting: MessageSetting): Message {
  const { watchlist, area, change, unknown, isSimulated, isDrill, url, missed, challenge, fire } = setting;
  const { level, previousLevel, strike, isCorrection, isLate, sinceMs } = notice;
  const decidedAt = isoMillis(setting.decidedMs);
  return {
    type: notice.type,
    timestamp: decidedAt,
    data: {
      watchlistId: watchlist.id,
      ...(area ? { areaId: area.id, areaName: area.name } : {}),
      change,
      level,
      previousLevel,
      unknown,
      ...(strike ? { strike: strikeOf(strike, setting) } : {}),
      ...(fire ? { fire } : {}),
      decidedAt,
      ...(sinceMs === null ? {} : { since: isoMillis(sinceMs) }),
      ...(missed ? { missed } : {}),
      ...(notice.unconfirmedMin === undefined ? {} : { unconfirmedMin: notice.unconfirmedMin }),
      ...(isCorrection ? { correction: true } : {}),
      ...(isLate ? { late: true } : {}),
      ...(isSimulated ? { simulated: true } : {}),
      ...(isDrill ? { drill: true } : {}),
      title: titleOf(notice, setting),
      text: textOf(notice, setting),
      ...(url === undefined ? {} : { url }),
      ...(challenge === undefined ? {} : { challenge }),
    },
  };
}

function strikeOf({ ordinal, atMs, km, bearing }: NearStrike, setting: MessageSetting): MessageStrike {
  const known = setting.strikeOf?.(ordinal);
  return {
    ...(known ? { id: known.id, latitude: known.latitude, longitude: known.longitude } : {}),
    timestamp: isoMillis(atMs),
    distanceKm: km,
    bearingDeg: bearing,
  };
}

function textsOf({ watchlist }: MessageSetting): MessageTexts {
  return messageTexts[languageOf(watchlist.language)];
}

function titleOf(notice: AreaNotice, setting: MessageSetting): string {
  const texts = textsOf(setting);
  const { area, isSimulated, isDrill } = setting;
  const what = MESSAGES[notice.type].title(texts, notice);
  const named = area ? `${what}: ${area.name}` : what;
  return [isDrill ? texts.drill : undefined, isSimulated ? texts.exercise : undefined, named]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function textOf(notice: AreaNotice, setting: MessageSetting): string {
  const texts = textsOf(setting);
  const { missed } = setting;
  const missedText = missed && missed.level !== 'clear' ? texts.missed[missed.level] : undefined;
  const { unconfirmedMin } = notice;
  const why = unconfirmedMin === undefined ? undefined : texts.unconfirmed(unconfirmedMin);
  return [
    ...MESSAGES[notice.type].sentences(texts, notice, setting),
    why,
    missedText?.(timeOf(Date.parse(missed?.since ?? ''), setting)),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** The verdict sentences for the area's sky. The title already has the level and the exercise label. */
function skySentences({ type, level, strike, sinceMs }: AreaNotice, setting: MessageSetting): string[] {
  const { watchlist, decidedMs } = setting;
  const isDataLost = type === 'watch.data-lost';
  const verdict = verdictOf({
    nowMs: decidedMs,
    feed: isDataLost ? { kind: 'down', sinceMs: sinceMs ?? decidedMs } : { kind: 'live' },
    read: 'all',
    requestedMs: HOUR_MS,
    withinKm: null,
    from: 'area',
    near: strike && !isDataLost ? { atMs: strike.atMs, away: { km: strike.km, bearing: strike.bearing } } : undefined,
    cells: { kind: 'none' },
    supportsAlerts: true,
    simulated: false,
    held: level === 'clear' ? undefined : { level },
  });
  const language = languageOf(watchlist.language);
  const sentences = formatVerdict(verdict, {
    texts: verdictTexts[language],
    language,
    timeOf: (atMs, precision) => timeOf(atMs, setting, precision === 'strike'),
    isRead: 'later',
  });
  return sentences.filter(({ part }) => part !== 'action' && (isDataLost || part !== 'held')).map(({ text }) => text);
}

function timeOf(atMs: number, { watchlist }: MessageSetting, withSeconds = false): string {
  return timeOfDay(atMs, watchlist.language, watchlist.timeZone, withSeconds);
}
