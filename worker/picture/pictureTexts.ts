import type { BBox } from '#shared/geo/BBox.ts';
import { bboxWithin } from '#shared/geo/BBox.ts';
import type { Language } from '#shared/languages.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { lengthMs } from '#shared/time/spans.ts';
import { guardText } from '#shared/verdict/guardText.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import { flashPictureWords } from '#texts/otherSources/servedWords.ts';
import { pictureWords } from '#texts/pictureWords.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';
import type { PictureFacts } from './PictureFacts.ts';
import { numberOf } from './strikeMarks.ts';

/** More spans than this are told as a sum. */
const MAX_SPANS = 2;

export interface PictureTexts {
  readonly title: string;
  readonly state: string;
  readonly count: string;
  readonly when: string;
  /** Gravest first. */
  readonly warnings: readonly string[];
}

/** Whether so little of the hour was read that a map without strikes would be a lie. */
export function isBlind({ state, completeToMs, unread, fromMs, nowMs }: PictureFacts): boolean {
  return state === 'down' || completeToMs === null || 2 * lengthMs(unread) > nowMs - fromMs;
}

/** Times are in UTC, because anybody may look at the picture. */
export function pictureTexts(facts: PictureFacts, shown: BBox, language: Language): PictureTexts {
  const { nowMs, fromMs, edgeMs, seen, state, completeToMs, unread, home, simulated, primary } = facts;
  const isOfFlashes = primary && primary.kind !== 'cg-stroke';
  const words = isOfFlashes ? { ...pictureWords[language], ...flashPictureWords[language] } : pictureWords[language];
  const clock = (atMs: number) => new Date(atMs).toISOString().slice(11, 16);
  const stamp = `${new Date(nowMs).toISOString().slice(0, 10)} ${clock(nowMs)} UTC`;
  const readTo = completeToMs === null ? words.never : words.readTo(`${clock(completeToMs)} UTC`);
  const number = new Intl.NumberFormat(language).format(numberOf(seen));
  const told = edgeMs > fromMs ? `> ${number}` : number;
  const spans = unread.map(([from, to]) => `${clock(from)}–${clock(to)}`).join(', ');
  const minutes = Math.ceil(lengthMs(unread) / MINUTE_MS);
  const gaps = unread.length > MAX_SPANS ? words.unreadInAll(minutes) : words.unread(`${spans} UTC`);
  return {
    title: words.title,
    state: words[state],
    count: isBlind(facts) ? words.lastKnown(told) : words.count(told),
    when: state === 'live' ? stamp : `${stamp} · ${readTo}`,
    warnings: [
      ...(simulated ? [words.simulated] : []),
      ...(primary ? [sourceLine(primary, language)] : []),
      ...(unread.length > 0 ? [gaps] : []),
      ...(edgeMs > fromMs ? [words.since(`${clock(edgeMs)} UTC`)] : []),
      ...(bboxWithin(shown, home) ? [] : [words.outside]),
    ],
  };
}

function sourceLine(primary: PrimarySource, language: Language): string {
  return [guardText(primary, verdictTexts[language]), primary.attribution].filter(Boolean).join(' ');
}
