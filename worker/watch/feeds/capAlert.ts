import { languageOf } from '#shared/languages.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { feedTexts } from '#texts/feedTexts.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { XML_DECLARATION, xmlElement } from '#worker/http/xmlText.ts';
import { capArea, ringOf } from './capArea.ts';
import { capRating } from './capRating.ts';
import { capTime } from './capTime.ts';
import { type FeedArea, type FeedBook, type FeedSender, SENDER_NAME } from './FeedBook.ts';
import { messageOfChange } from './messageOfChange.ts';

export const CAP_NAMESPACE = 'urn:oasis:names:tc:emergency:cap:1.2';

/** The same for ever, and never another's: a uuid that is used again begins with change 1 again. */
export function changeId(area: string, { change, atMs }: Pick<AreaChange, 'change' | 'atMs'>): string {
  return `${area}.${change}.${atMs}`;
}

/** The last change of `episode` as a message of the Common Alerting Protocol 1.2; it refers to those before. */
export function capAlert(
  book: FeedBook,
  area: FeedArea,
  episode: readonly AreaChange[],
  { origin, isSimulated }: FeedSender,
): string {
  const change = episode.at(-1);
  if (!change) throw new RangeError('an episode has a change');
  const earlier = episode.slice(0, -1);
  const texts = feedTexts[languageOf(book.language)];
  const { exercise } = messageTexts[languageOf(book.language)];
  const sender = new URL(origin).hostname;
  const sent = (atMs: number) => capTime(atMs, book.timeZone);
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
      capInfo(book, area, change, isSimulated),
    ],
    { xmlns: CAP_NAMESPACE },
  )}\n`;
}

function capInfo(book: FeedBook, area: FeedArea, change: AreaChange, isSimulated: boolean): string {
  const texts = feedTexts[languageOf(book.language)];
  const { responseType, urgency, severity, certainty, lifeMs } = capRating(change);
  const { title, text } = messageOfChange(book, area, change, isSimulated).data;
  const { keepAway } = messageTexts[languageOf(book.language)];
  const { atMs, to, from, kind } = change;
  return xmlElement('info', [
    xmlElement('language', book.language),
    xmlElement('category', 'Met'),
    xmlElement('event', kind === 'blind' ? texts.noData : texts.lightning),
    xmlElement('responseType', responseType),
    xmlElement('urgency', urgency),
    xmlElement('severity', severity),
    xmlElement('certainty', certainty),
    xmlElement('effective', capTime(atMs, book.timeZone)),
    xmlElement('expires', capTime(atMs + lifeMs, book.timeZone)),
    xmlElement('senderName', SENDER_NAME),
    xmlElement('headline', title),
    xmlElement('description', text),
    to === 'stop' ? xmlElement('instruction', keepAway) : undefined,
    ...parametersOf(area, change, book.timeZone).map(([name, value]) =>
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
