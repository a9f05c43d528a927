import type { Shape } from '#shared/geo/Shape.ts';
import { XML_DECLARATION, xmlElement } from '#shared/http.ts';
import { feedTexts, messageTexts } from '#shared/i18n/serverTexts.ts';
import { languageOf } from '#shared/languages.ts';
import { HOUR_MS, isoMillis } from '#shared/time.ts';
import { type AreaChange, LEVELS, type Level } from '#shared/watch/Area.ts';
import { type AreaBody, fallTo, type MessageType } from '#shared/watch/bodies.ts';
import { type Message, messageOf } from './messages.ts';

export interface FeedArea extends Pick<AreaBody, 'name' | 'shape' | 'ringsKm'> {
  readonly id: string;
}

export interface FeedChange {
  readonly area: string;
  readonly change: AreaChange;
}

/** The content of a watchlist's feeds. Times are the server's. */
export interface WatchlistChanges {
  readonly id: string;
  readonly language: string;
  readonly timeZone: string;
  readonly createdMs: number;
  readonly areas: readonly FeedArea[];
  /** The changes that a feed publishes, oldest first. */
  readonly changes: readonly FeedChange[];
}

interface FeedSender {
  readonly origin: string;
  readonly isSimulated: boolean;
}

const SENDER_NAME = 'Balkan Lightning';

function messageOfChange(
  watchlist: Pick<WatchlistChanges, 'id' | 'language' | 'timeZone'>,
  area: Pick<FeedArea, 'id' | 'name'>,
  change: AreaChange,
  isSimulated: boolean,
): Message {
  const { from, to, strike, correction, late, atMs, kind } = change;
  const notice = {
    type: typeOf(change),
    level: to,
    previousLevel: from,
    strike,
    isCorrection: correction,
    isLate: late,
    sinceMs: null,
  };
  return messageOf(notice, {
    watchlist,
    area,
    change: change.change,
    unknown: kind === 'blind',
    decidedMs: atMs,
    isSimulated,
  });
}

function typeOf({ kind, to }: AreaChange): MessageType {
  if (kind === 'blind') return 'watch.data-lost';
  if (kind === 'sight') return 'watch.data-restored';
  if (kind === 'fall') return fallTo(to);
  return 'watch.raised';
}

/**
 * The changes of the danger that `change` belongs to, oldest first up to `change`. It begins with the change that ended
 * a period of clear state with data. `changes` are one area's, oldest first. Empty if there is no such change.
 */
export function episodeOf(changes: readonly AreaChange[], change: number): readonly AreaChange[] {
  let begin = 0;
  let isDataLost = false;
  for (const [index, { change: number, from, kind }] of changes.entries()) {
    if (from === 'clear' && !isDataLost) begin = index;
    if (kind === 'blind') isDataLost = true;
    if (kind === 'sight') isDataLost = false;
    if (number === change) return changes.slice(begin, index + 1);
  }
  return [];
}

/** Omits `sight` without a preceding `blind`: a new or edited area is unknown until its past was read. */
export function notifiedChanges(changes: readonly FeedChange[]): FeedChange[] {
  const dataLost = new Set<string>();
  return changes.filter(({ area, change: { kind } }) => {
    if (kind === 'sight') return dataLost.delete(area);
    if (kind === 'blind') dataLost.add(area);
    return true;
  });
}

const CAP_NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2';

/** Contains the time: an area's uuid that is reused starts again with change 1. */
function changeId(area: string, { change, atMs }: Pick<AreaChange, 'change' | 'atMs'>): string {
  return `${area}.${change}.${atMs}`;
}

/** The last change of `episode` as a message of the Common Alerting Protocol 1.2; it references the earlier ones. */
export function capAlert(
  watchlist: WatchlistChanges,
  area: FeedArea,
  episode: readonly AreaChange[],
  { origin, isSimulated }: FeedSender,
): string {
  const change = episode.at(-1);
  if (!change) throw new RangeError('an episode has a change');
  const earlier = episode.slice(0, -1);
  const texts = feedTexts[languageOf(watchlist.language)];
  const { exercise } = messageTexts[languageOf(watchlist.language)];
  const sender = new URL(origin).hostname;
  const sent = (atMs: number) => capTime(atMs, watchlist.timeZone);
  const references = earlier.map((before) => `${sender},${changeId(area.id, before)},${sent(before.atMs)}`).join(' ');
  return `${XML_DECLARATION}${xmlElement(
    'alert',
    [
      xmlElement('identifier', changeId(area.id, change)),
      xmlElement('sender', sender),
      xmlElement('sent', sent(change.atMs)),
      xmlElement('status', isSimulated ? 'Exercise' : 'Actual'),
      xmlElement('msgType', earlier.length === 0 ? 'Alert' : 'Update'),
      xmlElement('scope', 'Restricted'),
      xmlElement('restriction', texts.restriction),
      isSimulated ? xmlElement('note', exercise) : undefined,
      earlier.length === 0 ? undefined : xmlElement('references', references),
      capInfo(watchlist, area, change, isSimulated),
    ],
    { xmlns: CAP_NAMESPACE },
  )}\n`;
}

