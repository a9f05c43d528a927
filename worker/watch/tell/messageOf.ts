import { languageOf } from '#shared/languages.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { sayVerdict } from '#shared/verdict/sayVerdict.ts';
import { verdictOf } from '#shared/verdict/verdictOf.ts';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { type MessageTexts, messageTexts } from '#texts/messageTexts.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';
import type { Message, MessageFire, MessageStrike, Missed } from './Message.ts';
import type { AreaNotice } from './tellRecipient.ts';
import { timeOfDay } from './timeOfDay.ts';

export interface MessageSetting {
  readonly book: { readonly id: string; readonly language: string; readonly timeZone: string };
  /** Null for what concerns a recipient and no area. */
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
  const { book, area, change, unknown, isSimulated, isDrill, url, missed, challenge, fire } = setting;
  const { level, previousLevel, strike, isCorrection, isLate, sinceMs } = notice;
  const decidedAt = isoMillis(setting.decidedMs);
  return {
    type: notice.type,
    timestamp: decidedAt,
    data: {
      bookId: book.id,
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

function textsOf({ book }: MessageSetting): MessageTexts {
  return messageTexts[languageOf(book.language)];
}

function titleOf(notice: AreaNotice, setting: MessageSetting): string {
  const texts = textsOf(setting);
  const { area, isSimulated, isDrill } = setting;
  const what = wordOf(notice, texts);
  const named = area ? `${what}: ${area.name}` : what;
  return [isDrill ? texts.drill : undefined, isSimulated ? texts.exercise : undefined, named]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function wordOf({ type, level, isCorrection }: AreaNotice, texts: MessageTexts): string {
  switch (type) {
    case 'watch.raise':
      return level === 'clear' ? texts.notice : texts.raise[level];
    case 'watch.again':
      return texts.again;
    case 'watch.lowered':
      return texts.lowered;
    case 'watch.clear':
      return texts.clear;
    case 'watch.blind':
      return texts.blind;
    case 'watch.sight':
      return texts.sight;
    case 'watch.ended':
      return texts.ended;
    case 'watch.early':
      return texts.early;
    case 'fire.likely-lightning':
      return isCorrection ? texts.fireCorrected : texts.fire;
    case 'watch.notice':
      return texts.notice;
    case 'watch.test':
    case 'watch.challenge':
    case 'watch.heartbeat':
      return texts.test;
  }
}

function textOf(notice: AreaNotice, setting: MessageSetting): string {
  const texts = textsOf(setting);
  const { missed } = setting;
  const gone = missed && missed.level !== 'clear' ? texts.missed[missed.level] : undefined;
  const { unconfirmedMin } = notice;
  const why = unconfirmedMin === undefined ? undefined : texts.unconfirmed(unconfirmedMin);
  return [...sentencesOf(notice, setting, texts), why, gone?.(timeOf(Date.parse(missed?.since ?? ''), setting))]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

function sentencesOf(notice: AreaNotice, setting: MessageSetting, texts: MessageTexts): (string | undefined)[] {
  const { type, level, strike, isCorrection, isLate, sinceMs } = notice;
  const since = sinceMs === null ? undefined : texts.since(timeOf(sinceMs, setting));
  switch (type) {
    case 'watch.raise':
      return [
        ...(strike ? skySentences(notice, setting) : []),
        isLate ? texts.reportedAt(timeOf(setting.decidedMs, setting)) : undefined,
        since,
        isCorrection ? texts.correction : undefined,
        level === 'stop' ? texts.keepAway : undefined,
      ];
    case 'watch.again':
      return [...(strike ? skySentences(notice, setting) : []), texts.againText];
    case 'watch.lowered':
      return [level === 'watch' || level === 'warning' ? texts.loweredTo[level] : undefined];
    case 'watch.clear':
      return [texts.clearText];
    case 'watch.blind':
      return skySentences(notice, setting);
    case 'watch.sight':
      return [texts.sightText[level]];
    case 'watch.ended':
      return [texts.endedText];
    case 'watch.early':
    case 'fire.likely-lightning':
    case 'watch.notice':
      return [setting.sentence];
    case 'watch.test':
    case 'watch.challenge':
    case 'watch.heartbeat':
      return [texts.testText];
  }
}

/** The verdict on the area's sky; its title leads with the level, and says that it is an exercise. */
function skySentences({ type, level, strike, sinceMs }: AreaNotice, setting: MessageSetting): string[] {
  const { book, decidedMs } = setting;
  const isBlind = type === 'watch.blind';
  const verdict = verdictOf({
    nowMs: decidedMs,
    feed: isBlind ? { kind: 'down', sinceMs: sinceMs ?? decidedMs } : { kind: 'live' },
    read: 'all',
    askedMs: HOUR_MS,
    withinKm: null,
    from: 'area',
    near: strike && !isBlind ? { atMs: strike.atMs, away: { km: strike.km, bearing: strike.bearing } } : undefined,
    cells: { kind: 'none' },
    guards: true,
    simulated: false,
    held: level === 'clear' ? undefined : { level },
  });
  const language = languageOf(book.language);
  const said = sayVerdict(verdict, {
    words: verdictTexts[language],
    language,
    timeOf: (atMs, precision) => timeOf(atMs, setting, precision === 'strike'),
    isRead: 'later',
  });
  return said.filter(({ part }) => part !== 'action' && (isBlind || part !== 'held')).map(({ text }) => text);
}

function timeOf(atMs: number, { book }: MessageSetting, withSeconds = false): string {
  return timeOfDay(atMs, book.language, book.timeZone, withSeconds);
}
