import { languageOf } from '#shared/languages.ts';
import { awayText } from '#shared/verdict/sayVerdict.ts';
import { messageTexts } from '#texts/messageTexts.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';
import type { NewsFire } from '#worker/fires/FireNews.ts';
import { toldFire, toldUnread } from '#worker/fires/toldFire.ts';
import type { MessageFire } from './Message.ts';
import { timeOfDay } from './timeOfDay.ts';

interface FireSetting {
  readonly fire: NewsFire;
  /** The id that the fire had when it was told. */
  readonly toldAs: string;
  /** From the area. */
  readonly away: { readonly km: number; readonly bearing: number };
  readonly isCorrection: boolean;
  readonly book: { readonly language: string; readonly timeZone: string };
  readonly origin: string;
}

/** What a message about a fire has beside all others. */
export function fireMessage(setting: FireSetting): { readonly sentence: string; readonly fire: MessageFire } {
  const { fire, toldAs, away, book, origin } = setting;
  return {
    sentence: sentenceOf(setting),
    fire: {
      id: toldAs,
      ...toldFire(fire),
      chance: fire.chance,
      ...toldUnread(fire),
      distanceKm: away.km,
      bearingDeg: away.bearing,
      url: `${origin}/${languageOf(book.language)}/fires#fire=${fire.id}`,
    },
  };
}

function sentenceOf({ fire, away, isCorrection, book }: FireSetting): string {
  const { timeZone } = book;
  const language = languageOf(book.language);
  const texts = messageTexts[language];
  const where = awayText(away, 'area', { words: verdictTexts[language], language });
  const percent = Math.round(100 * fire.chance);
  if (isCorrection) {
    const format = {
      timeZone,
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const;
    const first = new Intl.DateTimeFormat(language, format).format(fire.firstSeenMs);
    return texts.fireCorrectedText({ where, first, percent });
  }
  // Both within a day, so that the time says which.
  const [first, last] = [fire.firstSeenMs, fire.lastSeenMs].map((atMs) => timeOfDay(atMs, language, timeZone));
  const atLeast = (fire.unreadShare ?? 0) > 0;
  return texts.fireText({ where, first: first ?? '', last: last ?? '', percent, atLeast });
}