function capInfo(watchlist: WatchlistChanges, area: FeedArea, change: AreaChange, isSimulated: boolean): string {
  const texts = feedTexts[languageOf(watchlist.language)];
  const { responseType, urgency, severity, certainty, lifeMs } = capRating(change);
  const { title, text } = messageOfChange(watchlist, area, change, isSimulated).data;
  const { keepAway } = messageTexts[languageOf(watchlist.language)];
  const { atMs, to, from, kind } = change;
  return xmlElement('info', [
    xmlElement('language', watchlist.language),
    xmlElement('category', 'Met'),
    xmlElement('event', kind === 'blind' ? texts.noData : texts.lightning),
    xmlElement('responseType', responseType),
    xmlElement('urgency', urgency),
    xmlElement('severity', severity),
    xmlElement('certainty', certainty),
    xmlElement('effective', capTime(atMs, watchlist.timeZone)),
    xmlElement('expires', capTime(atMs + lifeMs, watchlist.timeZone)),
    xmlElement('senderName', SENDER_NAME),
    xmlElement('headline', title),
    xmlElement('description', text),
    to === 'stop' ? xmlElement('instruction', keepAway) : undefined,
    ...parametersOf(area, change, watchlist.timeZone).map(([name, value]) =>
      xmlElement('parameter', [xmlElement('valueName', name), xmlElement('value', value)]),
    ),
    capArea(area, to === 'clear' ? from : to),
  ]);
}

function parametersOf(area: FeedArea, change: AreaChange, timeZone: string): [name: string, value: string | number][] {
  const { from, to, kind, strike, correction, late } = change;
  const flags = { unknown: kind === 'blind', correction, late };
  return [
    ['level', to],
    ['previousLevel', from],
    ['ringKm', ringOf(area, to === 'clear' ? from : to)],
    ...(strike
      ? ([
          ['distanceKm', strike.km],
          ['bearingDeg', strike.bearing],
          ['strikeTime', capTime(strike.atMs, timeZone)],
        ] as [string, string | number][])
      : []),
    ...Object.entries(flags).flatMap(([name, is]): [string, string][] => (is ? [[name, 'true']] : [])),
  ];
}

function ringOf({ ringsKm }: Pick<FeedArea, 'ringsKm'>, level: Level): number {
  return ringsKm[Math.max(0, LEVELS.indexOf(level) - 1)] ?? ringsKm[0];
}

/**
 * CAP's `<area>`. A point gets the ring of the level around it. CAP has no distance from a polygon, so polygons are
 * sent without a ring, and a line as a polygon there and back.
 */
export function capArea(area: FeedArea, level: Level): string {
  const shape = area.shape as Shape;
  if (shape.type === 'Point') {
    const [longitude, latitude] = shape.coordinates;
    const circle = `${latitude},${longitude} ${ringOf(area, level)}`;
    return xmlElement('area', [xmlElement('areaDesc', area.name), xmlElement('circle', circle)]);
  }
  const corners = shape.type === 'Polygon' ? shape.coordinates[0] : thereAndBack(shape.coordinates);
  const polygon = corners.map(([longitude, latitude]) => `${latitude},${longitude}`).join(' ');
  return xmlElement('area', [xmlElement('areaDesc', area.name), xmlElement('polygon', polygon)]);
}

function thereAndBack<Corner>(line: readonly Corner[]): Corner[] {
  const back = line.slice(0, -1).reverse();
  const closed = [...line, ...back];
  return closed.length < 4 ? [...line, ...line.slice(-1), ...back] : closed;
}

/** The ratings of a change in CAP 1.2 (3.2.2). */
interface CapRating {
  readonly responseType: 'Shelter' | 'Prepare' | 'Monitor' | 'AllClear' | 'None';
  readonly urgency: 'Immediate' | 'Expected' | 'Future' | 'Past' | 'Unknown';
  readonly severity: 'Severe' | 'Moderate' | 'Minor' | 'Unknown';
  readonly certainty: 'Observed' | 'Unknown';
  /** How long it remains valid if no message follows. */
  readonly lifeMs: number;
}

/** An update replaces the active alert. It expires late, because silence must not look like an all-clear. */
const HELD_LIFE_MS = 24 * HOUR_MS;
const OVER_LIFE_MS = 6 * HOUR_MS;

const RATINGS: Readonly<Record<Exclude<Level, 'clear'>, CapRating>> = {
  stop: {
    responseType: 'Shelter',
    urgency: 'Immediate',
    severity: 'Severe',
    certainty: 'Observed',
    lifeMs: HELD_LIFE_MS,
  },
  warning: {
    responseType: 'Prepare',
    urgency: 'Expected',
    severity: 'Moderate',
    certainty: 'Observed',
    lifeMs: HELD_LIFE_MS,
  },
  watch: {
    responseType: 'Monitor',
    urgency: 'Future',
    severity: 'Minor',
    certainty: 'Observed',
    lifeMs: HELD_LIFE_MS,
  },
};
const OVER = { urgency: 'Past', severity: 'Minor', certainty: 'Observed', lifeMs: OVER_LIFE_MS } as const;
const UNSEEN = {
  responseType: 'Monitor',
  urgency: 'Unknown',
  severity: 'Unknown',
  certainty: 'Unknown',
  lifeMs: HELD_LIFE_MS,
} as const;

/** Only a fall to clear is an all-clear. During data loss, the last level is retained with unknown certainty. */
export function capRating({ kind, to }: Pick<AreaChange, 'kind' | 'to'>): CapRating {
  if (to !== 'clear') return kind === 'blind' ? { ...RATINGS[to], certainty: 'Unknown' } : RATINGS[to];
  if (kind === 'blind') return UNSEEN;
  return { ...OVER, responseType: kind === 'fall' ? 'AllClear' : 'None' };
}

/** CAP 1.2 time (3.3.2): to the second, local in `timeZone`, with its offset; for UTC that is `-00:00`, never `Z`. */
export function capTime(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offsetMin = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (offsetMin === 0) return `${new Date(atMs).toISOString().slice(0, 19)}-00:00`;
  const offsetMs = (sign === '-' ? -1 : 1) * offsetMin * 60_000;
  return `${new Date(atMs + offsetMs).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}

/** The year from which our tag URIs (RFC 4151) are valid. Never change it. */
const TAG_YEAR = '2026';

/** The watchlist's changes as an Atom feed (RFC 4287), newest first. `root` is the URL below which its feeds are. */
export function atomFeed(watchlist: WatchlistChanges, root: string, { origin, isSimulated }: FeedSender): string {
  const tag = (id: string) => `tag:${new URL(origin).hostname},${TAG_YEAR}:watch/${id}`;
  const areas = new Map(watchlist.areas.map((area) => [area.id, area]));
  const entries = watchlist.changes.toReversed().flatMap(({ area: id, change }): string[] => {
    const area = areas.get(id);
    if (!area) return [];
    const { title, text, level, unknown } = messageOfChange(watchlist, area, change, isSimulated).data;
    const at = isoMillis(change.atMs);
    const link = { rel: 'alternate', type: 'application/cap+xml', href: `${root}/cap/${id}/${change.change}.xml` };
    return [
      xmlElement('entry', [
        xmlElement('id', tag(changeId(id, change))),
        xmlElement('title', title),
        xmlElement('updated', at),
        xmlElement('published', at),
        xmlElement('category', [], { term: unknown ? 'unknown' : level }),
        xmlElement('link', [], link),
        xmlElement('summary', text),
      ]),
    ];
  });
  const updatedMs = watchlist.changes.at(-1)?.change.atMs ?? watchlist.createdMs;
  return `${XML_DECLARATION}${xmlElement(
    'feed',
    [
      xmlElement('id', tag(watchlist.id)),
      xmlElement('title', feedTexts[languageOf(watchlist.language)].feed),
      xmlElement('updated', isoMillis(updatedMs)),
      xmlElement('author', [xmlElement('name', SENDER_NAME)]),
      xmlElement('link', [], { rel: 'self', type: 'application/atom+xml', href: `${root}/feed.atom` }),
      ...entries,
    ],
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': watchlist.language },
  )}\n`;
}
